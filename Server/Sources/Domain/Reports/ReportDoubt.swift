// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// Something in a report that is impossible, and its most likely cause.
public struct ReportDoubt: Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case moreShownThanDelivered = "more_shown_than_delivered"
    case moreShownThanAllowed = "more_shown_than_allowed"
    case moreClickedThanShown = "more_clicked_than_shown"
    case clicksWithoutImpressions = "clicks_without_impressions"
    case tooManyNames = "too_many_names"
  }

  public var code: Code
  /// What is impossible, with its figures.
  public var message: String
  public var cause: String
}

extension CampaignReport {
  /// What is impossible in the report. Valid only for a report of the whole time: a shorter one may
  /// miss the beginning.
  ///
  /// - Parameter campaign: The campaign whose limits apply.
  public func doubts(about campaign: Campaign, at now: Instant) -> [ReportDoubt] {
    let starts = [hours.first?.start, campaign.launchedAt, campaign.createdAt].compactMap(\.self)
    // A clock may be a day ahead and still be believed.
    let span = now.duration(since: starts.min() ?? now) + .seconds(86_400)
    // A push is clicked before the app shows anything.
    let isShown = campaign.content.push == nil
    return totals.doubts(
      allowance: ImpressionAllowance(campaign.content.rules, within: span), isShown: isShown)
  }
}

extension CampaignReport.Totals {
  /// - Parameter isShown: Whether people see it before they click on it.
  func doubts(allowance: ImpressionAllowance?, isShown: Bool = true) -> [ReportDoubt] {
    let invented =
      "Someone may be sending fake events with the SDK key, which is part of every copy of the app. "
      + "If this continues, ship a new key with the app and revoke the old one."
    func people(_ count: Int) -> String { NumberWords.plural(count, "person", "people") }
    var doubts: [ReportDoubt] = []
    func doubt(_ code: ReportDoubt.Code, _ message: String, cause: String = invented) {
      doubts.append(ReportDoubt(code: code, message: message, cause: cause))
    }
    if uniqueImpressions > delivered {
      doubt(
        .moreShownThanDelivered,
        "\(people(uniqueImpressions)) saw the message, but it was only delivered to \(NumberWords.count(delivered)).",
        cause: invented
          + " Another cause: the server could not record the sync of some devices. Their next sync corrects this."
      )
    } else if let allowance, allowance.isExceeded(by: impressions, of: delivered) {
      let times = allowance.perPerson == 1 ? "once" : "\(NumberWords.count(allowance.perPerson)) times"
      let recipients =
        delivered == 1
        ? "the one person who received it can"
        : "the \(NumberWords.count(delivered)) people who received it can each"
      doubt(
        .moreShownThanAllowed,
        "The message was shown \(NumberWords.plural(impressions, "time", "times")), but \(recipients) see it at most \(times).",
        cause:
          "Each device counts separately, so someone with two devices or a new installation can see it more often. "
          + "It may also have been shown before the cap was set. Otherwise: " + invented)
    }
    if !isShown {
      // Nothing to compare clicks with.
    } else if uniqueClicks > uniqueImpressions {
      doubt(
        .moreClickedThanShown,
        "\(people(uniqueClicks)) clicked on the message, but only \(NumberWords.count(uniqueImpressions)) saw it."
      )
    } else if clicks > 0, impressions == 0 {
      doubt(
        .clicksWithoutImpressions,
        "The message was clicked \(NumberWords.plural(clicks, "time", "times")), but never shown.")
    }
    if [clicksByButton, dismissals, outcomes].contains(where: { $0[CountLimits.other, default: 0] > 0 }) {
      doubt(
        .tooManyNames,
        "More than \(CountLimits.details) different buttons, causes or reasons were reported. Later ones count as “other”."
      )
    }
    return doubts
  }
}

/// The most often that a campaign's own limits let it show to one person within a stretch of time.
struct ImpressionAllowance {
  var perPerson: Int

  /// nil when nothing that can be counted limits it. A session has no fixed length, so a limit of
  /// sessions is ignored.
  init?(_ rules: Wire.DeliveryRules, within span: Duration) {
    let milliseconds = max(0, span.wholeMilliseconds)
    // Rolling stretches: as many as fit, and one more that has just begun.
    func stretches(_ length: Int64) -> Int { length > 0 ? Int(milliseconds / length) + 1 : .max }
    var allowed: [Int] = []
    switch rules.reEligibility?.type {
    case .known(.once): allowed.append(1)
    case .known(.after):
      if let length = rules.reEligibility?.afterMilliseconds { allowed.append(stretches(length)) }
    case .known(.always), .unknown, nil: break
    }
    for cap in rules.caps {
      let times: Int
      switch cap.within {
      case .known(.lifetime): times = 1
      case .known(.day): times = stretches(86_400_000)
      case .known(.week): times = stretches(7 * 86_400_000)
      case .known(.month): times = stretches(30 * 86_400_000)
      case .known(.year): times = stretches(365 * 86_400_000)
      case .known(.session), .unknown: continue
      }
      let (product, isTooMany) = cap.limit.multipliedReportingOverflow(by: times)
      if !isTooMany { allowed.append(product) }
    }
    guard let least = allowed.min() else { return nil }
    perPerson = least
  }

  /// Whether this many people cannot have seen it this often.
  func isExceeded(by impressions: Int, of people: Int) -> Bool {
    let (product, isTooMany) = people.multipliedReportingOverflow(by: perPerson)
    return !isTooMany && impressions > product
  }
}
