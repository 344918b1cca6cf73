// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What a campaign did, counted once per event id.
public struct CampaignReport: Hashable, Sendable {
  public var totals: Totals
  /// Hours that had anything, oldest first; each begins at a full hour UTC.
  public var hours: [Hour]
  /// What test devices did, whether the rest includes it or not. People who did the same on a device of their own are not among its people, so that
  /// both together count everybody once.
  public var testTotals: Totals

  public init(totals: Totals, hours: [Hour], testTotals: Totals = Totals()) {
    self.totals = totals
    self.hours = hours
    self.testTotals = testTotals
  }

  public struct Totals: Hashable, Sendable {
    /// People for whom the server said, at a session start, that the campaign is for them. Each counted once.
    public var eligible: Int
    /// People to whose devices the definition was sent. Each counted once.
    public var delivered: Int
    public var impressions: Int
    /// People with at least one impression.
    public var uniqueImpressions: Int
    /// All clicks, body and buttons.
    public var clicks: Int
    /// People with at least one click.
    public var uniqueClicks: Int
    /// Keyed by button id; the body is `body`.
    public var clicksByButton: [String: Int]
    /// Keyed by cause: `user`, `click`, `auto` …
    public var dismissals: [String: Int]
    /// Keyed `outcome` or `outcome:reason`: `suppressed:interval`. Without `shown` and `queued`, which are counted as impressions or not final.
    public var outcomes: [String: Int]

    public init(
      eligible: Int = 0, delivered: Int = 0, impressions: Int = 0, uniqueImpressions: Int = 0, clicks: Int = 0,
      uniqueClicks: Int = 0, clicksByButton: [String: Int] = [:], dismissals: [String: Int] = [:], outcomes: [String: Int] = [:]
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
  }

  public struct Hour: Hashable, Sendable {
    public var start: Instant
    public var impressions: Int
    public var clicks: Int
    public var dismissals: Int
    public var notShown: Int

    public init(start: Instant, impressions: Int = 0, clicks: Int = 0, dismissals: Int = 0, notShown: Int = 0) {
      self.start = start
      self.impressions = impressions
      self.clicks = clicks
      self.dismissals = dismissals
      self.notShown = notShown
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
