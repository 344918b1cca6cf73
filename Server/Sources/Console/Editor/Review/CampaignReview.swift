// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// One sentence that says what will happen, and the points that were checked.
struct CampaignReview {
  let sentence: String
  let checks: [Check]
  /// Whether nothing keeps the campaign from being launched.
  let isReady: Bool
  let verdict: String
  /// How many problems the fields of each step have; steps without problems are missing.
  let problems: [EditorStep: Int]

  struct Check {
    let title: String
    /// `good`, `warn`, `bad`
    let tone: String
    let toneWords: String
    let icon: String
    let words: String?
    let problems: [FormProblem.Link]
    var notes: [LintNotes.Item] = []
  }

  /// - Parameters:
  ///   - isLaunched: Whether the campaign has been launched before, so that the review is about a
  ///     change.
  ///   - beside: Findings from comparing the campaign with the others.
  ///   - attributes: Which attributes of a person the server reads.
  ///   - people: Whom it reaches, and who lacks a value.
  ///   - isUntouched: Whether nobody has begun to write it, so that nothing is wrong yet.
  init(
    _ reading: FormReading, problems found: [FormProblem], isLaunched: Bool, beside: LintNotes = LintNotes(),
    attributes: AttributeNote? = nil, people: ReviewPeople = ReviewPeople(),
    isUntouched: Bool = false
  ) {
    sentence = Self.sentence(reading)
    let type = reading.type
    var checks = Subject.all(of: type).map { subject in
      let own = found.filter { Subject(of: $0.field, in: type) == subject }
      let tone = own.contains { $0.severity == .error } ? "bad" : own.isEmpty ? "good" : "warn"
      return Check(
        title: subject.title(in: type), tone: tone,
        toneWords: tone == "bad" ? "Problem" : tone == "warn" ? "Warning" : "OK",
        icon: tone == "good" ? "check" : "warning",
        words: own.isEmpty
          ? [subject.words(reading), subject == .audience ? people.reachable : nil].compactMap(\.self).joined(
            separator: ". ") : nil,
        problems: own.map(\.link).enumerated().map { place, link in
          var link = link
          link.isWarning = own[place].severity != .error
          return link
        })
    }
    if !beside.items.isEmpty { checks.append(Check(beside)) }
    let personal = Check.personal(attributes, people)
    checks += personal
    self.checks = checks
    problems = Dictionary(grouping: found.filter { $0.severity == .error }) {
      Subject(of: $0.field, in: type).step
    }.mapValues(\.count)
    let errors = found.count { $0.severity == .error }
    // As many as the list shows.
    let warnings = checks.filter { $0.tone == "warn" }.reduce(0) { $0 + $1.problems.count + $1.notes.count }
    isReady = errors == 0
    let ready = isLaunched ? "Ready to save." : "Ready to launch."
    verdict =
      isUntouched
      ? ""
      : errors > 0
        ? "Fix " + NumberWords.plural(errors, "problem", "problems") + " before you "
          + (isLaunched ? "save." : "launch.")
        : warnings > 0
          ? ready + " " + "Check " + NumberWords.plural(warnings, "warning", "warnings") + "." : ready
  }

  /// What a section of the review is about.
  enum Subject: CaseIterable, Sendable {
    case name, message, buttons, colours, banner, content, questions, push, data, place, trigger, audience,
      experiment, values, languages,
      conversions,
      schedule, frequency

    /// Those of a type of campaign, in the order of the page.
    static func all(of type: CampaignType) -> [Subject] {
      let own: [Subject] =
        switch type {
        case .message: [.message, .buttons, .colours]
        case .announcement: [.banner, .content, .push, .place]
        case .survey: [.banner, .content, .questions, .push, .place]
        case .push: [.push]
        case .data: [.data]
        }
      let values: [Subject] = type == .push ? [] : [.values]
      return [.name] + own + values + [.trigger, .audience]
        + (type.experimentSubject == nil ? [] : [.experiment]) + [
          .languages, .conversions, .schedule, .frequency,
        ]
    }

