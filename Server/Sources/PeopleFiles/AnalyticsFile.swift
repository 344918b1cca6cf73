// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

/// Figures of events as a CSV file.
public enum AnalyticsFile {
  public static let contentType = PeopleExport.Format.csv.contentType

  /// A line for each step: its number, its event, and the people who got there.
  public static func csv(_ funnel: Funnel) -> [UInt8] {
    let rows = funnel.reached.indices.map { ["\($0 + 1)", funnel.query.steps[$0].text, "\(funnel.reached[$0])"] }
    return ([["step", "event", "people"]] + rows).flatMap(CSVCell.row)
  }

  /// A line for each day: the people for whom it is over, and those of them who were active.
  public static func csv(_ curve: RetentionCurve) -> [UInt8] {
    let rows = curve.days.enumerated().map { ["\($0)", "\($1.observed)", "\($1.active)"] }
    return ([["day", "observed", "active"]] + rows).flatMap(CSVCell.row)
  }
}
