// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// Counts over time as rows of bars with a common time axis, and the same numbers as a table. The
/// bars are plain SVG in a view box 10 wide per column and 100 high, stretched to fit.
struct ReportChart {
  /// Of the figure.
  let chartTitle: String
  /// The time range and the zone.
  let period: String
  let unit: String
  let width: Int
  let series: [Series]
  let axis: [String]
  /// Of the table's first column.
  var rowHead = "Time (UTC)"
  /// Of the table's other columns.
  let heads: [String]
  var rows: [Row]
  /// What changed at one moment, drawn through all rows of bars.
  var marks: [Mark] = []
  /// The marks in words; nil without any.
  var markWords: String?

  struct Mark {
    let x: String
  }

  struct Series {
    let name: String
    let tone: String
    let seriesTotal: String
    let highest: String
    let bars: [Bar]

    /// - Parameter isSum: Whether the values can be added up. Otherwise there is no total.
    init(name: String, tone: String, values: [Int], isSum: Bool = true) {
      let top = Self.top(of: values.max() ?? 0)
      self.name = name
      self.tone = tone
      seriesTotal = isSum ? NumberWords.count(values.reduce(0, +)) : ""
      highest = NumberWords.count(top)
      bars = values.enumerated().compactMap { index, value in
        guard value > 0 else { return nil }
        // A count above zero is always visible.
        let height = max(2, Int((Double(value) / Double(top) * 100).rounded()))
        return ReportChart.Bar(x: "\(index * 10 + 1).5", y: 100 - height, height: height)
      }
    }

    /// - Parameter shares: From 0 to 1; nil where there is nothing to divide by. The top of the
    ///   scale is 1.
    init(name: String, tone: String, shares: [Double?]) {
      self.name = name
      self.tone = tone
      seriesTotal = ""
      highest = "100%"
      bars = shares.enumerated().compactMap { index, share in
        guard let share, share > 0 else { return nil }
        let height = max(2, Int((share * 100).rounded()))
        return ReportChart.Bar(x: "\(index * 10 + 1).5", y: 100 - height, height: height)
      }
    }

    /// The next of 1, 2, 5, 10, 20, 50 …: the value at the top of the scale.
    static func top(of highest: Int) -> Int {
      var unit = 1
      while true {
        for step in [1, 2, 5] {
          let (top, overflow) = unit.multipliedReportingOverflow(by: step)
          guard !overflow else { return highest }
          if top >= highest { return top }
        }
        let (next, overflow) = unit.multipliedReportingOverflow(by: 10)
        guard !overflow else { return highest }
        unit = next
      }
    }
  }

  struct Bar {
    let x: String
    let y: Int
    let height: Int
  }

  struct Row {
    let time: String
    /// In the order of `heads`.
    let counts: [String]
    /// What changed in this time.
    var note: String?
  }

  /// - Parameters:
  ///   - beginning: Where an unbounded chart begins, unless something was counted before.
  ///   - versions: When the campaign changed.
  init(
    hours: [CampaignReport.Hour], range: ReportRange, now: Instant, beginning: Instant,
    versions: [CampaignVersionStart] = []
  ) {
    let bounds: (from: Instant, to: Instant)
    let bucket: Bucket
    if let given = range.bounds(at: now) {
      bounds = given
      bucket = range == .day ? .hour : .day
    } else {
      let first = min(hours.first?.start ?? beginning, beginning)
      let last = max(hours.last?.start ?? now, now)
      let span = last.duration(since: first)
      bucket = span < .seconds(2 * 86_400) ? .hour : span < .seconds(92 * 86_400) ? .day : .week
      bounds = (bucket.start(of: first), bucket.start(of: last) + bucket.length)
    }
    let length = bucket.length.wholeMilliseconds
    // More columns could not be told apart. The oldest are left out only after 15 years.
    let count = Int(min(800, max(1, bounds.to.duration(since: bounds.from).wholeMilliseconds / length)))
    let start = bounds.to - .milliseconds(Int64(count) * length)
    var columns = (0..<count).map { CampaignReport.Hour(start: start + .milliseconds(Int64($0) * length)) }
    for hour in hours {
      let index = Int((hour.start.duration(since: start).wholeMilliseconds) / length)
      guard hour.start >= start, columns.indices.contains(index) else { continue }
      columns[index].impressions += hour.impressions
      columns[index].clicks += hour.clicks
      columns[index].dismissals += hour.dismissals
      columns[index].notShown += hour.notShown
    }
    chartTitle = "Over time"
    period = range.words + ", UTC"
    unit = bucket.words
    width = count * 10
    heads = ["Shown", "Clicked", "Dismissed", "Not shown"]
    series = [
      Series(name: "Shown", tone: "accent", values: columns.map(\.impressions)),
      Series(name: "Clicked", tone: "good", values: columns.map(\.clicks)),
      Series(name: "Not shown", tone: "quiet", values: columns.map(\.notShown)),
    ]
    axis = [0, count / 2, count - 1].map { bucket.axisLabel(columns[$0].start) }
    rows = columns.map {
      Row(
        time: bucket.label($0.start),
        counts: [$0.impressions, $0.clicks, $0.dismissals, $0.notShown].map { NumberWords.count($0) })
    }
    mark(versions.filter { (start..<bounds.to).contains($0.at) }, from: start, columnLength: length)
  }

