// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// The people who get no campaign of an app, so that the effect of all campaigns together stays
/// measurable.
///
/// Who they are is drawn for each period anew. Test devices, the lab, and campaigns that ignore it
/// are exempt.
public struct GlobalHoldout: Hashable, Sendable {
  /// In ten-thousandths. 0: nobody is held out.
  public private(set) var share: Int
  /// When the share was last changed, so that nobody was held out by this share before. nil: never.
  public private(set) var changedAt: Instant?

  /// The most that can be held out: 20%.
  public static let greatestShare = 2_000
  /// After a change of the share and at the beginning of a period, what people saw before still has
  /// an effect. So long, nothing is counted.
  public static let washOut = Duration.seconds(14 * 86_400)

  public init(share: Int = 0, changedAt: Instant? = nil) {
    self.share = share
    self.changedAt = changedAt
  }

  public var isOn: Bool { share > 0 }

  public mutating func change(to share: Int, at now: Instant) {
    guard share != self.share else { return }
    self.share = share
    changedAt = now
  }

  /// Who is held out at that time. nil: nobody.
  public func holdout(at now: Instant) -> Holdout? {
    guard isOn else { return nil }
    if let changedAt, now < changedAt { return nil }
    return holdout(in: HoldoutPeriod(containing: now))
  }

  /// Who is held out in the period by the present share. nil: nobody.
  public func holdout(in period: HoldoutPeriod) -> Holdout? {
    isOn ? try? Holdout.global(period: period.name, share: share) : nil
  }

  /// The next instant at which time alone changes who is held out. nil: never.
  public func nextChange(after now: Instant) -> Instant? {
    guard isOn else { return nil }
    if let changedAt, now < changedAt { return changedAt }
    return HoldoutPeriod(containing: now).end
  }

  /// Until when the person is held out. nil: they are not.
  public func end(for standing: ExperimentStanding, at now: Instant) -> Instant? {
    guard let holdout = holdout(at: now), holdout.holdsOut(standing) else { return nil }
    return HoldoutPeriod(containing: now).end
  }

  /// From when on people are compared in the period. nil: the share changed after it, so nobody
  /// knows who was held out.
  public func countedFrom(in period: HoldoutPeriod) -> Instant? {
    guard let changedAt, changedAt > period.begin else { return period.begin + Self.washOut }
    return changedAt < period.end ? changedAt + Self.washOut : nil
  }

  var diagnostics: [Diagnostic] {
    var found = DiagnosticList(prefix: "global_holdout.")
    if !(0...Self.greatestShare).contains(share) {
      found.error(
        "share", "out_of_range",
        "The global holdout is 0% to \(NumberWords.percent(ofTenThousandths: Self.greatestShare)).",
        "Enter a share such as \(NumberWords.percent(ofTenThousandths: Holdout.offeredGlobalShare)), or 0 to hold nobody out."
      )
    }
    return found.diagnostics
  }
}

extension Holdout {
  /// Whether the person is held out. A person without a unit that can be drawn is not.
  public func holdsOut(_ standing: ExperimentStanding) -> Bool {
    (try? ExperimentUnit(standing.unit)).map(holdsOut) ?? false
  }
}
