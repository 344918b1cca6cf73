// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// The events of one day in UTC, newest first.
struct TimelineDay {
  let day: String
  let entries: [Entry]

  struct Entry {
    var time = ""
    var timeTitle = ""
    let chip: String
    let title: String
    var tone = "plain"
    var subject: Link?
    var detail: String?
    /// Whether reports leave the entry out.
    var isTest = false
    /// The decision, which can be unfolded.
    var decision: Decision?
  }

  struct Link {
    let subjectName: String
    let subjectHref: String?
  }

  struct Decision {
    let candidates: [Candidate]
    let omitted: String?
    let isGone: Bool
  }

  struct Candidate {
    let candidateName: String
    let candidateHref: String?
    let version: Int
    let isChosen: Bool
    let verdict: String
    let reason: String?
    let values: [Value]
  }

  struct Value {
    let valueName: String
    let valueText: String
  }

  static func grouped(_ entries: [TimelineEntry], words: TimelineWords, now: Instant) -> [TimelineDay] {
    var days: [(day: String, entries: [Entry])] = []
    // To a reader, the display and the impression of a message are one event.
    let seen = Set(
      entries.compactMap {
        if case .impression(let presentation)? = $0.record?.body { presentation.id } else { nil }
      })
    for entry in entries {
      if case .outcome(let presentation, .known(.shown), _)? = entry.record?.body,
        seen.contains(presentation.id)
      {
        continue
      }
      let day = UTCTime(entry.countedAt).date
      if days.last?.day != day { days.append((day, [])) }
      days[days.count - 1].entries.append(words.entry(entry))
    }
    return days.map {
      TimelineDay(day: $0.day == UTCTime(now).date ? "Today, \($0.day)" : $0.day, entries: $0.entries)
    }
  }
}

/// A person's events in words.
struct TimelineWords {
  private let names: [String: String]
  private let messages: [String: Wire.Message]

  init(campaigns: [Campaign]) {
    names = Dictionary(campaigns.map { ($0.id.rawValue, $0.name) }) { first, _ in first }
    messages = Dictionary(
      campaigns.compactMap { campaign in campaign.content.message.map { (campaign.id.rawValue, $0) } }
    ) { first, _ in
      first
    }
  }

  func entry(_ entry: TimelineEntry) -> TimelineDay.Entry {
    var words = self.words(of: entry)
    (words.time, words.timeTitle) = (UTCTime.clock(entry.countedAt), UTCTime(entry.countedAt).words)
    words.isTest = entry.isTest
    let details = [
      words.detail, entry.deviceID.isEmpty ? "Sent by a program, not by a device." : nil,
      entry.at == entry.countedAt
        ? nil : "The device’s clock showed \(UTCTime(entry.at).words), so the time of receipt is used.",
    ].compactMap(\.self)
    words.detail = details.isEmpty ? nil : details.joined(separator: " ")
    return words
  }

