// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
public import MartletCore
public import MartletWire

extension PeopleImport {
  /// What a line says about a person.
  public struct Line: Hashable, Sendable {
    public var number: Int
    public var userID: String
    public var attributes: [(key: String, value: Wire.JSONValue)]

    public static func == (one: Self, other: Self) -> Bool {
      one.number == other.number && one.userID == other.userID
        && one.attributes.elementsEqual(other.attributes) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The events that store the line.
    ///
    /// Their ids are made of the import, the line and what it says. So a file that is sent again
    /// counts once, a line that was corrected in between counts, and if two lines set the same
    /// attribute of a person, the later one does.
    public func events(import id: String, at: Instant) -> [Wire.EventRecord] {
      let place = "\(id)-" + String(String(10_000_000 + number).dropFirst()) + "-"
      return attributes.map { attribute in
        Wire.EventRecord(
          id: place + mark(attribute.key, attribute.value), at: at, sessionID: nil, userID: userID,
          body: .attribute(key: attribute.key, value: attribute.value))
      }
    }

    /// It tells apart what one line said at different times, and is not meant for security.
    private func mark(_ key: String, _ value: Wire.JSONValue) -> String {
      let parts = [userID, key, String(decoding: Wire.encode(value), as: UTF8.self)]
      return String(UInt64.hashStart.hashing(parts.map { $0 + "\0" }.joined()), radix: 36)
    }
  }
}
