// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// What a campaign did, counted once per event id.
public struct CampaignReport: Hashable, Sendable {
  public var totals: Totals
  /// Hours that had anything, oldest first; each begins at a full hour UTC.
  public var hours: [Hour]
  /// What test devices did, whether the rest includes it or not. People who did the same on a
  /// device of their own are not among its people, so that both together count everybody once.
  public var testTotals: Totals

  public init(totals: Totals, hours: [Hour], testTotals: Totals = Totals()) {
    self.totals = totals
    self.hours = hours
    self.testTotals = testTotals
  }

  /// Whether no device, for tests or not, did anything with it.
  public var isQuiet: Bool {
    [totals, testTotals].allSatisfy {
      $0.impressions == 0 && $0.clicks == 0 && $0.outcomes.isEmpty && $0.dismissals.isEmpty
        && $0.steps.isEmpty
    }
  }

  public struct Totals: Hashable, Sendable {
    /// People for whom the server said, at a session start, that the campaign is for them. Each
    /// counted once.
    public var eligible: Int
    /// People to whose devices the definition was sent. Each counted once.
    public var delivered: Int
    public var impressions: Int
    /// Keyed by surface; those of messages are not here.
    public var impressionsBySurface: [String: Int] = [:]
    /// People with at least one impression.
    public var uniqueImpressions: Int
    /// Taps on what leads on: the body and buttons.
    public var clicks: Int
    /// People with at least one click.
    public var uniqueClicks: Int
    /// Keyed by button id; the body is `body`. For other surfaces than messages, by surface.
    public var clicksByButton: [String: Int]
    /// Keyed by cause: `user`, `click`, `auto` …, or `button:1` for a button that only closes. For
    /// other surfaces than messages: `banner:user`.
    public var dismissals: [String: Int]
    /// Steps that are nothing of the above: `delivered`, `content:displayed`, `push:opened`,
    /// `data:used`, `data:refused`.
    public var steps: [String: Int] = [:]
    /// What happened with each version of banners, content, data and pushes, by version and then by
    /// step, as `VersionDetail` names them.
    public var byVersion: [String: [String: Int]] = [:]
    /// How often each question of a survey was answered, and what, keyed by question and answer:
    /// the id of a choice, or a number. The empty answer counts the surveys that answered the
    /// question at all.
    public var answers: [String: [String: Int]] = [:]
    /// Keyed `outcome` or `outcome:reason`: `suppressed:interval`. Without `shown` and `queued`,
    /// which are counted as impressions or not final.
    public var outcomes: [String: Int]

    public init(
      eligible: Int = 0, delivered: Int = 0, impressions: Int = 0, uniqueImpressions: Int = 0,
      clicks: Int = 0,
      uniqueClicks: Int = 0, clicksByButton: [String: Int] = [:], dismissals: [String: Int] = [:],
      outcomes: [String: Int] = [:]
    ) {
      self.eligible = eligible
      self.delivered = delivered
      self.impressions = impressions
      self.uniqueImpressions = uniqueImpressions
      self.clicks = clicks
      self.uniqueClicks = uniqueClicks
      self.clicksByButton = clicksByButton
      self.dismissals = dismissals
      self.outcomes = outcomes
    }

    /// Without those by a click: whoever clicks has not dismissed anything.
    public var dismissalsWithoutClicks: [String: Int] { dismissals.filter { !Self.isByClick($0.key) } }

    /// Whether a cause of dismissals, such as `click` or `banner:click`, is counted as a click
    /// already.
    static func isByClick(_ cause: String) -> Bool {
      let click = Wire.EventRecord.DismissalCause.click.rawValue
      return cause == click || cause.hasSuffix(":" + click)
    }

    /// Adds a rollup's number.
    public mutating func add(_ metric: CampaignMetric, detail: String, count: Int) {
      switch metric {
      case .eligible: eligible += count
      case .delivered: delivered += count
      case .impression:
        impressions += count
        if !detail.isEmpty { impressionsBySurface[detail, default: 0] += count }
      case .uniqueImpression: uniqueImpressions += count
      case .click:
        clicks += count
        clicksByButton[detail, default: 0] += count
      case .uniqueClick: uniqueClicks += count
      case .dismissal: dismissals[detail, default: 0] += count
      case .outcome: outcomes[detail, default: 0] += count
      case .step: steps[detail, default: 0] += count
      case .version:
        let detail = VersionDetail(detail)
        byVersion[detail.version, default: [:]][detail.step, default: 0] += count
      case .answer:
        let detail = AnswerDetail(detail)
        answers[detail.question, default: [:]][detail.answer ?? "", default: 0] += count
      }
    }
  }

  public struct Hour: Hashable, Sendable {
    public var start: Instant
    public var impressions: Int
    public var clicks: Int
    /// Without those that were clicks.
    public var dismissals: Int
    public var notShown: Int

    public init(start: Instant, impressions: Int = 0, clicks: Int = 0, dismissals: Int = 0, notShown: Int = 0)
    {
      self.start = start
      self.impressions = impressions
      self.clicks = clicks
      self.dismissals = dismissals
      self.notShown = notShown
    }
  }

  /// Adds an hour's number to the chart. Hours must come in order; an hour that has nothing to show
  /// is left out.
  public mutating func add(_ metric: CampaignMetric, detail: String, count: Int, at hour: Instant) {
    switch metric {
    case .eligible, .delivered, .uniqueImpression, .uniqueClick, .step, .answer, .version: return
    case .dismissal: if Totals.isByClick(detail) { return }
    case .impression, .click, .outcome: break
    }
    if hours.last?.start != hour { hours.append(Hour(start: hour)) }
    let last = hours.count - 1
    switch metric {
    case .impression: hours[last].impressions += count
    case .click: hours[last].clicks += count
    case .dismissal: hours[last].dismissals += count
    case .outcome: hours[last].notShown += count
    case .eligible, .delivered, .uniqueImpression, .uniqueClick, .step, .answer, .version: break
    }
  }
}

/// One line of the campaign list.
public struct CampaignCounts: Hashable, Sendable {
  public var impressions: Int
  public var clicks: Int

  public init(impressions: Int = 0, clicks: Int = 0) {
    self.impressions = impressions
    self.clicks = clicks
  }
}
