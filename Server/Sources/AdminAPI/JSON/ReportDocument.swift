// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Documents
public import Domain
import MartletCore
import MartletWire
import Statistics

/// The report of a campaign.
struct ReportDocument: Shaped {
  /// The most hours in one report: 92 days, so that a quarter always fits.
  static let hourLimit = 2_208

  var campaign: Campaign
  var report: CampaignReport
  var period: (from: Instant?, to: Instant?)
  var countsTests: Bool
  var doubts: [ReportDoubt]
  /// nil if they were not counted.
  var conversions: [ConversionCount]?

  static let shape = Shape<Self>(
    "Report", "", .field("campaign_id", \.campaign.id.rawValue), .optional("from", \.period.from),
    .optional("to", \.period.to), .field("totals", \.report.totals),
    .optional(
      "buttons", \.buttons,
      """
      How often each button of the message that leads on was tapped, as a share of the impressions: the \
      primary button first, then the others and the body, then what led on in earlier versions. Buttons \
      that only close are in `dismissals`. Only for messages.
      """),
    .field("includes_test_devices", \.countsTests, "Whether `totals` and `hours` include test devices."),
    .field(
      "test_device_totals", \.report.testTotals,
      """
      The activity of test devices and of the Device Lab, whether or not `totals` includes it. People who \
      did the same on another device count only in the other figures, so that each person counts once \
      across both.
      """),
    .field(
      "hours", { Array($0.report.hours.suffix(hourLimit)) },
      """
      The newest 2,208 hours (92 days) with activity, oldest first. For older hours, set `from` and `to`.
      """, .most(hourLimit)),
    .optional(
      "conversions", \.conversions,
      """
      What people did after they saw the campaign between `from` and `to`, one entry for each conversion of \
      the campaign. A conversion counts for the message that the person saw last before it, of any \
      campaign, within the window. It counts even if it happens after `to`. Test devices never count. \
      Absent if there are so many people and events that counting takes long, unless `count_conversions` \
      is true.
      """),
    .field(
      "doubts", \.doubts,
      """
      Impossible figures in the all-time totals, with the likely cause. For example, more people saw the \
      message than received it, or there are more impressions than the campaign's own limits allow. Test \
      devices are not considered.
      """),
    .optional(
      "hours_omitted", { max(0, $0.report.hours.count - hourLimit).nonZero },
      "The number of older hours that were left out. Absent: none."))

  private var buttons: [Button]? {
    campaign.content.message.map { message in
      let primary = message.leadingElements.first
      return report.totals.rates(of: message).map { Button(rate: $0, isPrimary: $0.element == primary) }
    }
  }

  private struct Button: Shaped {
    var rate: CampaignReport.ButtonRate
    var isPrimary: Bool

    static let shape = Shape<Self>(
      "ReportButton", "", .field("id", \.rate.element, "The button's id, or `body`."),
      .field("clicks", \.rate.clicks), .field("is_primary", \.isPrimary),
      .field(
        "rate", \.share, "Clicks per impression. null: there was no impression.",
        ["type": ["number", "null"]]))

    private var share: Wire.JSONValue {
      rate.impressions > 0 ? .double(Double(rate.clicks) / Double(rate.impressions)) : .null
    }
  }
}

extension Int {
  fileprivate var nonZero: Int? { self == 0 ? nil : self }
}

extension ReportDoubt: Shaped {
  public static let shape = Shape<Self>(
    "Doubt", "", .field("code", \.code.rawValue, "A stable code for programs."),
    .field("message", \.message), .field("cause", \.cause))
}

