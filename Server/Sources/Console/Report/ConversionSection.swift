// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Statistics

/// What people did after they saw a campaign: its conversions, as `Attribution` counts them.
struct ConversionSection {
  let rows: [Row]
  /// Shown instead of rows when nobody saw it in the period.
  let nobody: String?
  let period: String
  /// The figures as a file.
  let file: String
  /// Only if the page has results of an experiment, which count otherwise.
  let experimentNote: String?

  struct Row {
    let name: String
    let window: String
    /// Who converted.
    let people: String
    let peopleUnit: String
    let rate: String
    let bar: RateBar
    let times: String
    let revenue: String?
  }

  /// nil for a campaign without conversions.
  init?(_ counts: [ConversionCount], range: ReportRange, file: String, hasExperiment: Bool) {
    guard let first = counts.first else { return nil }
    self.file = file
    period = range.words
    nobody = first.shown == 0 ? "Nobody saw it \(range.words)." : nil
    let rates = counts.map { Rate($0.converted, of: $0.shown) }
    let bars = RateBar.all(rates.map { $0?.readableEstimate })
    rows = zip(counts, zip(rates, bars)).map { count, drawn in
      Row(
        name: count.rule.name, window: count.rule.windowWords, people: NumberWords.count(count.converted),
        peopleUnit: count.converted == 1 ? "person" : "people",
        rate: drawn.0.map { ReadoutWords.rate($0) } ?? "", bar: drawn.1,
        times: NumberWords.plural(count.conversions, "conversion", "conversions"),
        revenue: count.rule.revenue.map {
          "\(count.revenue.words) revenue (sum of \(count.rule.isPriceOfPurchases ? "price × quantity" : $0))"
        })
    }
    experimentNote =
      hasExperiment
      ? "The experiment counts otherwise: every conversion within the window after the exposure, whichever message the person saw last."
      : nil
  }
}

extension Revenue {
  /// `12,345.50 EUR and 3 USD`
  fileprivate var words: String {
    let sums = ordered.map {
      NumberWords.amount(hundredths: $0.hundredths) + ($0.currency.isEmpty ? "" : " " + $0.currency)
    }
    return sums.isEmpty
      ? "0"
      : sums.count == 1 ? sums[0] : sums.dropLast().joined(separator: ", ") + " and " + (sums.last ?? "")
  }
}

extension ConversionRule {
  fileprivate var isPriceOfPurchases: Bool { activity.kind == .purchase && revenue == "price" }

  /// `3 days`
  var windowWords: String { Wire.words(milliseconds: window.wholeMilliseconds) }
}
