// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension Martlet.InAppMessage {
  /// The key-value pairs of a campaign. Read them by key, with a cast:
  ///
  ///     if message.extras["screen"] as? String == "cart" { … }
  ///
  /// A value is a `String`, `Bool`, `Int`, `Double`, `[Any]` or `[String: Any]`. null and a missing key are nil. Two values are equal if
  /// their JSON is.
  public struct Extras: Hashable, Sendable {
    /// The pairs as JSON.
    public var json: [String: Wire.JSONValue]

    public init(json: [String: Wire.JSONValue] = [:]) {
      self.json = json
    }

    /// Creates extras from strings, booleans, numbers, dates (stored as milliseconds in `$date`), and lists and dictionaries of them. Pairs
    /// with other values are left out.
    public init(_ pairs: [String: Any]) {
      json = pairs.compactMapValues { value in (try? PropertyReader.value(value, at: "")).map { Wire.JSONValue($0) } }
    }

    /// The value of a key, or nil.
    public subscript(key: String) -> Any? {
      json[key]?.native
    }

    /// All keys, sorted.
    public var keys: [String] { json.keys.sorted() }
    /// True if there are no pairs.
    public var isEmpty: Bool { json.isEmpty }
  }
}

extension Martlet.InAppMessage.Extras: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Wire.JSONValue)...) {
    self.init(json: Dictionary(elements) { _, last in last })
  }
}

extension Wire.JSONValue {
  /// The value as a Swift type. nil for null.
  fileprivate var native: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .int(let value): Int(exactly: value) ?? Double(value)
    case .double(let value): value
    case .string(let value): value
    case .array(let elements): elements.compactMap(\.native)
    case .object(let fields): fields.compactMapValues(\.native)
    }
  }
}