extension CampaignReport.Totals: Shaped {
  public static let shape = Shape<Self>(
    "Totals", "", .field("eligible", \.eligible), .field("delivered", \.delivered),
    .field("impressions", \.impressions),
    .field("unique_impressions", \.uniqueImpressions, "People who saw it at least once."),
    .field(
      "clicks", \.clicks,
      """
      Taps on what leads on. A tap on a button that only closes is a dismissal, and data that an app uses \
      is a step.
      """),
    .field("unique_clicks", \.uniqueClicks, "People who clicked at least once."),
    .field(
      "clicks_by_button", \.clicksByButton,
      "Only buttons that lead on, and `body` for the message itself."),
    .field(
      "dismissals", \.dismissals,
      """
      By cause. `button:1` is a tap on the button `1`, which only closes. `click` is a message that any tap \
      closed, which is counted already.
      """),
    .field("outcomes", \.outcomes),
    .field(
      "impressions_by_surface", \.impressionsBySurface,
      "Impressions of banners and content. Empty for messages."),
    .field(
      "steps", \.steps,
      """
      `delivered`: it arrived on a device after its trigger. `content:displayed`: a banner opened its \
      content. `push:opened`: a person tapped its notification. `data:used`, `data:refused`: by the app.
      """),
    .field(
      "by_version", \.byVersion,
      """
      What happened with each version of banners, content, data and pushes: by version, then `delivered`, \
      `banner:displayed`, `content:clicked` and so on. Empty for messages.
      """),
    .field(
      "answers", \.answers,
      """
      By question, then by the id of a choice or a number. The empty key counts the surveys that answered \
      the question.
      """))
}

extension CampaignReport.Hour: Shaped {
  public static let shape = Shape<Self>(
    "Hour", "", .field("start", \.start), .field("impressions", \.impressions),
    .field("clicks", \.clicks, "As in `totals`."),
    .field(
      "dismissals", \.dismissals,
      "Without messages that a click closed, and with taps on buttons that only close."),
    .field("not_shown", \.notShown))
}

/// The people who saw a campaign, by what their devices say.
struct BreakdownDocument: Shaped {
  var campaign: Campaign
  var breakdown: CampaignBreakdown
  var from: Instant?
  var to: Instant?

  static let shape = Shape<Self>(
    "Breakdown", "", .field("campaign_id", \.campaign.id.rawValue), .field("by", \.breakdown.fact.rawValue),
    .optional(
      "conversion", \.campaign.content.conversionRules.first?.name,
      "The campaign's first conversion, which is counted. Absent: it has none."),
    .optional("from", \.from), .optional("to", \.to), .field("groups", \.breakdown.groups))
}

extension CampaignBreakdown.Group: Shaped {
  public static let shape = Shape<Self>(
    "BreakdownGroup", "",
    .optional(
      "value", { if case .value(let value) = $0.name { value } else { nil } },
      "What the devices say. Absent: they did not say, or these are other values."),
    .optional(
      "other_values", { if case .others(let count) = $0.name { count } else { nil } },
      "How many other values this group has together."),
    .field("people", \.shown, "People who saw the campaign in the period."),
    .field("clicked", \.clicked, "Of those, the ones who clicked in the period: tapped what leads on."),
    .field("converted", \.converted, "Of those, the ones who converted."))
}

extension ConversionCount: Shaped {
  public static let shape = Shape<Self>(
    "ConversionCount", "", .field("name", \.rule.name),
    .field("window_ms", \.rule.window, "How long after the message events count."),
    .field("people", \.shown, "People who saw the campaign."),
    .field("converted", \.converted, "Of those, the ones who converted."),
    .field("conversions", \.conversions, "How often they converted."),
    .optional(
      "revenue", \.onlyRevenue,
      """
      The sum of the revenue property, of purchases times the quantity. Absent: the conversion has no \
      revenue, or revenue in several currencies.
      """),
    .optional(
      "revenues", { $0.rule.revenue == nil ? nil : $0.sums },
      "One sum for each currency. Absent: the conversion has no revenue."),
    .optional(
      "estimate", { Rate($0.converted, of: $0.shown)?.readableEstimate },
      "The share of `people` who converted, with its 95% interval. Absent below 30 people."))

  private var sums: [Sum] {
    revenue.ordered.map { Sum(amount: Double($0.hundredths) / 100, currency: $0.currency) }
  }

  /// Several currencies have no sum.
  private var onlyRevenue: Double? {
    let sums = sums
    return rule.revenue == nil || sums.count > 1 ? nil : sums.first?.amount ?? 0
  }

  private struct Sum: Shaped {
    var amount: Double
    var currency: String

    static let shape = Shape<Self>(
      "RevenueSum", "", .field("amount", \.amount),
      .optional(
        "currency", { $0.currency.isEmpty ? nil : $0.currency },
        "An ISO 4217 code. Absent: the events name none."))
  }
}
