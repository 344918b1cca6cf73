// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The experiment of a message, an announcement, a survey, data or a notification: its variants,
/// each with what it changes, and who gets nothing.
enum ExperimentForm: FormPart {
  static let list = "variant"
  /// The choice that shows the fields.
  static let on = "variants"

  /// The field of a variant of a survey that says whether it has questions of its own, in rows like
  /// those of the survey.
  static let asks = "asks"
  static let ownQuestions = "own"

  static let newRows: [String: [String: String]] = {
    let own = CampaignType.allCases.flatMap { $0.blankContent.variantFields.map(\.name) }
    let variant = Dictionary((["name", "share", "json", asks] + own).map { ($0, "") }) { first, _ in first }
    return QuestionForm.rows(of: "\(list).\(QuestionForm.list)").merging([list: variant]) { $1 }
  }()

  private static let scope = FormScope("experiment.")

  /// What is said of all variants together.
  private static func elements(_ subject: ExperimentSubject) -> [FormElement<Wire.Experiment>] {
    [
      .group(
        "field-row",
        .share(
          "control", \.control.orBlank, "Control (%)",
          hint: "These people get nothing, so that you see what the \(subject.noun) causes."),
        .share(
          "holdout", \.holdout.orBlank, "Holdout (%)",
          hint: "These get nothing either, also after a variant has won."),
        .whole(
          "people", \.plannedPeople, "People in each arm", at: "planned_people",
          hint: "When each has so many, after two whole weeks or more, the final result is read.",
          remedy: "Enter a whole number of people, or leave it blank.")),
      .element(
        .hint(link: "How many people does it need?", to: "/sample-size", " opens in a new tab.")),
    ]
      // Nothing else has a turn that another campaign could get.
      + (subject != .message
        ? []
        : [.check("keeps_turn", \.keepsTurn, "When control gets nothing, show no other campaign instead")])
      + [
        .check(
          "winner", \.choosesWinner, "Give the winner to everybody, automatically", at: "automatic_winner",
          hint:
            "When a variant is clearly ahead in the first conversion, after two whole weeks or more. People keep what they have. You can undo it."
        )
      ]
  }

  /// - Parameter isLaunched: Whether the campaign was ever launched.
  static func section(_ subject: ExperimentSubject, _ fields: EditorFields, isLaunched: Bool) -> EditorSection
  {
    let heading = fields.titled("experiment", "Experiment")
    let choice = fields.field(
      "experiment", "People get",
      choices: [
        .init("", "The same \(subject.noun)", has: ["nothing"]),
        .init(on, "One of several variants", has: [on]),
      ])
    var variants = variants(of: subject, fields, isLaunched: isLaunched)
    (variants.style, variants.drawnWith) = ("fields", "questions")
    let restart =
      isLaunched
      ? [
        EditorElement.check(
          fields.check("experiment.restart", "Start again: divide people anew, and count from zero"))
      ] : []
    return EditorSection(
      "experiment", heading,
      [
        .field(choice),
        .group(
          "fields experiment-fields",
          [.rows(variants)] + elements(subject).show(fields, scope) + restart),
      ])
  }

