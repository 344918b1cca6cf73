// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The fields of an HTML form (`application/x-www-form-urlencoded`), in the order they were sent.
public struct FormFields: Hashable, Sendable {
  /// More than the fields of an editor with eight variants that each ask 25 questions with six
  /// choices, in two more languages.
  public static let maximumCount = 10_000

  public private(set) var all: [Field]

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(_ all: [Field]) {
    self.all = all
  }

  /// Throws 400 for text that is not UTF-8 or not encoded as a form, 413 for too many fields.
  public init(encoded bytes: some Collection<UInt8>) throws {
    all = []
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      guard all.count < Self.maximumCount else { throw Answers.tooManyFields(limit: Self.maximumCount) }
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = parts.count > 1 ? Self.decoded(parts[1]) : ""
      else { throw Answers.formDamaged }
      all.append(Field(name: name, value: value))
    }
  }

  /// The fields of an address. A part that is not encoded as it should be stays as it is, so that
  /// whoever reads it can refuse it.
  public init(query: String) {
    all = query.utf8.split(separator: UInt8(ascii: "&")).prefix(Self.maximumCount).map { pair in
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      func text(_ part: Substring.UTF8View) -> String { Self.decoded(part) ?? String(part) ?? "" }
      return Field(name: text(parts[0]), value: parts.count > 1 ? text(parts[1]) : "")
    }
  }

  /// The first value with that name.
  public subscript(name: String) -> String? {
    all.first { $0.name == name }?.value
  }

  public func values(of name: String) -> [String] {
    all.filter { $0.name == name }.map(\.value)
  }

  private static func decoded(_ text: some Collection<UInt8>) -> String? {
    String(validating: text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)?
      .removingPercentEncoding
  }
}
