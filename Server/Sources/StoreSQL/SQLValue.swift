// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A value in a column, or an argument of a statement.
public enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
}

/// A type whose values stand in columns.
public protocol SQLConvertible {
  var sqlValue: SQLValue { get }
  /// nil if the column holds a value of another type, or null.
  init?(_ value: SQLValue)
}

extension Int64: SQLConvertible {
  public var sqlValue: SQLValue { .integer(self) }
  public init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Int: SQLConvertible {
  public var sqlValue: SQLValue { .integer(Int64(self)) }
  public init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self.init(exactly: number)
  }
}

/// 1 and 0.
extension Bool: SQLConvertible {
  public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
  public init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number != 0
  }
}

extension Double: SQLConvertible {
  public var sqlValue: SQLValue { .real(self) }
  public init?(_ value: SQLValue) {
    switch value {
    case .real(let number): self = number
    case .integer(let number): self.init(number)
    case .null, .text, .bytes: return nil
    }
  }
}

extension String: SQLConvertible {
  public var sqlValue: SQLValue { .text(self) }
  public init?(_ value: SQLValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Data: SQLConvertible {
  public var sqlValue: SQLValue { .bytes([UInt8](self)) }
  public init?(_ value: SQLValue) {
    guard case .bytes(let bytes) = value else { return nil }
    self.init(bytes)
  }
}

/// The arguments of a statement: in the order of its placeholders, or by their names (`$app`).
public struct SQLArguments: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public private(set) var values: [SQLValue]
  /// Without `$`. nil when they stand in order. A statement may leave some of them out.
  public let names: [String]?

  /// In order.
  public init(_ elements: [any SQLConvertible] = []) {
    values = elements.map(\.sqlValue)
    names = nil
  }

  public init(arrayLiteral elements: (any SQLConvertible)?...) {
    values = elements.map { $0?.sqlValue ?? .null }
    names = nil
  }

  public init(dictionaryLiteral elements: (String, (any SQLConvertible)?)...) {
    values = elements.map { $1?.sqlValue ?? .null }
    names = elements.map(\.0)
  }

  /// Of arguments in order.
  public static func + (one: SQLArguments, other: SQLArguments) -> SQLArguments {
    var all = one
    all.values += other.values
    return all
  }

  public static func += (one: inout SQLArguments, other: SQLArguments) { one.values += other.values }
}
