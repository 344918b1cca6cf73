// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.DecisionRecord.Candidate {
  /// Why the campaign was or was not shown, in a few words with the values compared: `interval, 12 s left`, `total 18 ≤ 20`.
  ///
  /// - Parameter name: what to call another campaign, by its id.
  public func words(name: (String) -> String = { $0 }) -> String {
    switch verdict {
    case "chosen": return "chosen"
    case "filter": return missWords
    case "not_started": return "starts \(instant("starts_at"))"
    case "ended": return "ended \(instant("ends_at"))"
    case "interval":
      guard case .int(let left) = detail["remaining_ms"], case .int(let minimum) = detail["minimum_ms"] else { return "interval" }
      return "interval, \(seconds(left)) s left of \(seconds(minimum)) s"
    case "priority":
      guard case .string(let winner) = detail["winner"] else { return "lower priority" }
      return "lower priority than \(name(winner))"
    default: return verdict
    }
  }

  private var missWords: String {
    guard case .array(let keys) = detail["path"], case .string(let operation) = detail["op"] else { return "filter not met" }
    let path = keys.compactMap { key in if case .string(let text) = key { text } else { nil } }
    guard !path.isEmpty else { return "the filter can never be met" }
    let comparison = Wire.Comparison(
      path: path, operation: Wire.Open(operation), value: detail["value"], ignoringCase: detail["ignoring_case"] == .bool(true))
    return comparison.missWords(
      actual: detail["actual"], isTypeMismatch: detail["type_mismatch"] == .bool(true), isNegated: detail["negated"] == .bool(true))
  }

  private func instant(_ key: String) -> String {
    guard case .int(let milliseconds) = detail[key] else { return "at another time" }
    return Wire.JSONValue.day(milliseconds)
  }

  /// Rounded up: a wait of 0.2 s is not over.
  private func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 999) / 1_000 }
}
