// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

/// The report of a campaign as a CSV file.
public enum CampaignReportFile {
  public static let contentType = PeopleExport.Format.csv.contentType

  /// What a file is about. The raw value is the word for it in addresses.
  public enum Part: String, Sendable, CaseIterable {
    case hours, conversions

    public var fileName: String { self == .hours ? "report.csv" : "conversions.csv" }

    /// Its bytes. Conversions are counted however long it takes, and never for test devices.
    public func file(
      of campaign: Campaign, from: Instant?, to: Instant?, countsTests: Bool, in store: any ReportStore
    ) async throws(StoreError) -> [UInt8] {
      switch self {
      case .hours:
        CampaignReportFile.csv(
          try await store.report(
            campaign: campaign.id, app: campaign.appID, from: from, to: to, countsTests: countsTests))
      case .conversions:
        CampaignReportFile.csv(
          try await store.conversions(of: campaign, from: from, to: to, isAsked: true) ?? [])
      }
    }
  }

  /// A line for each hour (UTC) in which something happened, oldest first. `starts_at` is in ISO
  /// 8601.
  public static func csv(_ report: CampaignReport) -> [UInt8] {
    let rows = report.hours.map { hour in
      [CSVCell.date(hour.start.milliseconds)]
        + [hour.impressions, hour.clicks, hour.dismissals, hour.notShown].map { "\($0)" }
    }
    return ([["starts_at", "impressions", "clicks", "dismissals", "not_shown"]] + rows).flatMap(CSVCell.row)
  }

  /// A line for each conversion; with revenue, one for each of its currencies. A conversion without
  /// revenue has an empty cell for it.
  public static func csv(_ conversions: [ConversionCount]) -> [UInt8] {
    let rows = conversions.flatMap { count in
      let line = [count.rule.name] + [count.shown, count.converted, count.conversions].map { "\($0)" }
      guard count.rule.revenue != nil else { return [line + ["", ""]] }
      let sums = count.revenue.ordered
      return sums.isEmpty ? [line + ["", "0"]] : sums.map { line + [$0.currency, amount($0.hundredths)] }
    }
    return ([["conversion", "people", "converted", "conversions", "currency", "revenue"]] + rows).flatMap(
      CSVCell.row)
  }

  private static func amount(_ hundredths: Int64) -> String {
    CSVCell.text(hundredths % 100 == 0 ? .int(hundredths / 100) : .double(Double(hundredths) / 100))
  }
}
