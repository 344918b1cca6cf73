// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire {
  /// The `value` of a comparison, read as its operation requires.
  struct FilterOperand {
    let operation: Comparison.Operation
    let json: JSONValue?

    func value() throws(Untranslatable) -> Value { try read(Self.value) }
    func bound() throws(Untranslatable) -> MartletCore.Comparison.Bound { try read(Self.bound) }

    func text(_ what: String) throws(Untranslatable) -> String {
      guard case .string(let text) = try required() else { throw refusal("needs \(what)") }
      return text
    }

    func list() throws(Untranslatable) -> [Value] {
      guard case .array(let elements) = try required() else { throw refusal("needs a list of values") }
      return try elements.translated("value", Self.value)
    }

    func range() throws(Untranslatable) -> (MartletCore.Comparison.Bound, MartletCore.Comparison.Bound) {
      guard case .array(let ends) = try required(), ends.count == 2 else {
        throw refusal("needs a list of two values")
      }
      let bounds = try ends.translated("value", Self.bound)
      return (bounds[0], bounds[1])
    }

    private func read<Result>(_ read: (JSONValue) throws(Untranslatable) -> Result) throws(Untranslatable)
      -> Result
    {
      let json = try required()
      do { return try read(json) } catch { throw error.inside("value") }
    }

    private func required() throws(Untranslatable) -> JSONValue {
      guard let json else {
        throw Untranslatable(field: "value", message: "This operation needs a value to compare with.")
      }
      return json
    }

    private func refusal(_ need: String) -> Untranslatable {
      Untranslatable(field: "value", message: "The operation \(operation.rawValue) \(need).")
    }

    private static func bound(_ json: JSONValue) throws(Untranslatable) -> MartletCore.Comparison.Bound {
      guard let relative = json.relativeDate else { return .value(try value(json)) }
      guard let seconds = relative.seconds else {
        throw Untranslatable(
          message:
            "A relative date can only have days, hours, minutes and seconds, each as a whole number of 0 or more."
        )
      }
      return .fromNow(seconds: relative.isPast ? -seconds : seconds)
    }

    private static func value(_ json: JSONValue) throws(Untranslatable) -> Value {
      if json.relativeDate != nil {
        throw Untranslatable(
          message: "A relative date can only be used with a less, greater or between operation.")
      }
      // Reserved for newer forms. A device that read them as objects would decide differently.
      if case .object(let fields) = json, fields.count == 1, let key = fields.keys.first, key.hasPrefix("$"),
        json.dateMilliseconds == nil
      {
        throw Untranslatable(message: "This version does not know values of the form \(key).")
      }
      return Value(json)
    }
  }
}

extension Wire.JSONValue {
  /// nil if the operand is not a value.
  init?(_ operand: Comparison.Operand) {
    switch operand {
    case .value(let value): self.init(value)
    case .bound(let bound): self.init(bound)
    case .range(let lower, let upper): self = .array([Self(lower), Self(upper)])
    case .list(let values): self = .array(values.map { Self($0) })
    case .text(let text), .pattern(let text): self = .string(text)
    case .nothing, .filter: return nil
    }
  }

  /// The form of a bound of an order: a value, or a relative date in the largest unit that gives a
  /// whole number.
  init(_ bound: Comparison.Bound) {
    switch bound {
    case .value(let value): self.init(value)
    case .fromNow(let seconds):
      let magnitude = Int64(clamping: seconds.magnitude)
      let unit = TimeUnit.longest(in: magnitude, of: .seconds)
      self = [seconds < 0 ? "$ago" : "$from_now": [unit.rawValue: .int(magnitude / unit.seconds)]]
    }
  }

  /// nil if this is not a relative date. `seconds` is nil if it is a relative date that is not
  /// well-formed.
  var relativeDate: (isPast: Bool, seconds: Int64?)? {
    guard case .object(let fields) = self, fields.count == 1, let (key, offset) = fields.first else {
      return nil
    }
    guard key == "$ago" || key == "$from_now" else { return nil }
    return (key == "$ago", offset.offsetSeconds)
  }

  private var offsetSeconds: Int64? {
    guard case .object(let parts) = self, !parts.isEmpty else { return nil }
    var sum: Int64 = 0
    for (name, count) in parts {
      guard let unit = TimeUnit(rawValue: name), unit != .milliseconds, let count = count.wholeNumber,
        count >= 0
      else { return nil }
      let (part, isTooLong) = count.multipliedReportingOverflow(by: unit.seconds)
      let (next, isSumTooLong) = sum.addingReportingOverflow(part)
      guard !isTooLong, !isSumTooLong else { return nil }
      sum = next
    }
    return sum
  }

  /// `3 days ago`, or nil if this is not a relative date.
  var relativeDateWords: String? {
    guard let relative = relativeDate, let seconds = relative.seconds else { return nil }
    if seconds == 0 { return "now" }
    let parts = TimeUnit.parts(of: seconds, .seconds).map { $0.unit.words($0.count) }
    return parts.joined(separator: " ") + (relative.isPast ? " ago" : " from now")
  }
}

extension TimeUnit {
  fileprivate var seconds: Int64 { milliseconds / 1_000 }
}
