// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

/// What is wrong with a campaign's experiment and conversions.
struct ExperimentValidation {
  private var found = DiagnosticList()

  var diagnostics: [Diagnostic] { found.diagnostics }

  init(_ content: CampaignContent) {
    if let experiment = content.experiment {
      check(experiment, of: content)
      checkShares(of: experiment)
    }
    check(content.conversions, content.triggers)
    let isCompared = content.experiment != nil && content.experimentSubject != nil
    if !content.conversions.isEmpty, content.hasFurtherSurface, !content.isSeen, !isCompared {
      found.warning(
        "conversions", "conversions_not_counted",
        "Conversions count after people saw something in the app, and this campaign shows nothing there.",
        "Remove the conversions, or add a banner or content.")
    }
  }

  private mutating func check(_ experiment: Wire.Experiment, of content: CampaignContent) {
    // What is already said about what the campaign itself shows or sends is not repeated for each
    // variant.
    let known = Set(SurfaceValidation(content).diagnostics.map(\.identity))
    switch content.experimentSubject {
    case .message?: break
    case .announcement?, .survey?, .data?:
      if experiment.keepsTurn {
        found.warning(
          "experiment.keeps_turn", Diagnostic.notUsed,
          "Announcements, surveys and data have no turn that another campaign could get.", "Remove it.")
      }
      if content.push != nil {
        found.error(
          "push", "not_used_here",
          "The push would reach everybody, also the people of the experiment who get nothing.",
          "Remove the push, and make a campaign of its own for it, or remove the experiment.")
      }
    case .push?:
      if experiment.keepsTurn {
        found.warning(
          "experiment.keeps_turn", Diagnostic.notUsed,
          "A push that is withheld gives its turn to no other campaign.", "Remove it.")
      }
    case nil:
      found.error(
        "experiment", "not_used_here",
        "Experiments compare messages, announcements, surveys, data, or pushes that stand alone, and this campaign has none of them.",
        "Remove the experiment, or make a campaign of its own for what it should compare.")
    }
    let variants = experiment.variants
    if variants.isEmpty {
      found.error("experiment.variants", "variant_missing", "The experiment has no variant.", "Add one.")
    } else if variants.count > Wire.Experiment.mostVariants {
      found.error(
        "experiment.variants", "too_many_variants",
        "An experiment can have up to \(Wire.Experiment.mostVariants) variants.", "Remove some."
      )
    } else if variants.count == 1, experiment.control == 0, experiment.holdout == 0, experiment.epochs.isEmpty
    {
      found.error(
        "experiment.variants", "nothing_to_compare", "One variant without control compares nothing.",
        "Add a second variant, or give control a share.")
    }
    if experiment.id.count > Wire.Limits.nameLength || experiment.id.utf8.contains(0) {
      found.error("experiment.id", "id_invalid", "The id is too long.", "Leave it out: the server makes one.")
    }
    var ids: Set<String> = []
    for (place, variant) in variants.enumerated() {
      let path = "experiment.variants[\(place)]"
      let isWord =
        !variant.id.isEmpty && variant.id.count <= 32
        && variant.id.utf8.allSatisfy {
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            || $0 == UInt8(ascii: "-")
        }
      if !isWord || Wire.ExperimentArm.withheldNames.contains(variant.id) {
        found.error(
          path + ".id", "id_invalid", "This cannot be the id of a variant.",
          "Use 1 to 32 of a–z, 0–9 and -, such as b.")
      } else if !ids.insert(variant.id).inserted {
        found.error(path + ".id", "duplicate", "Another variant has the same id.", "Choose another.")
      }
      check(variant, of: content, at: path, known: known)
    }
    if content.experimentSubject == .survey {
      checkQuestions(of: variants, content.content?.questions ?? [])
    }
  }

