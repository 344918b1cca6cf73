// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire

/// Collects mistakes while a document is read.
final class ScenarioFindings {
  private(set) var found: [(field: String, message: String)] = []
  private var omitted = 0

  func add(_ field: String, _ message: String) {
    if found.count < Scenario.Limits.diagnostics { found.append((field, message)) } else { omitted += 1 }
  }

  func diagnostics(in bytes: [UInt8]) -> [Scenario.Diagnostic] {
    let places = Wire.JSONPlaces(bytes)
    var diagnostics = found.map { field, message in
      let position = places.position(of: field)
      return Scenario.Diagnostic(line: position.line, column: position.column, field: field, message: message)
    }
    diagnostics.sort {
      ($0.line, $0.column, $0.field, $0.message) < ($1.line, $1.column, $1.field, $1.message)
    }
    if omitted > 0, let last = diagnostics.last {
      diagnostics.append(
        .init(
          line: last.line, column: last.column, field: "", message: "\(omitted) more mistakes are not listed."
        ))
    }
    return diagnostics
  }
}

/// An object of a scenario while it is read. It provides the fields, and reports each mistake in
/// them.
struct ScenarioFields {
  let path: String
  let findings: ScenarioFindings
  private var fields: [String: Wire.JSONValue]
  private let names: [String]

  /// nil, with a finding, if the value is not an object. Fields with names that are not in `names`
  /// are findings.
  init?(_ json: Wire.JSONValue, at path: String, names: [String], _ findings: ScenarioFindings) {
    guard case .object(let fields) = json else {
      findings.add(path, "This must be an object, as in {…}.")
      return nil
    }
    self.fields = fields
    self.path = path
    self.names = names
    self.findings = findings
    for name in fields.keys.sorted() where !names.contains(name) {
      findings.add(inside(name), Self.unknown("field", name, among: names))
    }
  }

  static func unknown(_ what: String, _ name: String, among names: [String]) -> String {
    let listed = names.filter { !$0.hasPrefix("$") }
    if let suggestion = NearestName.suggestion(for: name, among: listed) {
      return "There is no such \(what); did you mean \(suggestion)?"
    }
    return "There is no such \(what). There are: \(listed.sorted().joined(separator: ", "))."
  }