  private func words(of entry: TimelineEntry) -> TimelineDay.Entry {
    switch entry.record?.body {
    case .sessionStart: return TimelineDay.Entry(chip: "Session", title: "Session started")
    case .sessionEnd(let length):
      return TimelineDay.Entry(
        chip: "Session", title: "Session ended", detail: "after \(Self.length(length))")
    case .purchase(let product, let currency, let price, let quantity, let properties):
      let paid = Wire.JSONValue.double(price).words
      return TimelineDay.Entry(
        chip: "Purchase", title: "Bought \(quantity) × \(product)",
        detail: ["\(paid) \(currency) each", Self.text(properties)].compactMap(\.self).joined(separator: ", ")
      )
    case .pushClick(let campaign):
      return TimelineDay.Entry(chip: "Push", title: "Opened a push notification", subject: campaign.map(link))
    case .userChanged(let previous):
      return TimelineDay.Entry(
        chip: "Profile", title: "Signed in as \(entry.record?.userID ?? "nobody")",
        detail: previous.map { "previously \($0)" } ?? "previously anonymous")
    case .attribute(let key, .null): return TimelineDay.Entry(chip: "Profile", title: "Removed \(key)")
    case .attribute(let key, let value):
      return TimelineDay.Entry(chip: "Profile", title: "Set \(key) to \(value.words)")
    case .attributeChange(let key, let change):
      return TimelineDay.Entry(chip: "Profile", title: Self.words(of: change, of: key))
    case .impression(let presentation):
      return TimelineDay.Entry(
        chip: "Shown", title: "Saw", tone: "good", subject: link(presentation.campaignID),
        detail: Self.place(presentation))
    case .click(let presentation, _) where presentation.surface == .known(.data):
      return TimelineDay.Entry(
        chip: "Used", title: "The app used", tone: "good", subject: link(presentation.campaignID))
    case .dismissal(let presentation, _) where presentation.surface == .known(.data):
      return TimelineDay.Entry(
        chip: "Refused", title: "The app refused", tone: "warn", subject: link(presentation.campaignID))
    case .click(let presentation, let button)
    where presentation.surface == nil
      && messages[presentation.campaignID]?.onlyCloses(button ?? Wire.Message.body) == true:
      return TimelineDay.Entry(
        chip: "Closed", title: "", subject: link(presentation.campaignID),
        detail: DismissalWords.label(
          CampaignCount.closingButton + (button ?? Wire.Message.body), of: messages[presentation.campaignID]))
    case .click(let presentation, let button):
      let what =
        presentation.surface.map { "The \($0.rawValue)" } ?? messages[presentation.campaignID]?.clickedWords(
          button ?? "body")
        ?? (button.map { "Button \($0)" } ?? "The message itself")
      return TimelineDay.Entry(
        chip: "Clicked", title: "Clicked in", tone: "good", subject: link(presentation.campaignID),
        detail: what)
    case .dismissal(let presentation, let cause):
      return TimelineDay.Entry(
        chip: "Closed", title: "", subject: link(presentation.campaignID),
        detail: [Self.place(presentation), DismissalWords.label(cause.rawValue)].compactMap { $0 }.joined(
          separator: ": "))
    case .delivered(let presentation):
      return TimelineDay.Entry(chip: "Delivered", title: "Received", subject: link(presentation.campaignID))
    case .surveyAnswers(let presentation, let answers):
      return TimelineDay.Entry(
        chip: "Answered", title: "Submitted", tone: "good", subject: link(presentation.campaignID),
        detail:
          "\(answers.count) \(answers.count == 1 ? "answer" : "answers"): \(Self.text(answers) ?? "none")")
    case .outcome(let presentation, let outcome, let reason):
      let words = Wire.OutcomeWords(outcome, reason: reason)
      let tone =
        outcome == .known(.shown)
        ? "good" : outcome == .known(.queued) || outcome == .known(.suppressed) ? "warn" : "bad"
      let hint = outcome == .known(.queued) || outcome == .known(.shown) ? nil : words.hint
      let why = [words.reason, entry.record?.detail].compactMap(\.self).joined(separator: ": ")
      return TimelineDay.Entry(
        chip: words.title, title: "", tone: tone, subject: link(presentation.campaignID),
        detail: [why.isEmpty ? nil : why + ".", hint].compactMap(\.self).joined(separator: " "))
    case .decision(let decision): return self.words(of: decision)
    case let body?:
      return TimelineDay.Entry(chip: "Event", title: body.title, detail: body.properties.flatMap(Self.text))
    case nil where entry.kind != "decision":
      return TimelineDay.Entry(
        chip: "Event", title: entry.kind.replacing("_", with: " ").capitalisingFirst,
        detail: "Details are no longer kept.")
    case nil:
      return TimelineDay.Entry(
        chip: "Decision", title: "Decision",
        decision: TimelineDay.Decision(candidates: [], omitted: nil, isGone: true))
    }
  }

  /// Where it happened, if not on a message.
  private static func place(_ presentation: Wire.EventRecord.Presentation) -> String? {
    presentation.surface.map { "The \($0.rawValue)" }
  }

