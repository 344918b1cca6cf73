// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Store

/// One row of a result.
///
/// Reading a column as something that it does not hold is a mistake in a statement, and ends the
/// process. Optional types read null as nil, and a column that the result does not have.
public struct SQLRow: Sendable {
  let columns: SQLColumns
  package let values: [SQLValue]

  package init(columns: SQLColumns, values: [SQLValue]) { (self.columns, self.values) = (columns, values) }

  public subscript<Value: SQLConvertible>(_ column: String) -> Value {
    guard let index = columns.index(of: column) else {
      preconditionFailure("The result has no column \(column).")
    }
    return self[index]
  }
  public subscript<Value: SQLConvertible>(_ column: String) -> Value? {
    columns.index(of: column).flatMap { self[$0] }
  }

  public subscript<Value: SQLConvertible>(_ index: Int) -> Value {
    guard let value = Value(values[index]) else {
      preconditionFailure("Column \(columns.names[index]) holds no \(Value.self).")
    }
    return value
  }
  public subscript<Value: SQLConvertible>(_ index: Int) -> Value? { Value(values[index]) }
}

extension SQLRow {
  /// The document in a column.
  ///
  /// - Parameter noun: What it is, for the error when it cannot be read.
  func document<Document: Wire.Form>(_ column: String, _ noun: String) throws(StoreError) -> Document {
    let text: String = self[column]
    guard let document = try? Wire.decode(Document.self, from: Array(text.utf8)) else {
      throw .failed("A stored \(noun) cannot be read.")
    }
    return document
  }
}

/// The names of a result's columns.
public final class SQLColumns: Sendable {
  public let names: [String]

  public init(_ names: [String]) { self.names = names }

  /// Results have few columns, so that comparing names is faster than hashing one.
  func index(of name: String) -> Int? { names.firstIndex(of: name) }
}