  func inside(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
  func has(_ key: String) -> Bool { fields[key] != nil }
  func raw(_ key: String) -> Wire.JSONValue? { fields[key] }

  func report(_ key: String, _ message: String) {
    findings.add(inside(key), message)
  }

  /// The result of `read` for the field. nil with a finding if `read` returns nil, and nil if the
  /// field is absent.
  func value<Value>(_ key: String, _ expected: String, _ read: (Wire.JSONValue) -> Value?) -> Value? {
    guard let json = fields[key] else { return nil }
    if let value = read(json) { return value }
    report(key, "This must be \(expected).")
    return nil
  }

  func text(_ key: String) -> String? {
    if raw(key) == .string("") {
      report(
        key, "There is nothing in the quotes; write the \(key == "name" ? "name" : "text") between them.")
      return nil
    }
    return value(key, "a text") { $0.string }
  }

  func requiredText(_ key: String) -> String? {
    if !has(key) { findings.add(path, "The field \(key) is missing.") }
    return text(key)
  }

  func flag(_ key: String) -> Bool? {
    value(key, "true or false", \.flag)
  }

  func network(_ key: String) -> Scenario.Network? {
    value(key, "true, false or \"cellular\"") { json in
      switch json {
      case .bool(let isThere): isThere ? .other : Scenario.Network.none
      case .string("cellular"): .cellular
      default: nil
      }
    }
  }

  func cellularPolicy(_ key: String) -> Martlet.Configuration.AssetPolicy.CellularPolicy? {
    value(key, "\"always\", \"never\", or the most bytes that an asset may have, from 0 to 67108864") {
      json in
      switch json {
      case .string("always"): .always
      case .string("never"): .never
      case .int(let bytes) where 0...67_108_864 ~= bytes: .smallOnly(maximumBytes: Int(bytes))
      default: nil
      }
    }
  }

  func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
    value(key, "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))") { json in
      json.number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func wholeNumber(_ key: String, in range: ClosedRange<Int>) -> Int? {
    value(key, "a whole number from \(range.lowerBound) to \(range.upperBound)") { json in
      if case .int(let number) = json, let number = Int(exactly: number), range.contains(number) {
        number
      } else {
        nil
      }
    }
  }

  func price(_ key: String) -> Double? {
    value(key, "a price: a number of at least \(Self.plain(Wire.Limits.leastPrice))") { json in
      json.number.flatMap { $0.isFinite && $0 >= Wire.Limits.leastPrice ? $0 : nil }
    }
  }

  /// Also accepts lower-case letters, as apps do.
  func currency(_ key: String) -> String? {
    value(key, "a currency: the three letters of ISO 4217, as in \"EUR\"") { json in
      json.string.flatMap { Wire.CurrencyCode.normal($0) == nil ? nil : $0 }
    }
  }

  func duration(_ key: String) -> Duration? {
    value(key, ScenarioTime.durationWords, ScenarioTime.duration)
  }

  func instant(_ key: String) -> Instant? {
    value(key, ScenarioTime.instantWords, ScenarioTime.instant)
  }

  func timeZone(_ key: String) -> String? {
    value(key, "a time zone, as in Europe/Berlin") {
      $0.string.flatMap { TimeZone(identifier: $0) == nil ? nil : $0 }
    }
  }

  func word<Word: RawRepresentable & CaseIterable>(_ key: String, as type: Word.Type = Word.self) -> Word?
  where Word.RawValue == String {
    Self.word(raw(key), at: inside(key), findings)
  }

  static func word<Word: RawRepresentable & CaseIterable>(
    _ json: Wire.JSONValue?, at path: String, _ findings: ScenarioFindings, as type: Word.Type = Word.self
  ) -> Word? where Word.RawValue == String {
    guard let json else { return nil }
    if let word = json.string.flatMap(Word.init(rawValue:)) { return word }
    let names = Word.allCases.map(\.rawValue)
    if let text = json.string {
      findings.add(path, unknown("word", text, among: names))
    } else {
      findings.add(path, "This must be one of \(names.joined(separator: ", ")).")
    }
    return nil
  }

  func properties(_ key: String) -> [String: Wire.JSONValue] {
    value(key, "an object of properties") { if case .object(let properties) = $0 { properties } else { nil } }
      ?? [:]
  }

  func list(_ key: String, atMost limit: Int) -> [Wire.JSONValue]? {
    guard
      let list = value(
        key, "a list, as in […]", { if case .array(let elements) = $0 { elements } else { nil } })
    else { return nil }
    if list.count > limit { report(key, "There are more than \(limit) elements.") }
    return Array(list.prefix(limit))
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
  }
}

/// Times in the form that people write.
enum ScenarioTime {
  static let durationWords =
    "a length of time, as in \"90s\", \"1d 2h 30m\", \"250ms\" or whole milliseconds, of at most ten years"
  static let instantWords = "an instant, as in \"2026-12-24T18:00:00Z\" or whole milliseconds since 1970"

  static func duration(_ json: Wire.JSONValue) -> Duration? {
    let duration: Duration? =
      switch json {
      case .int(let milliseconds): .milliseconds(milliseconds)
      case .string(let text): duration(text)
      default: nil
      }
    return duration.flatMap { (.zero...Scenario.Limits.duration).contains($0) ? $0 : nil }
  }

  /// Numbers with units in any order, separated by spaces: `1d 2h 30m 15s 500ms`.
  private static func duration(_ text: String) -> Duration? {
    let parts = text.split(separator: " ")
    guard !parts.isEmpty, text.utf8.count <= 64 else { return nil }
    var total: Int64 = 0
    for part in parts {
      let digits = part.prefix { $0.isASCII && $0.isNumber }
      guard let unit = TimeUnit.allCases.first(where: { $0.letters == part.dropFirst(digits.count) }),
        let number = Int64(digits),
        case let (product, false) = number.multipliedReportingOverflow(by: unit.milliseconds),
        case let (sum, false) = total.addingReportingOverflow(product)
      else { return nil }
      total = sum
    }
    return .milliseconds(total)
  }

  static func instant(_ json: Wire.JSONValue) -> Instant? {
    switch json {
    case .int(let milliseconds):
      Wire.Limits.instants.contains(milliseconds) ? Instant(milliseconds: milliseconds) : nil
    case .string(let text) where text.hasSuffix("Z"):
      LocalTime(text: String(text.dropLast())).flatMap {
        Wire.Limits.instants.contains($0.milliseconds) ? Instant(milliseconds: $0.milliseconds) : nil
      }
    default: nil
    }
  }

  /// `1d 2h 30m 15s 500ms`, largest first.
  static func text(_ duration: Duration) -> String {
    let parts = TimeUnit.parts(of: duration.wholeMilliseconds).map { "\($0.count)\($0.unit.letters)" }
    return parts.isEmpty ? "0s" : parts.joined(separator: " ")
  }
}

extension TimeUnit {
  fileprivate var letters: Substring { self == .milliseconds ? "ms" : rawValue.prefix(1) }
}
