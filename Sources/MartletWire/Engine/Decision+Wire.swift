// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.DecisionRecord {
  /// The record for the server. It has the values that the gates compared, but no other properties
  /// of the event. Its size is limited: candidates beyond `Limits.decisionBytes` are only counted.
  public init(_ decision: Decision) {
    let kind = decision.event.kind
    self.init(
      decisionID: decision.id, eventID: decision.event.id, eventKind: kind.category.rawValue,
      eventName: kind.name, candidates: [])
    var bytes = 0
    for candidate in decision.candidates {
      let record = Candidate(candidate)
      bytes += record.bytes.count + 1
      guard bytes <= Wire.Limits.decisionBytes else { break }
      candidates.append(record)
    }
    omittedCandidates = decision.candidates.count - candidates.count
  }
}

/// The values that gates compared, on the wire and in words.
extension Wire.DecisionRecord.Candidate {
  static func detail(of progress: Progress) -> [String: Wire.JSONValue] {
    switch progress {
    case .count(let have, let repetition):
      [
        "have": .int(Int64(have)), "times": .int(Int64(repetition.times)),
        "match": .string(repetition.match.rawValue),
        "within": Wire.HistoryWindow(repetition.window).json,
      ]
    case .group(let have, let need, let window):
      ["have": .int(Int64(have)), "need": .int(Int64(need)), "within": Wire.HistoryWindow(window).json]
    }
  }

  static func detail(of scope: CapScope, _ cap: FrequencyCap, count: Int) -> [String: Wire.JSONValue] {
    var detail: [String: Wire.JSONValue] = [
      "limit": .int(Int64(cap.limit)), "within": .string(cap.window.rawValue), "count": .int(Int64(count)),
    ]
    switch scope {
    case .campaign: detail["scope"] = "campaign"
    case .tag(let tag):
      detail["scope"] = "tag"
      detail["tag"] = .string(tag)
    case .all: detail["scope"] = "all"
    }
    return bounded(detail)
  }

  static func detail(of miss: FilterMiss) -> [String: Wire.JSONValue] {
    let comparison = Wire.Comparison(Comparison(path: miss.path, operation: miss.operation))
    var detail: [String: Wire.JSONValue] = ["path": comparison.path.tree, "op": comparison.operation.json]
    detail["value"] = comparison.value
    detail["filter"] = comparison.filter?.json
    detail["actual"] = miss.actual.map { Wire.JSONValue($0) }
    if comparison.ignoringCase { detail["ignoring_case"] = true }
    if miss.isTypeMismatch { detail["type_mismatch"] = true }
    if miss.isNegated { detail["negated"] = true }
    return bounded(detail)
  }

  /// Cuts strings and leaves out other values that are longer than `Limits.detailBytes`. `omitted`
  /// lists what was left out.
  private static func bounded(_ detail: [String: Wire.JSONValue]) -> [String: Wire.JSONValue] {
    var bounded = detail
    var omitted: [String] = []
    for (key, value) in detail where value.isLonger(than: Wire.Limits.detailBytes) {
      if case .string(let text) = value {
        bounded[key] = .string(text.cut(toEncodedBytes: Wire.Limits.detailBytes))
      } else {
        bounded[key] = nil
        omitted.append(key)
      }
    }
    if !omitted.isEmpty { bounded["omitted"] = omitted.sorted().tree }
    return bounded
  }

  var missWords: String? {
    guard case .array(let keys) = detail["path"], case .string(let operation) = detail["op"] else {
      return nil
    }
    let path = keys.compactMap(\.string)
    guard !path.isEmpty else { return "the filter can never match" }
    let comparison = Wire.Comparison(
      path: path, operation: Wire.Open(operation), value: detail["value"],
      ignoringCase: detail["ignoring_case"] == .bool(true),
      filter: detail["filter"].flatMap { try? Wire.Filter(json: $0) })
    return comparison.missWords(
      actual: detail["actual"], isTypeMismatch: detail["type_mismatch"] == .bool(true),
      isNegated: detail["negated"] == .bool(true))
  }

  var historyWords: String? {
    guard case .int(let have) = detail["have"] else { return nil }
    let window = detail["within"].flatMap { try? Wire.HistoryWindow(json: $0) }.map { " \($0.words)" } ?? ""
    if case .int(let need) = detail["need"] { return "\(have) of \(need) triggers of the group\(window)" }
    guard case .int(let times) = detail["times"] else { return nil }
    if detail["match"] == "exactly", have > times { return "happened \(have) times\(window), not \(times)" }
    return "happened \(have) of \(times) times\(window)"
  }

  var capWords: String? {
    guard case .int(let limit) = detail["limit"], case .string(let window) = detail["within"],
      case .int(let count) = detail["count"]
    else {
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

  func instant(_ key: String) -> String {
    guard case .int(let milliseconds) = detail[key] else { return "at another time" }
    return Wire.JSONValue.day(milliseconds)
  }

  /// Rounded up, because a wait of 0.2 s is not over.
  func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 999) / 1_000 }
}

extension String {
  /// The longest start that fits when it is encoded with an ellipsis and quotes.
  fileprivate func cut(toEncodedBytes limit: Int) -> String {
    var cut = ""
    // The quotes and the three bytes of the ellipsis.
    var bytes = 2 + 3
    for scalar in unicodeScalars {
      let piece = String(scalar)
      bytes += Wire.JSONValue.string(piece).encodedByteCount - 2
      guard bytes <= limit else { break }
      cut += piece
    }
    return cut + "…"
  }
}
