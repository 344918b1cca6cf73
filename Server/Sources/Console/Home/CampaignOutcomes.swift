// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
public import Domain
public import MartletCore
import MartletWire
import Statistics
public import Store

/// What campaigns achieved, as it was counted last: their conversions, and whether their
/// experiments divide people as planned.
///
/// Counting reads the events of a month, which takes too long for a page. So a job counts, and
/// pages say when it did. The figures are kept in memory: after a restart they are there once they
/// are counted again.
public actor CampaignOutcomes {
  /// Of one app.
  struct Counted: Equatable {
    /// When counting began.
    var at: Instant
    /// The first conversion of each campaign that has one, in each of the periods of the home page
    /// that ended then.
    var conversions: [ReportRange: [CampaignID: ConversionCount]] = [:]
    /// Running campaigns whose experiment divides people otherwise than planned, as it was on the
    /// first look of the day (UTC). The alarm's threshold is for one look a day.
    var dividedWrongly: Set<CampaignID> = []
  }

  /// The most campaigns whose conversions are counted, and the most experiments.
  static let most = 200

  private let store: any Store
  private var counted: [AppID: Counted] = [:]

  public init(store: any Store) {
    self.store = store
  }

  /// nil: not counted yet.
  func counted(of app: AppID) -> Counted? { counted[app] }

  /// Counts one app.
  ///
  /// - Parameter pause: Waits between two campaigns, so that others can read. What it throws ends
  ///   the counting, and the figures stay as they were.
  public func count(_ app: AppID, environment: Environment, pause: @Sendable () async throws -> Void)
    async throws
  {
    let campaigns = try await store.campaigns(app: app)
    let now = environment.now()
    var result = Counted(at: now)
    for campaign in campaigns.filter({ Self.isCounted($0, at: now) }).prefix(Self.most) {
      guard let rule = campaign.content.conversionRules.first else { continue }
      for range in HomePage.ranges {
        guard let (from, to) = range.bounds(at: now) else { continue }
        result.conversions[range, default: [:]][campaign.id] = try await store.conversions(
          [rule], of: campaign.id, app: app, from: from, to: to
        ).first
      }
      try await pause()
    }
    if let before = counted[app], CountedTime.day(of: before.at) == CountedTime.day(of: now) {
      result.dividedWrongly = before.dividedWrongly
    } else {
      let reports = ExperimentReports(store: store)
      for campaign in campaigns.filter({ $0.state == .running && $0.content.experiment != nil }).prefix(
        Self.most)
      {
        if try await reports.report(of: campaign, at: now)?.sampleRatio?.isAlarm == true {
          result.dividedWrongly.insert(campaign.id)
        }
        try await pause()
      }
    }
    counted[app] = result
  }

  /// Whether it was shown in the longest period, as far as its state says.
  private static func isCounted(_ campaign: Campaign, at now: Instant) -> Bool {
    // Nobody sees a push in the app, so nobody converts after they saw it. Its experiment counts
    // conversions in its own way.
    guard !campaign.content.conversions.isEmpty, !campaign.content.isPushOnly else { return false }
    switch campaign.state {
    case .draft: return false
    case .running, .paused: return true
    case .finished:
      guard let finished = campaign.finishedAt, let longest = HomePage.ranges.last?.bounds(at: now) else {
        return false
      }
      return finished > longest.from
    }
  }
}