  /// A change in words. The resulting value is among the person's attributes.
  private static func words(of change: Wire.AttributeChange, of key: String) -> String {
    switch (change.operation, change.value) {
    case (.known(.increment), .int(let step)) where step < 0:
      "Decreased \(key) by \(String(step).dropFirst())"
    case (.known(.increment), .double(let step)) where step < 0:
      "Decreased \(key) by \(Wire.JSONValue.double(-step).words)"
    case (.known(.increment), let step): "Increased \(key) by \(step.words)"
    case (.known(.add), let element): "Added \(element.words) to \(key)"
    case (.known(.remove), let element): "Removed \(element.words) from \(key)"
    case (.known(.merge), .object(let members)): "Changed \(list(members.keys.sorted())) in \(key)"
    case (.known(.merge), let value): "Merged \(value.words) into \(key)"
    case (.unknown(let operation), _): "Changed \(key) (unknown operation: \(operation))"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and more" : "")
  }

  private func words(of decision: Wire.DecisionRecord) -> TimelineDay.Entry {
    let lines = decision.candidates.map(candidate)
    let chosen = decision.candidates.first { $0.verdict == .known(.chosen) }
    let best =
      chosen ?? decision.candidates.first { $0.verdict != .known(.filter) } ?? decision.candidates.first
    let summary: String? =
      switch (chosen, best) {
      case (_?, _): nil
      case (nil, let best?):
        lines.count == 1 || best.verdict != .known(.filter)
          ? best.words(name: name).capitalisingFirst
          : "No filter matched (\(NumberWords.count(lines.count + decision.omittedCandidates)) campaigns)"
      case (nil, nil): "No running campaign uses this event"
      }
    let omitted =
      decision.omittedCandidates > 0
      ? "\(NumberWords.plural(decision.omittedCandidates, "more campaign", "more campaigns")) not listed."
      : nil
    return TimelineDay.Entry(
      chip: chosen == nil ? "Not shown" : "Chosen", title: "On \(decision.eventTitle)",
      tone: chosen == nil ? "warn" : "good",
      subject: chosen.map { link($0.campaignID) }, detail: summary,
      decision: TimelineDay.Decision(candidates: lines, omitted: omitted, isGone: false))
  }

  private func candidate(_ candidate: Wire.DecisionRecord.Candidate) -> TimelineDay.Candidate {
    TimelineDay.Candidate(
      candidateName: names[candidate.campaignID] ?? "Deleted campaign (\(candidate.campaignID))",
      candidateHref: names[candidate.campaignID].map { _ in
        "/campaigns/\(QueryString.encoded(candidate.campaignID))"
      },
      version: candidate.campaignVersion, isChosen: candidate.verdict == .known(.chosen),
      verdict: candidate.verdict.label,
      reason: candidate.valueWords(name: name),
      values: candidate.detail.sorted { $0.key < $1.key }.map { key, value in
        TimelineDay.Value(valueName: key.replacing("_", with: " "), valueText: self.value(value, of: key))
      })
  }

  /// Values in words: the end of a name tells instants and lengths of time.
  private func value(_ value: Wire.JSONValue, of key: String) -> String {
    switch value {
    case .int(let milliseconds) where key.hasSuffix("_ms"): Self.length(milliseconds)
    case .int(let milliseconds) where key.hasSuffix("_at"): UTCTime(Instant(milliseconds: milliseconds)).words
    case .array(let keys) where key == "path":
      keys.map { if case .string(let text) = $0 { text } else { $0.words } }.joined(separator: ".")
    case .string(let id) where key == "winner": name(id)
    default: value.words
    }
  }

  private func link(_ campaign: String) -> TimelineDay.Link {
    TimelineDay.Link(
      subjectName: name(campaign),
      subjectHref: names[campaign].map { _ in "/campaigns/\(QueryString.encoded(campaign))" })
  }

  private func name(_ campaign: String) -> String {
    names[campaign].map { "“\($0)”" } ?? "a deleted campaign"
  }

  private static func text(_ properties: [String: Wire.JSONValue]) -> String? {
    guard !properties.isEmpty else { return nil }
    let pairs = properties.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.words)" }
    let shown = pairs.prefix(12).joined(separator: ", ")
    return pairs.count > 12 ? shown + " and \(pairs.count - 12) more" : shown
  }

  /// `1.2 s`, `3 min 5 s`
  private static func length(_ milliseconds: Int64) -> String {
    let tenths = (milliseconds + 50) / 100
    guard tenths >= 600 else {
      return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
    let seconds = (milliseconds + 500) / 1_000
    guard seconds >= 3_600 else {
      return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    }
    let minutes = seconds / 60
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
