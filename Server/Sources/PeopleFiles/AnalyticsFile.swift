// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire

/// Figures of events as a CSV file.
public enum AnalyticsFile {
  public static let contentType = PeopleExport.Format.csv.contentType

  /// A line for each step: its number, its event, and the people who got there. If a step has
  /// conditions, they are the last column.
  public static func csv(_ funnel: Funnel) -> [UInt8] {
    let hasFilters = funnel.query.steps.contains { $0.filter != nil }
    let rows = funnel.reached.indices.map { index in
      let step = funnel.query.steps[index]
      return ["\(index + 1)", step.text, "\(funnel.reached[index])"]
        + (hasFilters ? [step.filter?.wire.words ?? ""] : [])
    }
    return ([["step", "event", "people"] + (hasFilters ? ["conditions"] : [])] + rows).flatMap(CSVCell.row)
  }

  /// A line for each day: the people for whom it is over, and those of them who were active.
  public static func csv(_ curve: RetentionCurve) -> [UInt8] {
    let rows = curve.days.enumerated().map { ["\($0)", "\($1.observed)", "\($1.active)"] }
    return ([["day", "observed", "active"]] + rows).flatMap(CSVCell.row)
  }

  /// A line for each day of each cohort, with the beginning of its first events (ISO 8601).
  public static func csv(cohortsOf curve: RetentionCurve) -> [UInt8] {
    let rows = curve.cohorts.flatMap { cohort in
      cohort.days.enumerated().map { day, count in
        [
          CSVCell.date(cohort.first.lowerBound.milliseconds), "\(cohort.people)", "\(day)",
          "\(count.observed)", "\(count.active)",
        ]
      }
    }
    return ([["starts_at", "people", "day", "observed", "active"]] + rows).flatMap(CSVCell.row)
  }
}