    init(of field: String, in type: CampaignType) {
      let name = String(field.prefix { $0 != "." })
      if let group = RuleGroups.all.first(where: { $0.fields.contains(name) }) {
        self = group.section
        return
      }
      switch name {
      case "name": self = .name
      case "button", "action", "action_url":
        self = field.contains(".light.") || field.contains(".dark.") ? .colours : .buttons
      case "theme": self = .colours
      case "banner", "shows": self = .banner
      case "content": self = .content
      case "language" where type.hasSurfaces: self = .content
      case "question": self = .questions
      case "push": self = .push
      case "data": self = .data
      case "category", "screens", "delivery": self = type == .data ? .data : .place
      case "paced": self = .frequency
      case "personalised": self = type == .push ? .push : .values
      case "trigger": self = .trigger
      case "audience", "kept_audience", AudiencePartForm.exempt: self = .audience
      case "experiment", "variant": self = .experiment
      case TranslationForm.list: self = .languages
      case "conversion": self = .conversions
      case "starts_at", "ends_at", "starts_at_local", "ends_at_local", "clock", "priority", "order":
        self = .schedule
      default: self = .message
      }
    }

    func title(in type: CampaignType) -> String {
      switch self {
      case .name: "Name"
      case .message: "Message"
      case .banner: "Banner"
      case .content: type.label
      case .questions: "Questions"
      case .push: "Notification"
      case .data: "Data"
      case .place: "Where it appears"
      case .buttons: "Buttons and taps"
      case .colours: "Colours"
      case .trigger: "Trigger"
      case .audience: "Audience"
      case .experiment: "Experiment"
      case .values: PersonalRules.title
      case .languages: "Languages"
      case .conversions: "Conversions"
      case .schedule: type.isDecidedByDevices ? "Schedule and priority" : "Schedule"
      case .frequency: "Frequency"
      }
    }

    func words(_ reading: FormReading) -> String {
      let content = reading.content
      switch self {
      case .name: return reading.name
      case .message: return content.kindWords
      case .banner:
        return content.banner?.words
          ?? "None, the \(content.contentNoun ?? "content") opens by itself"
      case .content: return content.content?.words ?? "None, only the banner appears"
      case .questions:
        return NumberWords.plural(content.content?.questions.count ?? 0, "question", "questions")
      case .push: return content.push?.words ?? "None"
      case .data: return content.data?.words ?? ""
      case .place: return content.surfaceRules.placeWords
      case .buttons:
        let buttons = content.editedMessage.buttons.map { "“\($0.text)”" }
        return buttons.isEmpty ? "No buttons" : buttons.joined(separator: ", ")
      case .colours:
        return content.editedMessage.themes.isEmpty
          ? "The app’s defaults, light and dark" : "Readable in light and dark"
      case .trigger where content.triggers.isEmpty && content.needsNoTrigger:
        return "None, it is sent when you say so"
      case .trigger:
        return ([content.triggerWords] + [DelayRules.words(content.rules)].compactMap(\.self)).joined(
          separator: ", ")
      case .audience:
        return (content.audience == nil ? "Everybody" : "Only people in its audience")
          + (content.ignoresGlobalHoldout ? ", also in the global holdout" : "")
      case .experiment:
        return content.experiment?.words
          ?? "Everybody gets the same \(content.experimentSubject?.noun ?? "message")"
      case .values:
        return content.rules.render == nil
          ? "None, everybody gets the same texts" : "Filled in right before display"
      case .languages: return content.languageWords
      case .conversions:
        return content.conversions.isEmpty ? "None" : content.conversions.map(\.name).joined(separator: ", ")
      case .schedule:
        let rules = RuleGroups.all.filter { $0.section == .schedule }.compactMap {
          $0.sentence(content.rules)
        }
        let priority =
          reading.type.isDecidedByDevices ? [content.priority.words.lowercased() + " priority"] : []
        return ([content.scheduleWords] + rules + priority).joined(separator: ", ")
      case .frequency:
        return FrequencyRules.allWords(
          content.rules, isSentByTeam: content.needsNoTrigger && content.triggers.isEmpty)
      }
    }
  }

