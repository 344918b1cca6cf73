// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// What definitions take in memory: the growth of this process, which no allocator hides. To be
/// asked before anything else has run, or what was freed serves again and hides it after all.
enum MemoryFigures {
  /// One for each kind of campaign; none where the system does not tell.
  static func figures() -> [JSONReport.Figure] {
    var kept: [DeliveryEngine] = []
    let plain = growth(&kept) { DecisionBenchmarks.engine(campaigns: 1_000) }
    let rules = growth(&kept) { RulesBenchmarks.engine(campaigns: 1_000) }
    keep(kept)
    guard let plain, let rules else { return [] }
    return [
      JSONReport.Figure(
        what: "one trigger, a filter of two comparisons", figure: "\(ResultTable.grouped(plain / 1_024)) KiB"),
      JSONReport.Figure(
        what: "a count, a group, caps of four kinds", figure: "\(ResultTable.grouped(rules / 1_024)) KiB"),
    ]
  }

  static func lines(_ figures: [JSONReport.Figure]) -> String {
    (["| memory for 1,000 definitions in the engine | growth of the process |", "|---|---|"]
      + figures.map { "| \($0.what) | \($0.figure) |" }).joined(separator: "\n")
  }

  /// Bytes that an engine adds to the process, from sixteen of them; all are kept, so that no later
  /// one takes a former one's place.
  private static func growth(_ kept: inout [DeliveryEngine], _ make: () -> DeliveryEngine) -> Int? {
    kept.append(make())
    guard let before = residentBytes() else { return nil }
    for _ in 0..<16 { kept.append(make()) }
    guard let after = residentBytes() else { return nil }
    return max(0, after - before) / 16
  }

  private static func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4_096 }
  }
}
