// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

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
  /// What is impossible in the report. Valid only for a report of the whole time: a shorter one may miss the beginning.
  ///
  /// - Parameter campaign: The campaign whose limits apply.
  public func doubts(about campaign: Campaign, at now: Instant) -> [ReportDoubt] {
    let starts = [hours.first?.start, campaign.launchedAt, campaign.createdAt].compactMap(\.self)
    // A clock may be a day ahead and still be believed.
    let span = now.duration(since: starts.min() ?? now) + .seconds(86_400)
    return totals.doubts(allowance: ImpressionAllowance(campaign.content.rules, within: span))
  }
}

extension CampaignReport.Totals {
  func doubts(allowance: ImpressionAllowance?) -> [ReportDoubt] {
    let invented =
      "Someone may be sending fake events with the SDK key, which is part of every copy of the app. "
      + "If this continues, ship a new key with the app and revoke the old one."
    func people(_ count: Int) -> String { NumberWords.plural(count, "person", "people") }
    var doubts: [ReportDoubt] = []
    if uniqueImpressions > delivered {
      doubts.append(
        ReportDoubt(
          code: .moreShownThanDelivered,
          message: "\(people(uniqueImpressions)) saw the message, but it was only delivered to \(NumberWords.count(delivered)).",
          cause: invented + " Another cause: the server could not record the sync of some devices. Their next sync corrects this."))
    } else if let allowance, allowance.isExceeded(by: impressions, of: delivered) {
      let times = allowance.perPerson == 1 ? "once" : "\(NumberWords.count(allowance.perPerson)) times"
      let recipients =
        delivered == 1 ? "the one person who received it can" : "the \(NumberWords.count(delivered)) people who received it can each"
      doubts.append(
        ReportDoubt(
          code: .moreShownThanAllowed,
          message:
            "The message was shown \(NumberWords.plural(impressions, "time", "times")), but \(recipients) see it at most \(times).",
          cause: "Each device counts separately, so someone with two devices or a new installation can see it more often. "
            + "It may also have been shown before the cap was set. Otherwise: " + invented))
    }
    if uniqueClicks > uniqueImpressions {
      doubts.append(
        ReportDoubt(
          code: .moreClickedThanShown,
          message: "\(people(uniqueClicks)) clicked on the message, but only \(NumberWords.count(uniqueImpressions)) saw it.",
          cause: invented))
    } else if clicks > 0, impressions == 0 {
      doubts.append(
        ReportDoubt(
          code: .clicksWithoutImpressions,
          message: "The message was clicked \(NumberWords.plural(clicks, "time", "times")), but never shown.", cause: invented))
    }
    if [clicksByButton, dismissals, outcomes].contains(where: { $0[CountLimits.other, default: 0] > 0 }) {
      doubts.append(
        ReportDoubt(
          code: .tooManyNames,
          message:
            "More than \(CountLimits.details) different buttons, causes or reasons were reported. Later ones count as “other”.",
          cause: invented))
    }
    return doubts
  }
}
