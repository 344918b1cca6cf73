// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The fields of a sent form or of a query, in their order; names may come more than once.
public struct FormData: Hashable, Sendable {
  public private(set) var fields: [Field]

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  public init(_ fields: [(String, String)] = []) {
    self.fields = fields.map { Field(name: $0.0, value: $0.1) }
  }

  /// Parses `application/x-www-form-urlencoded`. Anything can be parsed; what is not UTF-8 is mended with U+FFFD, line ends become `\n`.
  ///
  /// - Parameter maximumFields: Further fields are dropped.
  public init(urlEncoded text: String, maximumFields: Int = 1_000) {
    self.init(
      text.split(separator: "&", omittingEmptySubsequences: true).prefix(maximumFields).map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
      })
  }

  /// The first value of that name.
  public subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  public func values(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  public mutating func set(_ name: String, to value: String) {
    fields.removeAll { $0.name == name }
    fields.append(Field(name: name, value: value))
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        if let high = rest.first.flatMap(Self.digit), let low = rest.dropFirst().first.flatMap(Self.digit) {
          bytes.append(high << 4 | low)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