  /// Draws where versions began. The words name only the newest ones, the table names all.
  private mutating func mark(_ versions: [CampaignVersionStart], from start: Instant, columnLength: Int64) {
    guard !versions.isEmpty else { return }
    let named = 4
    for version in versions {
      let offset = version.at.duration(since: start).wholeMilliseconds
      marks.append(Mark(x: FormText.hundredths(Double(offset) / Double(columnLength) * 10)))
      let row = Int(offset / columnLength)
      rows[row].note = [rows[row].note, "Version \(version.version)"].compactMap(\.self).joined(
        separator: ", ")
    }
    let words = versions.suffix(named).map {
      "version \($0.version) on \(UTCTime($0.at).shortDate), \(UTCTime($0.at).time)"
    }
    let older =
      versions.count > named
      ? "; \(NumberWords.plural(versions.count - named, "older one", "older ones")) in the table" : ""
    markWords = "Dashed lines mark new versions: \(words.joined(separator: ", "))\(older)."
  }

  /// One row of bars, and one column of the table.
  struct Column {
    let name: String
    let tone: String
    let values: [Int]
    var isSum = true
    /// Whether it is more than a column of the table.
    var isDrawn = true
  }

  /// - Parameter series: Of the same period and step.
  init(_ title: String, _ series: [(series: Domain.Series, tone: String)], range: ReportRange) {
    let first = series.first?.series
    self.init(
      title,
      series.map { series, tone in
        let traits = series.query.metric.traits
        return Column(name: traits.title, tone: tone, values: series.counts, isSum: traits.isSum)
      }, starts: first.map { first in first.counts.indices.map(first.start) } ?? [],
      bucket: first?.query.step == .hour ? .hour : .day,
      period: range.words + ", UTC")
  }

  /// - Parameters:
  ///   - columns: Each with one value for each start.
  ///   - period: The time range and the zone.
  init(_ title: String, _ columns: [Column], starts: [Instant], bucket: Bucket, period: String) {
    chartTitle = title
    self.period = period
    unit = bucket.words
    width = starts.count * 10
    heads = columns.map(\.name)
    series = columns.filter(\.isDrawn).map {
      Series(name: $0.name, tone: $0.tone, values: $0.values, isSum: $0.isSum)
    }
    axis = starts.isEmpty ? [] : [0, starts.count / 2, starts.count - 1].map { bucket.axisLabel(starts[$0]) }
    rows = starts.indices.map { index in
      Row(time: bucket.label(starts[index]), counts: columns.map { NumberWords.count($0.values[index]) })
    }
  }

  /// Of anything that is counted in rows.
  init(
    _ title: String, unit: String, period: String, head: String, series: [Series], axis: [String],
    heads: [String], rows: [Row]
  ) {
    chartTitle = title
    self.period = period
    self.unit = unit
    width = rows.count * 10
    self.series = series
    self.axis = axis
    rowHead = head
    self.heads = heads
    self.rows = rows
  }
}
