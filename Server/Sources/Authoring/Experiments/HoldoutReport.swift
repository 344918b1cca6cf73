// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Statistics
public import Store

/// What all campaigns together cause: whether people outside of the global holdout do more than
/// those in it.
///
/// The two groups are everybody whom the app knows, whether campaigns could have reached them or
/// not. That keeps the comparison fair, and makes the difference small: most people of both groups
/// met no campaign.
public struct HoldoutReport: Sendable {
  /// Why there is nothing to compare, or what there is.
  public enum Standing: Sendable {
    /// Nobody is held out.
    case off
    /// The share changed after the period, so who was held out in it is not known.
    case unknown
    /// Counting has not begun.
    case waiting(until: Instant)
    /// - Parameters:
    ///   - sampleRatio: nil as long as there are too few people to know.
    ///   - readout: The rates, the holdout first. nil as long as one of the groups has nobody.
    case counted(HoldoutTally, sampleRatio: SampleRatio?, readout: ExperimentReadout?)
  }

  public let period: HoldoutPeriod
  /// In ten-thousandths, as it is now.
  public let share: Int
  public let event: EventSelector
  /// The time in which events count. nil: it is not known, or nobody is held out.
  public let counted: Range<Instant>?
  public let standing: Standing

  /// The groups, in the order of the readout.
  public static let labels = ["Held out", "Everybody else"]

  /// What a reading of the two groups says, without a full stop.
  public static func words(_ reading: Reading) -> String {
    ReadoutWords.sentence(reading, arm: labels[1], baseline: "the holdout", noun: "group")
  }
}

/// Counts what people in the global holdout do, and others.
public struct HoldoutReports: Sendable {
  private let store: any ExperimentStore & SettingsStore

  public init(store: any ExperimentStore & SettingsStore) {
    self.store = store
  }

  /// - Parameters:
  ///   - period: The present one or an earlier one.
  ///   - limit: The most events that are read.
  public func report(
    of event: EventSelector, in period: HoldoutPeriod, app: AppID, at now: Instant,
    limit: Int = EventAnalytics.limit
  ) async throws(Rejection) -> HoldoutReport {
    let setting = try await asking { () throws(StoreError) in try await store.settings(app: app).globalHoldout
    }
    func made(_ counted: Range<Instant>?, _ standing: HoldoutReport.Standing) -> HoldoutReport {
      HoldoutReport(period: period, share: setting.share, event: event, counted: counted, standing: standing)
    }
    guard let holdout = setting.holdout(in: period) else { return made(nil, .off) }
    guard let from = setting.countedFrom(in: period) else { return made(nil, .unknown) }
    let end = min(now, period.end)
    guard from < end else { return made(nil, from < period.end ? .waiting(until: from) : .unknown) }
    let tally = try await asking { () throws(StoreError) in
      try await store.holdoutTally(
        holdout, did: EventReading(event, from.milliseconds..<end.milliseconds), app: app, limit: limit)
    }
    guard let tally else { throw .impossible(EventAnalytics.tooManyEvents()) }
    let groups = [tally.heldOut, tally.others]
    let ratio = SampleRatio.Epoch(
      people: groups.map(\.people), shares: [setting.share, BucketDraw.bucketCount - setting.share]
    ).flatMap { SampleRatio([$0]) }
    let rates = groups.compactMap { Rate($0.converted, of: $0.people) }.map { RateArm($0) }
    let plan = try? ExperimentPlan(armCount: groups.count)
    let readout = plan.flatMap { try? ExperimentReadout(rates: rates, plan: $0, sampleRatio: ratio) }
    return made(from..<end, .counted(tally, sampleRatio: ratio, readout: readout))
  }
}
