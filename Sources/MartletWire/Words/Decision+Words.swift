// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.DecisionRecord.Candidate {
  /// Why the campaign was or was not shown, in a few words, with the values compared: `interval, 12 s left`, `total 18 ≤ 20`.
  ///
  /// - Parameter name: returns the name of another campaign for its id.
  public func words(name: (String) -> String = { $0 }) -> String {
    let values = valueWords(name: name)
    return switch verdict.known {
    case .interval: values.map { "interval, " + $0 } ?? "interval"
    case .priority: values.map { "lower priority " + $0 } ?? "lower priority"
    case .filter: values ?? "filter not met"
    case .history: values ?? "not often enough"
    case .cap: values ?? "frequency cap"
    default: values ?? verdict.rawValue
    }
  }

  /// The values that were compared, for display next to the verdict's label: `12 s left of 30 s`. nil: the label is enough.
  public func valueWords(name: (String) -> String = { $0 }) -> String? {
    switch verdict.known {
    case .chosen, nil: return nil
    case .filter: return missWords
    case .history: return historyWords
    case .reEligibility:
      guard detail["again_at"] != nil else { return "seen before, shown only once" }
      return "seen before, again from \(instant("again_at"))"
    case .cap: return capWords
    case .delayRuns: return "in its delay until \(instant("until"))"
    case .notStarted: return "starts \(instant("starts_at"))"
    case .quietHours: return "quiet until \(instant("until"))"
    case .ended: return "ended \(instant("ends_at"))"
    case .interval:
      guard case .int(let left) = detail["remaining_ms"], case .int(let minimum) = detail["minimum_ms"] else { return nil }
      return "\(seconds(left)) s left of \(seconds(minimum)) s"
    case .priority:
      guard case .string(let winner) = detail["winner"] else { return nil }
      return "than \(name(winner))"
    }
  }

  private var missWords: String? {
    guard case .array(let keys) = detail["path"], case .string(let operation) = detail["op"] else { return nil }
    let path = keys.compactMap { key in if case .string(let text) = key { text } else { nil } }
    guard !path.isEmpty else { return "the filter can never be met" }
    let comparison = Wire.Comparison(
      path: path, operation: Wire.Open(operation), value: detail["value"], ignoringCase: detail["ignoring_case"] == .bool(true),
      filter: detail["filter"].flatMap { try? Wire.Filter(json: $0) })
    return comparison.missWords(
      actual: detail["actual"], isTypeMismatch: detail["type_mismatch"] == .bool(true), isNegated: detail["negated"] == .bool(true))
  }

  private var historyWords: String? {
    guard case .int(let have) = detail["have"] else { return nil }
    let window = detail["within"].flatMap { try? Wire.HistoryWindow(json: $0) }.map { " \($0.words)" } ?? ""
    if case .int(let need) = detail["need"] { return "\(have) of \(need) triggers of the group\(window)" }
    guard case .int(let times) = detail["times"] else { return nil }
    if detail["match"] == "exactly", have > times { return "happened \(have) times\(window), not \(times)" }
    return "happened \(have) of \(times) times\(window)"
  }

  private var capWords: String? {
    guard case .int(let limit) = detail["limit"], case .string(let window) = detail["within"], case .int(let count) = detail["count"] else {
      return nil
    }
    let scope =
      switch detail["scope"] {
      case "campaign": "this campaign"
      case "tag": "messages tagged \(detail["tag"]?.string ?? "")"
      default: "all messages"
      }
    let every = window == "lifetime" ? "ever" : window == "session" ? "in a session" : "a \(window)"
    return "frequency cap of \(scope): \(count) of \(limit) \(every)"
  }

  private func instant(_ key: String) -> String {
    guard case .int(let milliseconds) = detail[key] else { return "at another time" }
    return Wire.JSONValue.day(milliseconds)
  }

  /// Rounded up: a wait of 0.2 s is not over.
  private func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 999) / 1_000 }
}
