// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// What a campaign's rollups count. The raw values are stored.
public enum CampaignMetric: String, Hashable, Sendable, CaseIterable {
  case eligible
  case delivered
  /// Detail: the surface; empty for a message.
  case impression
  case uniqueImpression = "unique_impression"
  /// A tap on what leads on (`TapMeaning.swift`). Detail: the button's id, or `body`; for other
  /// surfaces than messages, the surface.
  case click
  case uniqueClick = "unique_click"
  /// Detail: the cause, or `button:` and the button that only closes; for other surfaces than
  /// messages, `surface:cause`.
  case dismissal
  /// Detail: `outcome` or `outcome:reason`. Only final outcomes other than `shown`.
  case outcome
  /// What people answered in a survey. Detail: an `AnswerDetail`.
  case answer
  /// Detail: `delivered`, when a banner, content or data arrived on a device, `content:displayed`,
  /// when a banner opened it, `push:opened`, when a person tapped a notification, whatever that
  /// opened, and `data:used` or `data:refused` by the app.
  case step
  /// What happened with a surface of each version, except messages. Detail: `3:banner:displayed`,
  /// as `VersionDetail` writes it.
  case version
}

/// One thing that an event adds to the numbers of a campaign.
public struct CampaignCount: Hashable, Sendable {
  public var campaign: CampaignID
  public var metric: CampaignMetric
  /// Empty when the metric has none.
  public var detail: String

  public init(campaign: CampaignID, metric: CampaignMetric, detail: String = "") {
    self.campaign = campaign
    self.metric = metric
    self.detail = detail
  }

  /// Compares bytes, as the database does.
  public static func == (one: Self, other: Self) -> Bool {
    one.metric == other.metric && one.campaign.rawValue.isExactly(other.campaign.rawValue)
      && one.detail.isExactly(other.detail)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(metric)
    hasher.combine(ExactText(campaign.rawValue))
    hasher.combine(ExactText(detail))
  }

  /// What a submitted survey adds: each question that was answered, and each of its choices or its
  /// number. Texts are only counted as answers.
  public static func answers(_ event: Wire.EventRecord) -> [CampaignCount] {
    guard case .surveyAnswers(let presentation, let answers) = event.body else { return [] }
    let campaign = CampaignID(presentation.campaignID)
    let questions = answers.keys.sorted().prefix(Wire.Limits.questions)
    return questions.flatMap { question -> [CampaignCount] in
      let given: [String] =
        switch answers[question] {
        case .array(let choices)?:
          choices.prefix(Wire.Limits.choices).compactMap {
            if case .string(let choice) = $0 { choice } else { nil }
          }
        case .int(let number)?: ["\(number)"]
        default: []
        }
      // A choice that is named twice is one.
      return ([nil] + Set(given).sorted().map { $0 }).map { answer in
        CampaignCount(
          campaign: campaign, metric: .answer, detail: AnswerDetail(question: question, answer: answer).text)
      }
    }
  }

  /// What an event of a banner, content, data or a push adds to the version that the device had.
  /// nil for messages and everything else.
  public static func ofVersion(_ event: Wire.EventRecord) -> CampaignCount? {
    let presentation: Wire.EventRecord.Presentation
    let step: String?
    switch event.body {
    case .delivered(let it): (presentation, step) = (it, "delivered")
    case .impression(let it): (presentation, step) = (it, it.surface.map { $0.rawValue + ":displayed" })
    case .click(let it, _): (presentation, step) = (it, it.surface.map { $0.rawValue + ":clicked" })
    case .dismissal(let it, _): (presentation, step) = (it, it.surface.map { $0.rawValue + ":dismissed" })
    default: return nil
    }
    guard let step else { return nil }
    let detail = VersionDetail(version: "\(presentation.campaignVersion)", step: step)
    return CampaignCount(campaign: CampaignID(presentation.campaignID), metric: .version, detail: detail.text)
  }

  /// What an event adds beside its main count: the answers of a survey, and what its version did.
  public static func further(_ event: Wire.EventRecord) -> [CampaignCount] {
    answers(event) + (ofVersion(event).map { [$0] } ?? [])
  }

  /// All that an event adds.
  public static func all(_ event: Wire.EventRecord, onlyCloses: Bool) -> [CampaignCount] {
    (CampaignCount(event, onlyCloses: onlyCloses).map { [$0] } ?? []) + further(event)
  }

