// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// What definitions take in memory: the growth of this process, which no allocator hides.
enum MemoryFigures {
  /// One line for each kind of campaign; empty where the system does not tell.
  static func lines() -> String {
    let plain = growth { DecisionBenchmarks.engine(campaigns: 1_000) }
    let rules = growth { RulesBenchmarks.engine(campaigns: 1_000) }
    guard let plain, let rules else { return "" }
    return """
      | memory for 1,000 definitions in the engine | growth of the process |
      |---|---|
      | one trigger, a filter of two comparisons | \(plain / 1_024) KiB |
      | a count, a group, caps of four kinds | \(rules / 1_024) KiB |
      """
  }

  /// Bytes a made value adds to the process, from sixteen of them kept at once.
  private static func growth<Value>(_ make: () -> Value) -> Int? {
    keep(make())
    guard let before = residentBytes() else { return nil }
    let kept = (0..<16).map { _ in make() }
    guard let after = residentBytes() else { return nil }
    keep(kept)
    return max(0, after - before) / kept.count
  }

  private static func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4_096 }
  }
}
