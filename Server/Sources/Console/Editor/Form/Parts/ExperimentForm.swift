// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The experiment of a message: its variants, each with what it changes of the message, and who gets nothing.
enum ExperimentForm: FormPart {
  static let list = "variant"
  /// The choice that shows the fields.
  static let on = "variants"

  static let newRows = [list: ["name": "", "share": "", "header": "", "text": "", "image_url": "", "button": "", "json": ""]]

  // MARK: - To the form

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    form["experiment"] = content.experiment == nil ? "" : on
    let experiment = content.experiment ?? Wire.Experiment(variants: [])
    form["experiment.control"] = experiment.control == 0 ? "" : FormText.text(share: experiment.control)
    form["experiment.holdout"] = experiment.holdout == 0 ? "" : FormText.text(share: experiment.holdout)
    form["experiment.keeps_turn"] = experiment.keepsTurn ? "yes" : ""
    form["experiment.winner"] = experiment.choosesWinner ? "yes" : ""
    form["experiment.people"] = experiment.plannedPeople.map(String.init) ?? ""
    for row in 0..<max(experiment.variants.count, content.experiment == nil ? 2 : 1) {
      var fields = newRows[list] ?? [:]
      if experiment.variants.indices.contains(row) {
        let variant = experiment.variants[row]
        fields["name"] = variant.name ?? ""
        fields["share"] = FormText.text(share: variant.share)
        if let message = variant.message { fields.merge(changes(message, of: content.editedMessage)) { $1 } }
      }
      for (name, value) in fields { form["\(list).\(row).\(name)"] = value }
    }
  }

  /// What the message changes of the campaign's, as fields; all of it as JSON if the fields cannot say it.
  private static func changes(_ message: Wire.Message, of base: Wire.Message) -> [String: String] {
    var fields: [String: String] = [:]
    if message.header != base.header { fields["header"] = message.header ?? "" }
    if message.message != base.message { fields["text"] = FormText.lines(message.message ?? "") }
    if message.imageURL != base.imageURL { fields["image_url"] = message.imageURL ?? "" }
    if message.buttons.first?.text != base.buttons.first?.text { fields["button"] = message.buttons.first?.text ?? "" }
    if changed(base, fields) == message { return fields }
    return ["json": FormText.lines(String(decoding: Wire.encode(message), as: UTF8.self))]
  }

  private static func changed(_ base: Wire.Message, _ fields: [String: String]) -> Wire.Message {
    var message = base
    if let header = fields["header"]?.nilIfEmpty { message.header = header }
    if let text = fields["text"]?.nilIfEmpty { message.message = FormText.kept(text, base.message) }
    if let url = fields["image_url"]?.trimmed.nilIfEmpty { message.imageURL = url }
    if let label = fields["button"]?.nilIfEmpty, !message.buttons.isEmpty { message.buttons[0].text = label }
    return message
  }

  /// `12.5`

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
    experiment.control = share(&reader, "experiment.control", at: "experiment.control") ?? 0
    experiment.holdout = share(&reader, "experiment.holdout", at: "experiment.holdout") ?? 0
    experiment.keepsTurn = !reader.text("experiment.keeps_turn", at: "experiment.keeps_turn").isEmpty
    experiment.choosesWinner = !reader.text("experiment.winner", at: "experiment.automatic_winner").isEmpty
    experiment.plannedPeople = reader.whole(
      "experiment.people", at: "experiment.planned_people", stored: stored?.plannedPeople,
      remedy: "Enter a whole number of people, or leave it blank.")
    let rows = reader.form.rows(list)
    // New rows come last, so the others keep what they are.
    let kept = stored.flatMap { $0.variants.count <= rows.count ? $0.variants : nil } ?? []
    var letters = (0..<26).map(letter).filter { letter in !kept.contains { $0.id == letter } }[...]
    var shares: [Int?] = []
    experiment.variants = rows.map { row in
      let path = "experiment.variants[\(row.number)]"
      var variant =
        kept.indices.contains(row.number) ? kept[row.number] : Wire.Experiment.Variant(id: letters.popFirst() ?? "z", share: 0)
      variant.name = reader.text(row.name("name"), at: path + ".name").trimmed.nilIfEmpty
      reader.place(path + ".id", at: row.name("name"))
      shares.append(share(&reader, row.name("share"), at: path + ".share"))
      variant.message = message(&reader, row, at: path + ".message", content.editedMessage)
      return variant
    }
    reader.place("experiment.variants", at: rows.first?.name("share") ?? "experiment.control")
    for (place, share) in filled(shares, control: experiment.control).enumerated() { experiment.variants[place].share = share }
    content.experiment = experiment
  }

  private static func message(
    _ reader: inout FormReader, _ row: FormRow, at path: String, _ base: Wire.Message
  ) -> Wire.Message? {
    let json = reader.text(row.name("json"), at: path)
    if !json.trimmed.isEmpty {
      if let message = try? Wire.decode(Wire.Message.self, from: Array(json.utf8)) { return message }
      reader.misread(row.name("json"), "This is not a message.", "Correct the JSON, or remove it to use the fields.")
      return nil
    }
    var fields: [String: String] = [:]
    for (field, part) in [("header", "header"), ("text", "message"), ("image_url", "image_url"), ("button", "buttons")] {
      fields[field] = reader.text(row.name(field), at: "\(path).\(part)")
    }
    reader.place(path, at: row.name("text"))
    guard fields.values.contains(where: { !$0.trimmed.isEmpty }) else { return nil }
    return changed(base, fields)
  }

  /// In ten-thousandths; nil if the field is blank.
  private static func share(_ reader: inout FormReader, _ field: String, at path: String) -> Int? {
    let text = reader.text(field, at: path).trimmed
    guard !text.isEmpty else { return nil }
    if let share = FormText.share(text) { return share }
    reader.misread(field, "This is not a share.", "Enter a number from 0 to 100, such as 50.")
    return nil
  }

  /// Shares that were left blank get even parts of what is left, the first ones one bucket more if they cannot be equal.
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

  private static func letter(_ number: Int) -> String { String(UnicodeScalar(UInt8(ascii: "a") + UInt8(min(number, 25)))) }
}

extension Wire.Experiment {
  /// `2 variants with 45% each, control with 10%`
  var words: String {
    let names = variants.map { "\($0.name ?? $0.id.uppercased()) \(NumberWords.percent(ofTenThousandths: $0.share))" }
    let others = [("control", control), ("holdout", holdout)].filter { $0.1 > 0 }.map {
      "\($0.0) \(NumberWords.percent(ofTenThousandths: $0.1))"
    }
    return (names + others).joined(separator: ", ")
  }
}
