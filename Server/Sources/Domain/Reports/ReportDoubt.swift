// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Something in a report that cannot be, and what it most likely comes from.
public struct ReportDoubt: Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case moreShownThanDelivered = "more_shown_than_delivered"
    case moreClickedThanShown = "more_clicked_than_shown"
    case clicksWithoutImpressions = "clicks_without_impressions"
    case tooManyNames = "too_many_names"
  }

  public var code: Code
  /// What cannot be, with its figures.
  public var message: String
  public var cause: String
}

extension CampaignReport.Totals {
  /// What cannot be. Only totals of the whole time say it: of a shorter time, the beginning may lie before.
  public var doubts: [ReportDoubt] {
    let invented =
      "Somebody may be sending invented events with the app’s SDK key, which is in every copy of the app. "
      + "If that goes on, put a new key into the app and revoke the old one."
    var doubts: [ReportDoubt] = []
    if uniqueImpressions > delivered {
      doubts.append(
        ReportDoubt(
          code: .moreShownThanDelivered, message: "\(uniqueImpressions) people saw the message, but it was delivered only to \(delivered).",
          cause: invented + " Events of devices whose sync could not be recorded are another cause; that ends with their next sync."))
    }
    if uniqueClicks > uniqueImpressions {
      doubts.append(
        ReportDoubt(
          code: .moreClickedThanShown, message: "\(uniqueClicks) people clicked on the message, but only \(uniqueImpressions) saw it.",
          cause: invented))
    } else if clicks > 0, impressions == 0 {
      doubts.append(
        ReportDoubt(
          code: .clicksWithoutImpressions, message: "The message was clicked \(clicks) times, but never shown.", cause: invented))
    }
    if [clicksByButton, dismissals, outcomes].contains(where: { $0[CountLimits.other, default: 0] > 0 }) {
      doubts.append(
        ReportDoubt(
          code: .tooManyNames,
          message:
            "More than \(CountLimits.details) different buttons, causes or reasons were reported; what came later is counted as other.",
          cause: invented))
    }
    return doubts
  }
}