  private mutating func check(
    _ variant: Wire.Experiment.Variant, of content: CampaignContent, at path: String,
    known: Set<Diagnostic.Identity>
  ) {
    checkFields(of: variant, content.experimentSubject, at: path)
    guard let shown = content.shown(in: variant) else { return }
    // A variant that asks other questions can have the same mistake in the same place, but in a
    // question of its own. Other words for the same questions bring no mistakes of their own.
    let (own, base) = (shown.content?.questions ?? [], content.content?.questions ?? [])
    let asksOthers = own.map(\.withoutTitle) != base.map(\.withoutTitle)
    for problem in SurfaceValidation(shown).diagnostics {
      let isOwn = asksOthers && problem.field.hasPrefix("content.questions")
      if isOwn || !known.contains(problem.identity) { found.add([problem.inside(path)]) }
    }
    if content.experimentSubject == .announcement || content.experimentSubject == .survey {
      checkSurfaces(of: variant, content, at: path)
    }
    guard let push = shown.push, let basePush = content.push else { return }
    // Otherwise arms would differ in whom they reach before anything is sent.
    if push.isSilent != basePush.isSilent {
      found.error(
        path + ".push.silent", "variants_differ",
        "Silent pushes need no permission, so this variant would reach other people.",
        "Make all variants silent, or none.")
    }
    if push.isCapped != basePush.isCapped {
      found.error(
        path + ".push.capped", "variants_differ", "Frequency caps would keep this variant from other people.",
        "Let caps apply to all variants, or to none.")
    }
  }

  /// A variant has only what the experiment compares.
  private mutating func checkFields(
    of variant: Wire.Experiment.Variant, _ subject: ExperimentSubject?, at path: String
  ) {
    guard let subject else { return }
    let compared = subject == .push ? "pushes" : subject == .data ? "data" : "\(subject.rawValue)s"
    let allowed = subject.surfaces.map(\.surface.rawValue)
    for field in CampaignSurface.all.filter({ $0.isIn(variant) }).map(\.surface.rawValue)
    where !allowed.contains(field) {
      found.error(
        "\(path).\(field)", "not_used_here", "The experiment compares \(compared).",
        "Remove the \(field), and send \(allowed.joined(separator: " or ")).")
    }
  }

  /// Variants have the campaign's surfaces, so that the report counts the same steps in all of
  /// them.
  private mutating func checkSurfaces(
    of variant: Wire.Experiment.Variant, _ content: CampaignContent, at path: String
  ) {
    if variant.banner != nil, content.banner == nil {
      found.error(
        path + ".banner", "variants_differ",
        "The campaign has no banner, so this variant would appear in another way.",
        "Remove the banner, or add one to the campaign.")
    }
    if variant.content != nil, content.content == nil {
      found.error(
        path + ".content", "variants_differ",
        "The campaign’s banner opens no text or page, so only this variant would open something.",
        "Remove the content, or add some to the campaign.")
    }
    let isSurvey = content.content?.kind == .known(.survey)
    if let own = variant.content, content.content != nil, (own.kind == .known(.survey)) != isSurvey {
      found.error(
        path + ".content.kind", "variants_differ",
        isSurvey
          ? "The campaign has a survey, and this variant has none."
          : "The campaign has no survey, and this variant has one.",
        isSurvey ? "Choose survey, and add questions." : "Choose a text or a page.")
    }
  }

  /// Answers are counted by question, whichever arm asks it.
  private mutating func checkQuestions(of variants: [Wire.Experiment.Variant], _ own: [Wire.Question]) {
    var asked = Dictionary(own.map { ($0.id, $0) }) { first, _ in first }
    for (place, variant) in variants.enumerated() {
      for (number, question) in (variant.content?.questions ?? []).enumerated() {
        if let other = asked[question.id], !question.isAnswered(like: other) {
          found.error(
            "experiment.variants[\(place)].content.questions[\(number)].id", "variants_differ",
            "Another arm asks another type of question with this id, and the answers to both would be counted together.",
            "Ask the same type of question, or add another question, which has an id of its own, and remove this one."
          )
        }
        asked[question.id] = asked[question.id] ?? question
      }
    }
  }

