// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire

/// The report of a campaign as a CSV file.
public enum CampaignReportFile {
  public static let contentType = PeopleExport.Format.csv.contentType

  /// What a file is about. The raw value is the word for it in addresses.
  public enum Part: String, Sendable, CaseIterable {
    case hours, conversions
  }

  /// A line for each hour (UTC) in which something happened, oldest first. `starts_at` is in ISO 8601.
  public static func csv(_ report: CampaignReport) -> [UInt8] {
    let rows = report.hours.map { hour in
      [CSVCell.date(hour.start.milliseconds)] + [hour.impressions, hour.clicks, hour.dismissals, hour.notShown].map { "\($0)" }
    }
    return ([["starts_at", "impressions", "clicks", "dismissals", "not_shown"]] + rows).flatMap(CSVCell.row)
  }

  /// A line for each conversion; with revenue, one for each of its currencies. A conversion without revenue has an empty cell for it.
  public static func csv(_ conversions: [ConversionCount]) -> [UInt8] {
    let rows = conversions.flatMap { count in
      let line = [count.rule.name] + [count.shown, count.converted, count.conversions].map { "\($0)" }
      guard count.rule.revenue != nil else { return [line + ["", ""]] }
      let sums = count.revenue.ordered
      return sums.isEmpty ? [line + ["", "0"]] : sums.map { line + [$0.currency, decimal($0.hundredths)] }
    }
    return ([["conversion", "people", "converted", "conversions", "currency", "revenue"]] + rows).flatMap(CSVCell.row)
  }

  /// `1234.5`, and `1234` for a whole number.
  private static func decimal(_ hundredths: Int64) -> String {
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)\(digits)"
  }
}