  /// Before the button's id in the detail of a dismissal.
  public static let closingButton = "button:"

  /// The figure of the app that has the sum over all campaigns; nil for none. What a click closed
  /// is no dismissal, and messages that the app built belong to no campaign.
  var seriesMetric: SeriesMetric? {
    guard !Wire.LocalCampaign.contains(campaign.rawValue) else { return nil }
    return metric == .dismissal && CampaignReport.Totals.isByClick(detail)
      ? nil : SeriesMetric.ofCampaigns[metric]
  }

  /// nil when the event counts for no campaign. `further` has the rest.
  ///
  /// - Parameter onlyCloses: Whether the event is a tap that only closes a message.
  public init?(_ event: Wire.EventRecord, onlyCloses: Bool = false) {
    switch event.body {
    case .delivered(let presentation):
      self.init(campaign: CampaignID(presentation.campaignID), metric: .step, detail: "delivered")
    case .pushClick(let campaign?):
      self.init(campaign: CampaignID(campaign), metric: .step, detail: "push:opened")
    case .impression(let presentation):
      let surface = presentation.surface?.rawValue ?? ""
      self.init(
        campaign: CampaignID(presentation.campaignID),
        metric: presentation.isImpression ? .impression : .step,
        detail: presentation.isImpression ? surface : surface + ":displayed")
    case .click(let presentation, _) where presentation.surface == .known(.data):
      self.init(campaign: CampaignID(presentation.campaignID), metric: .step, detail: "data:used")
    case .dismissal(let presentation, _) where presentation.surface == .known(.data):
      self.init(campaign: CampaignID(presentation.campaignID), metric: .step, detail: "data:refused")
    case .click(let presentation, let buttonID):
      let element = buttonID ?? presentation.surface?.rawValue ?? Wire.Message.body
      self.init(
        campaign: CampaignID(presentation.campaignID), metric: onlyCloses ? .dismissal : .click,
        detail: onlyCloses ? Self.closingButton + element : element)
    case .dismissal(let presentation, let cause):
      let surface = presentation.surface.map { $0.rawValue + ":" } ?? ""
      self.init(
        campaign: CampaignID(presentation.campaignID), metric: .dismissal, detail: surface + cause.rawValue)
    case .outcome(let presentation, let outcome, let reason):
      // An impression reports `shown`, a click `actioned`, a dismissal `exited`, and `queued` is
      // not final.
      switch outcome.known {
      case .shown, .queued, .actioned, .exited: return nil
      case .suppressed, .discarded, .expired, .recalled, .replaced, .dropped, .withheld, nil: break
      }
      let detail = reason.map { outcome.rawValue + ":" + $0 } ?? outcome.rawValue
      self.init(campaign: CampaignID(presentation.campaignID), metric: .outcome, detail: detail)
    default: return nil
    }
  }
}

/// When an event counts.
public enum CountedTime {
  /// A device's clock may be far off. It is believed from 30 days before the receipt to one day
  /// after it; otherwise the receipt counts. A program is believed however long ago something
  /// happened: it sends what others have stored.
  public static func of(_ at: Instant, receivedAt: Instant, isOfProgram: Bool = false) -> Instant {
    isBelieved(at, receivedAt: receivedAt, isOfProgram: isOfProgram) ? at : receivedAt
  }

  static func isBelieved(_ at: Instant, receivedAt: Instant, isOfProgram: Bool) -> Bool {
    (isOfProgram || receivedAt - .seconds(30 * 86_400) <= at) && at <= receivedAt + .seconds(86_400)
  }

  /// A statement about an attribute never counts later than its receipt, not even slightly:
  /// otherwise a clock that is ahead would win over what the person says afterwards.
  public static func ofAttribute(_ at: Instant, receivedAt: Instant, isOfProgram: Bool = false) -> Instant {
    min(of(at, receivedAt: receivedAt, isOfProgram: isOfProgram), receivedAt)
  }

  /// The full hour (UTC) in which the instant lies.
  public static func hour(of instant: Instant) -> Instant {
    let length: Int64 = 3_600_000
    let remainder = instant.milliseconds % length
    return Instant(milliseconds: instant.milliseconds - (remainder < 0 ? remainder + length : remainder))
  }
}
