// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire

/// The report of a campaign over time as a CSV file.
public enum CampaignReportFile {
  public static let contentType = PeopleExport.Format.csv.contentType

  /// A line for each hour (UTC) in which something happened, oldest first. `starts_at` is in ISO 8601.
  public static func csv(_ report: CampaignReport) -> [UInt8] {
    let rows = report.hours.map { hour in
      [CSVCell.date(hour.start.milliseconds)] + [hour.impressions, hour.clicks, hour.dismissals, hour.notShown].map { "\($0)" }
    }
    return ([["starts_at", "impressions", "clicks", "dismissals", "not_shown"]] + rows).flatMap(CSVCell.row)
  }
}
