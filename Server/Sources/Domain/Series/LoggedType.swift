// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// The type of a value that an app has sent.
public enum LoggedType: String, CaseIterable, Hashable, Sendable {
  case text, wholeNumber, number, boolean, date, list, object, nothing

  init(_ value: Wire.JSONValue) {
    self =
      switch value {
      case .null: .nothing
      case .bool: .boolean
      case .int: .wholeNumber
      case .double: .number
      case .string: .text
      case .array: .list
      case .object: value.isDate ? .date : .object
      }
  }

  /// What filters compare it with.
  public var family: Value.Family {
    switch self {
    case .text: .string
    case .wholeNumber, .number: .number
    case .boolean: .bool
    case .date: .date
    case .list: .array
    case .object: .object
    case .nothing: .null
    }
  }

  /// `yes or no`
  public var words: String {
    switch self {
    case .text: "text"
    case .wholeNumber: "whole number"
    case .number: "number"
    case .boolean: "yes or no"
    case .date: "date"
    case .list: "list"
    case .object: "object"
    case .nothing: "nothing"
    }
  }
}

extension Wire.JSONValue {
  /// A date is an object with one key.
  var isDate: Bool {
    if case .object(let fields) = self { fields.count == 1 && fields["$date"] != nil } else { false }
  }
}