  // MARK: - To the form

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    form["experiment"] = content.experiment == nil ? "" : on
    let experiment = content.experiment ?? Wire.Experiment(variants: [])
    elements(content.experimentSubject ?? .message).write(experiment, to: &form, scope)
    for row in 0..<max(experiment.variants.count, content.experiment == nil ? 2 : 1) {
      var fields = newRows[list] ?? [:]
      if experiment.variants.indices.contains(row) {
        let variant = experiment.variants[row]
        fields["name"] = variant.name ?? ""
        fields["share"] = FormText.text(share: variant.share)
        let changes = changes(of: variant, in: content)
        fields.merge(changes.fields) { $1 }
        QuestionForm.write(changes.questions, to: &form, as: "\(list).\(row).\(QuestionForm.list)")
      }
      for (name, value) in fields { form["\(list).\(row).\(name)"] = value }
    }
  }

  /// What the variant changes of the campaign's own, as fields, and the questions that it asks
  /// instead.
  private static func changes(
    of variant: Wire.Experiment.Variant, in content: CampaignContent
  ) -> (fields: [String: String], questions: [Wire.Question]) {
    switch content.experimentSubject {
    case .message?, nil: return (variant.message?.changes(of: content.editedMessage) ?? [:], [])
    case .announcement?, .survey?, .data?:
      guard let part = SurfacesPart(variant, over: content) else { return ([:], []) }
      let own = SurfacesPart(content)
      let changes = part.changes(of: own)
      guard changes["json"] != nil, content.experimentSubject == .survey else { return (changes, []) }
      let others = part.asking([]).changes(of: own.asking([]))
      guard others["json"] == nil else { return (changes, []) }
      return (others.merging([asks: ownQuestions]) { $1 }, part.content?.questions ?? [])
    case .push?:
      return (variant.push?.changes(of: content.push ?? Wire.PushNotification()) ?? [:], [])
    }
  }

  // MARK: - From the form

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    let isOn = reader.text("experiment", at: "experiment") == on
    guard isOn else {
      content.experiment = nil
      return
    }
    let stored = content.experiment
    var experiment = stored ?? Wire.Experiment(variants: [])
    if !reader.form["experiment.restart"].isEmpty { experiment.id = Wire.Experiment.newID }
    elements(content.experimentSubject ?? .message).read(&reader, scope, into: &experiment)
    let rows = reader.form.rows(list)
    // New rows come last, so the others keep what they are.
    let kept = stored.flatMap { $0.variants.count <= rows.count ? $0.variants : nil } ?? []
    var letters = (0..<26).map(letter).filter { letter in !kept.contains { $0.id == letter } }[...]
    var shares: [Int?] = []
    experiment.variants = rows.map { row in
      let path = "experiment.variants[\(row.number)]"
      var variant =
        kept.indices.contains(row.number)
        ? kept[row.number] : Wire.Experiment.Variant(id: letters.popFirst() ?? "z", share: 0)
      variant.name = reader.text(row.name("name"), at: path + ".name").trimmed.nilIfEmpty
      reader.place(path + ".id", at: row.name("name"))
      shares.append(reader.share(row.name("share"), at: path + ".share"))
      read(&reader, row, at: path, of: content, into: &variant)
      return variant
    }
    reader.place("experiment.variants", at: rows.first?.name("share") ?? "experiment.control")
    for (place, share) in filled(shares, control: experiment.control).enumerated() {
      experiment.variants[place].share = share
    }
    content.experiment = experiment
  }

  /// What the variant has of what the experiment compares, and nothing else.
  private static func read(
    _ reader: inout FormReader, _ row: FormRow, at path: String, of content: CampaignContent,
    into variant: inout Wire.Experiment.Variant
  ) {
    let stored = variant.content?.questions ?? []
    (variant.message, variant.banner, variant.content, variant.data, variant.push) = (nil, nil, nil, nil, nil)
    switch content.experimentSubject {
    case .message?, nil:
      variant.message = Wire.Message.read(&reader, row, at: path + ".message", over: content.editedMessage)
    case .announcement?, .survey?, .data?:
      let own = SurfacesPart(content)
      guard content.experimentSubject == .survey, asksOthers(row) else {
        SurfacesPart.read(&reader, row, at: path, over: own)?.change(&variant, over: content)
        return
      }
      let plain = own.asking([])
      let questions = QuestionForm.read(
        &reader, row.name(QuestionForm.list), at: path + ".content.questions",
        over: stored + (own.content?.questions ?? []))
      (SurfacesPart.read(&reader, row, at: path, over: plain) ?? plain).asking(questions).change(
        &variant, over: content)
    case .push?:
      let own = content.push ?? Wire.PushNotification()
      variant.push = Wire.PushNotification.read(&reader, row, at: path + ".push", over: own)
    }
  }

  /// Whether the variant has questions of its own. JSON says all of what it has.
  static func asksOthers(_ row: FormRow) -> Bool { !row[asks].isEmpty && row["json"].isEmpty }

  /// Gives a variant a copy of the survey's questions with their translations, and with the words
  /// that it has for them. Does nothing if it has questions of its own already.
  static func askOthers(in row: String, of form: inout CampaignForm) {
    guard let row = form.rows(list).first(where: { $0.field == row }), row["json"].isEmpty, row[asks].isEmpty
    else { return }
    form[row.name(asks)] = ownQuestions
    let copied = QuestionForm.list + "."
    for (name, value) in form.values {
      if name.hasPrefix(copied) { form[row.name(name)] = value }
      if let copy = TranslationForm.name(name, movedFrom: copied, to: row.name(copied)) { form[copy] = value }
    }
    for question in form.rows(QuestionForm.list) {
      let title = row.name(question.name("title"))
      let words = row.name(SurfacesPart.questionPrefix + question["id"])
      guard !form[words].isEmpty else { continue }
      form[title] = form[words]
      form[words] = ""
      for (name, value) in form.values {
        guard let moved = TranslationForm.name(name, movedFrom: words, to: title) else { continue }
        form[moved] = value
        form[name] = ""
      }
    }
    QuestionForm.forgetUnwritten(row.name(QuestionForm.list), in: &form)
  }

  /// Takes the questions of a variant back, with their translations: it asks the survey's.
  static func askTheSurveys(in row: String, of form: inout CampaignForm) {
    guard let row = form.rows(list).first(where: { $0.field == row }), asksOthers(row) else { return }
    let questions = row.name(QuestionForm.list) + "."
    form.remove { $0.hasPrefix(questions) || TranslationForm.name($0, movedFrom: questions, to: "") != nil }
    form[row.name(asks)] = ""
  }

  /// Shares that were left blank get even parts of what is left, the first ones one bucket more if
  /// they cannot be equal.
  static func filled(_ shares: [Int?], control: Int) -> [Int] {
    let blank = shares.count { $0 == nil }
    let left = max(0, Wire.Experiment.wholeShare - control - shares.reduce(0) { $0 + ($1 ?? 0) })
    var number = 0
    return shares.map { share in
      if let share { return share }
      defer { number += 1 }
      return left / blank + (number < left % blank ? 1 : 0)
    }
  }

  private static func letter(_ number: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "a") + UInt8(min(number, 25))))
  }
}

extension Wire.Experiment {
  /// `2 variants with 45% each, control with 10%`
  var words: String {
    let names = variants.map {
      "\($0.name ?? $0.id.uppercased()) \(NumberWords.percent(ofTenThousandths: $0.share))"
    }
    let others = [("control", control), ("holdout", holdout)].filter { $0.1 > 0 }.map {
      "\($0.0) \(NumberWords.percent(ofTenThousandths: $0.1))"
    }
    return (names + others).joined(separator: ", ")
  }
}
