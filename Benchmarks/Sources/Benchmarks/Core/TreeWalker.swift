// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Filters as many SDKs evaluate them: the decoded JSON is walked at each event, and everything is
/// cast as it comes.
///
/// Written to be fair: it stops at the first comparison that settles the result, looks each thing
/// up once, and does nothing that such code would not do. Operators are strings, operands and
/// properties are `Any`, numbers are `NSNumber`, and a pattern is compiled where it is used.
enum TreeWalker {
  static func evaluate(_ filter: [String: Any], _ properties: [String: Any], at now: Date) -> Bool {
    if let parts = filter["all"] as? [[String: Any]] {
      return parts.allSatisfy { evaluate($0, properties, at: now) }
    }
    if let parts = filter["any"] as? [[String: Any]] {
      return parts.contains { evaluate($0, properties, at: now) }
    }
    if let part = filter["not"] as? [String: Any] { return !evaluate(part, properties, at: now) }
    guard let path = filter["path"] as? [String], let operation = filter["op"] as? String else {
      return false
    }
    var value: Any? = properties
    for key in path { value = (value as? [String: Any])?[key] }
    return compare(value, operation, filter["value"], at: now)
  }

  private static func compare(_ value: Any?, _ operation: String, _ operand: Any?, at now: Date) -> Bool {
    switch operation {
    case "equals": return isEqual(value, operand)
    case "not_equals": return !isEqual(value, operand)
    case "less": return order(value, operand, at: now) == .orderedAscending
    case "greater": return order(value, operand, at: now) == .orderedDescending
    case "between":
      guard let ends = operand as? [Any], ends.count == 2, let lower = order(value, ends[0], at: now),
        let upper = order(value, ends[1], at: now)
      else { return false }
      return lower != .orderedAscending && upper != .orderedDescending
    case "in": return (operand as? [Any])?.contains { isEqual(value, $0) } ?? false
    case "contains":
      if let text = value as? String, let part = operand as? String { return text.contains(part) }
      return (value as? [Any])?.contains { isEqual($0, operand) } ?? false
    case "matches":
      guard let text = value as? String, let pattern = operand as? String,
        let expression = try? NSRegularExpression(pattern: pattern, options: [.caseInsensitive])
      else { return false }
      return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    case "blank": return value == nil || value is NSNull
    default: return false
    }
  }

  private static func isEqual(_ left: Any?, _ right: Any?) -> Bool {
    if let left = left as? String, let right = right as? String { return left == right }
    if let left = left as? NSNumber, let right = right as? NSNumber { return left == right }
    return false
  }

  private static func order(_ left: Any?, _ right: Any?, at now: Date) -> ComparisonResult? {
    if let left = left as? NSNumber, let right = right as? NSNumber { return left.compare(right) }
    if let left = left as? String, let right = right as? String { return left.compare(right) }
    guard let left = left as? Date else { return nil }
    if let right = right as? Date { return left.compare(right) }
    if let ago = (right as? [String: Any])?["$ago"] as? [String: Any], let days = ago["days"] as? NSNumber {
      return left.compare(now.addingTimeInterval(-86_400 * days.doubleValue))
    }
    return nil
  }
}