  private mutating func checkShares(of experiment: Wire.Experiment) {
    let whole = Wire.Experiment.wholeShare
    let shares =
      [("control", experiment.control), ("holdout", experiment.holdout)]
      + experiment.variants.enumerated().map { ("variants[\($0.offset)].share", $0.element.share) }
    var isInRange = true
    for (field, share) in shares where !(0...whole).contains(share) {
      found.error(
        "experiment." + field, "share_invalid", "A share is between 0% and 100%.",
        "Give it in ten-thousandths: 2500 is 25%.")
      isInRange = false
    }
    guard isInRange else { return }
    // Some people have a variant that was open before.
    let opened = Set(experiment.epochs.flatMap { $0.variants.filter { $0.share > 0 }.map(\.id) })
    for (place, variant) in experiment.variants.enumerated()
    where variant.share == 0 && !opened.contains(variant.id) {
      found.error(
        "experiment.variants[\(place)].share", "share_missing", "Nobody gets this variant.",
        "Give it a share, or remove it.")
    }
    if experiment.holdout == whole {
      found.error(
        "experiment.holdout", "share_invalid", "Everybody is held out.",
        "Choose a smaller share, such as 10%.")
    }
    let sum = experiment.control + experiment.variants.reduce(0) { $0 + $1.share }
    guard sum != whole else { return }
    found.error(
      "experiment.variants", "shares_do_not_add_up",
      "The shares of the variants and control add up to \(NumberWords.percent(ofTenThousandths: sum)), not to 100%.",
      "\(sum < whole ? "Add" : "Take away") \(NumberWords.percent(ofTenThousandths: abs(whole - sum))).")
  }

  private mutating func check(_ conversions: [Wire.Conversion], _ triggers: [Wire.Trigger]) {
    if conversions.count > Wire.Conversion.most {
      found.error(
        "conversions", "too_many_conversions",
        "A campaign can have up to \(Wire.Conversion.most) conversions.", "Remove some.")
    }
    var names: Set<String> = []
    for (place, conversion) in conversions.enumerated() {
      let path = "conversions[\(place)]"
      var problems: [Diagnostic] = []
      let rule = ConversionRule(conversion, at: path, &problems)
      found.add(problems)
      if !conversion.name.isEmpty, !names.insert(conversion.name).inserted {
        found.error(path + ".name", "duplicate", "Another conversion has the same name.", "Choose another.")
      }
      if place == 0, conversion.isGuardrail {
        found.error(
          path + ".guardrail", "guardrail_decides",
          "The first conversion decides which variant wins, so it cannot be a guardrail too.",
          "Make another conversion the guardrail, or move this one down.")
      }
      guard let rule, triggers.contains(where: { Self.isSame($0, rule.activity) }) else { continue }
      found.error(
        path + ".event", "conversion_is_trigger",
        "This event also triggers the message, so everybody who could see it has converted already.",
        "Choose what people should do after the message.")
    }
  }

  /// Whether each event that triggers is also a conversion.
  private static func isSame(_ trigger: Wire.Trigger, _ activity: AudienceActivity) -> Bool {
    guard activity.filter == nil else { return false }
    return switch (trigger.kind.known, activity.kind) {
    case (.sessionStart, .sessionStart): true
    case (.customEvent, .custom), (.screenView, .screenView):
      activity.name == nil || activity.name == trigger.name
    case (.anyPurchase, .purchase), (.purchase, .purchase):
      activity.name == nil || activity.name == trigger.name
    default: false
    }
  }
}

extension Wire.Experiment {
  /// Whether people are divided in the same way. Messages and names may differ.
  public func divides(like other: Wire.Experiment) -> Bool {
    id == other.id && control == other.control && holdout == other.holdout
      && variants.map { [$0.id, "\($0.share)"] } == other.variants.map { [$0.id, "\($0.share)"] }
  }
}

extension Wire.Question {
  fileprivate var withoutTitle: Wire.Question {
    var question = self
    question.title = ""
    return question
  }
}
