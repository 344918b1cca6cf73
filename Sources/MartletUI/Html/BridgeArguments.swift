// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletWire

/// Reads the arguments of one call and checks that each has the expected type.
struct BridgeArguments {
  let call: BridgeCall

  /// Null if the page omitted the argument.
  subscript(index: Int) -> Wire.JSONValue {
    call.arguments.indices.contains(index) ? call.arguments[index] : .null
  }

  func refusal(_ index: Int, _ expected: String) -> BridgeRefusal {
    BridgeRefusal(method: call.method, reason: .argument(index: index, expected: expected))
  }

  /// Characters are Unicode scalars, as everywhere in the wire format.
  func text(_ index: Int, length: ClosedRange<Int>) throws(BridgeRefusal) -> String {
    guard let text = self[index].string, length.contains(text.unicodeScalars.count) else {
      throw refusal(index, "a string of \(length.lowerBound) to \(length.upperBound) characters")
    }
    return text
  }

  /// Returns nil if the argument is null or omitted.
  func optionalText(_ index: Int, atMost limit: Int) throws(BridgeRefusal) -> String? {
    if self[index] == .null { return nil }
    guard let text = self[index].string, text.unicodeScalars.count <= limit else {
      throw refusal(index, "a string of up to \(limit) characters, or null")
    }
    return text
  }

  func word(_ index: Int, of words: [String]) throws(BridgeRefusal) -> String {
    guard let word = self[index].string, words.contains(word) else {
      throw refusal(index, "one of \(words.joined(separator: ", "))")
    }
    return word
  }

  /// Also accepts a text that contains a number.
  func number(_ index: Int, in range: ClosedRange<Double>, _ expected: String) throws(BridgeRefusal) -> Double
  {
    guard let number = self[index].number ?? self[index].string.flatMap(Self.number), number.isFinite,
      range.contains(number)
    else {
      throw refusal(index, expected)
    }
    return number
  }

  func whole(_ index: Int, in range: ClosedRange<Int>, or missing: Int? = nil) throws(BridgeRefusal) -> Int {
    if self[index] == .null, let missing { return missing }
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let number = try number(index, in: Double(range.lowerBound)...Double(range.upperBound), expected)
    guard let whole = Int(exactly: number) else { throw refusal(index, expected) }
    return whole
  }

  func flag(_ index: Int, or missing: Bool) throws(BridgeRefusal) -> Bool {
    switch self[index] {
    case .null: return missing
    case .bool(let flag): return flag
    default: throw refusal(index, "true or false")
    }
  }

  /// Empty if the argument is null or omitted. Each property must be valid for an app too.
  func properties(_ index: Int) throws(BridgeRefusal) -> [String: Wire.JSONValue] {
    if self[index] == .null { return [:] }
    guard case .object(let fields) = self[index] else {
      throw refusal(index, "an object of properties, or null")
    }
    return fields
  }

  /// Reads plain decimal notation, as in a form field.
  private static func number(_ text: String) -> Double? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    guard !trimmed.isEmpty, trimmed.utf8.count <= 32 else { return nil }
    guard
      trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) })
    else { return nil }
    return Double(trimmed)
  }
}

/// A call of a page's bridge, such as `martletBridge.logClick("buy")`.
///
/// Nothing in it is validated. `BridgeAction(_:access:)` validates it.
public struct BridgeCall: Hashable, Sendable, Codable {
  /// The method, with its object if there is one: `logClick`, `getUser.setEmail`.
  public var method: String
  /// The arguments in order. Missing and undefined ones are null. A JavaScript date is `{"$date":
  /// milliseconds}`.
  public var arguments: [Wire.JSONValue]
  /// True if the call exceeds `BridgeAction.Limits`. It then has no arguments.
  public var isTooLarge: Bool

  public init(method: String, arguments: [Wire.JSONValue] = [], isTooLarge: Bool = false) {
    self.method = method
    self.arguments = arguments
    self.isTooLarge = isTooLarge
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    method = try fields.decode(String.self, forKey: .method)
    arguments = try fields.decode([Wire.JSONValue].self, forKey: .arguments)
    isTooLarge = try fields.decodeIfPresent(Bool.self, forKey: .isTooLarge) ?? false
  }
}
