// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire
public import Store

/// The people who have signed in, with their attributes, as a file that the import reads again.
public struct PeopleExport: Sendable {
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// The columns are `user_id` and one for each attribute that anybody has.
    case csv
    /// A JSON object in each line.
    case ndjson

    public var contentType: String {
      switch self {
      case .csv: "text/csv; charset=utf-8"
      case .ndjson: "application/x-ndjson"
      }
    }

    public var fileName: String { "people." + rawValue }
  }

  /// The most columns of a CSV file. Attributes beyond it, in the order of their names, are left
  /// out; NDJSON has all of them.
  public static let columns = 1_000

  private let format: Format
  private let store: any Store
  private let app: AppID

  public init(_ format: Format, store: any Store, app: AppID) {
    self.format = format
    self.store = store
    self.app = app
  }

  /// Writes the file in parts, reading a page at a time.
  public func write(_ send: (_ bytes: [UInt8]) async throws -> Void) async throws {
    var keys: [String] = []
    if format == .csv {
      keys = try await store.attributeKeys(app: app, limit: Self.columns).filter {
        $0 != PeopleImport.userColumn
      }
      try await send(CSVCell.row([PeopleImport.userColumn] + keys))
    }
    var place: String?
    repeat {
      let page = try await store.profiles(app: app, after: place, limit: PeopleLimits.page.upperBound)
      var bytes: [UInt8] = []
      for profile in page.elements { bytes += line(profile, keys) }
      if !bytes.isEmpty { try await send(bytes) }
      place = page.next
    } while place != nil
  }

  private func line(_ person: PersonProfile, _ keys: [String]) -> [UInt8] {
    switch format {
    case .csv: CSVCell.row([person.userID] + keys.map { person.attributes[$0].map(CSVCell.text) ?? "" })
    case .ndjson:
      Wire.encode(
        [
          PeopleImport.userColumn: .string(person.userID), "attributes": .object(person.attributes),
          "first_seen": .int(person.firstSeen.milliseconds), "last_seen": .int(person.lastSeen.milliseconds),
        ] as Wire.JSONValue) + [UInt8(ascii: "\n")]
    }
  }
}
