// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Prints comparisons as a Markdown table, the form in which `docs/performance.md` keeps them.
enum ResultTable {
  static let header = """
    | what | subject | baseline | ratio (median, lowest–highest) | goal | met |
    |---|---|---|---|---|---|
    """

  static func row(_ comparison: Comparison) -> String {
    let ratios = comparison.ratios.sorted()
    let range = "\(number(comparison.medianRatio)) (\(number(ratios[0]))–\(number(ratios[ratios.count - 1])))"
    return
      "| \(comparison.name) | \(timing(comparison.subject)) | \(timing(comparison.baseline)) | \(range) | \(goal(comparison)) | "
      + (comparison.isMet ? "yes |" : "**no** |")
  }

  /// A whole table of figures.
  static func lines(_ title: String, _ figures: [JSONReport.Figure]) -> String {
    (["| \(title) | figure | goal | met |", "|---|---|---|---|"]
      + figures.map {
        "| \($0.what) | \($0.figure) | \($0.goal ?? "") | \($0.isMet.map { $0 ? "yes" : "**no**" } ?? "") |"
      }).joined(separator: "\n")
  }

  static func goal(_ comparison: Comparison) -> String {
    switch comparison.goal {
    case .atMost(let bound): "≤ \(number(bound))"
    case .atLeast(let bound): "≥ \(number(bound))"
    }
  }

  private static func timing(_ timing: Timing) -> String {
    let value = timing.median
    let text =
      value < 10_000
      ? "\(number(value)) ns" : value < 10_000_000 ? "\(number(value / 1e3)) µs" : "\(number(value / 1e6)) ms"
    return "\(timing.name): \(text)"
  }

  /// `14,311`
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    return (number < 0 ? "−" : "")
      + digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "," : "") + String(digits[$0]) }
      .joined()
  }

  private static func number(_ value: Double) -> String {
    value >= 100 ? grouped(Int(value.rounded())) : String(format: value < 0.1 ? "%.4f" : "%.2f", value)
  }
}