  /// The longest part of a text that the sentence quotes.
  private static func quoted(_ candidates: [String?]) -> String {
    let title = candidates.lazy.compactMap { $0.map(\.trimmed) }.first { !$0.isEmpty }
    return title.map { $0.count > 60 ? " “\($0.prefix(59))…”" : " “\($0)”" } ?? ""
  }

  /// `Shows the modal “Delivery is on us” once per person, when cart_viewed is logged with total >
  /// 20, from 21 Nov 2026, 14:05 UTC.`
  private static func sentence(_ reading: FormReading) -> String {
    let content = reading.content
    let shown = PersonalText.withDefaults(content)
    guard let message = shown.message?.sent else {
      return surfaceWords(shown) + " "
        + content.ruleWords(
          whenEmpty: content.needsNoTrigger ? "when you send it" : "as soon as you add a trigger") + "."
    }
    let quoted = quoted([message.header, message.message])
    let what =
      switch message.kind.known {
      case .control: "Counts who would have seen a message"
      case .html: "Shows the HTML page"
      default: "Shows the \(message.kindWords.lowercased())\(quoted)"
      }
    let rules = content.ruleWords(whenEmpty: "as soon as you add a trigger")
    let close =
      message.close.type.known == .auto && message.kind != .known(.control)
      ? message.close.afterSeconds.map { " Closes automatically after \(FormText.text($0)) seconds." } ?? ""
      : ""
    let personal = content.rules.render == nil ? "" : " The text is personalised."
    return "\(what) \(rules).\(personal)\(close)"
  }
}

extension CampaignReview {
  /// `Shows the banner “New in autumn”, which opens the announcement “Our new acorns”,`
  fileprivate static func surfaceWords(_ campaign: CampaignContent) -> String {
    let content = campaign.contentNoun.map { noun in
      let questions = campaign.content?.questions.count ?? 0
      let count =
        noun == "survey" && questions > 0
        ? " with " + NumberWords.plural(questions, "question", "questions") : ""
      return "the \(noun)" + quoted([campaign.content?.title]) + count
    }
    guard let banner = campaign.banner else {
      if let push = campaign.push, campaign.data == nil {
        return "Sends the notification" + quoted([push.title, push.text])
          + (content.map { ", which opens \($0)," } ?? "")
      }
      return content.map { "Shows " + $0 } ?? "Passes the data to the app"
    }
    return "Shows the banner" + quoted([banner.title, banner.text])
      + (content.map { ", which opens \($0)," } ?? "")
  }
}

extension CampaignReview.Check {
  fileprivate init(_ notes: LintNotes) {
    self.init("Other campaigns", isSerious: !notes.serious.isEmpty, notes.items)
  }

  /// What is said about the values of people: nothing, or one check.
  fileprivate static func personal(_ note: AttributeNote?, _ people: ReviewPeople) -> [Self] {
    let read = note.map {
      LintNotes.Item(
        tone: "hint", text: $0.text, remedy: $0.remedy, href: $0.href, linkText: "SDK authentication",
        others: [])
    }
    let lacking = people.lacking.map {
      LintNotes.Item(
        tone: "warn", text: $0, remedy: "Give the value a default to reach them too.", href: nil, others: [])
    }
    let items = [lacking, read].compactMap(\.self)
    return items.isEmpty
      ? [] : [Self("Personalisation", isSerious: lacking != nil || note?.isSerious == true, items)]
  }

  private init(_ title: String, isSerious: Bool, _ notes: [LintNotes.Item]) {
    self.init(
      title: title, tone: isSerious ? "warn" : "good", toneWords: isSerious ? "Warning" : "OK",
      icon: isSerious ? "warning" : "check",
      words: nil, problems: [], notes: notes)
  }
}
