// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// The attributes by which people are called. A search finds whoever has a value that begins with
/// it; case of the letters a to z does not matter.
public enum ContactField: Int, Hashable, Sendable, CaseIterable {
  case email, firstName, lastName
  /// The first name, a space and the beginning of the last name.
  case fullName

  /// The attribute that is looked up.
  public var key: String {
    switch self {
    case .email: "email"
    case .firstName: "first_name"
    case .lastName, .fullName: "last_name"
    }
  }

  /// The beginning of the values that match, as they are stored: as JSON, so a text begins with a
  /// quote. Of both names, also the whole first name. nil if the search cannot be compared so.
  public func beginning(of search: String) -> (value: String, firstName: String)? {
    guard self == .fullName else { return (Self.opened(search), "") }
    let words = search.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return nil }
    return (Self.opened(String(words[1])), Self.opened(String(words[0])) + "\"")
  }

  private static func opened(_ text: String) -> String {
    String(String(decoding: Wire.encode(Wire.JSONValue.string(text)), as: UTF8.self).dropLast())
  }
}
