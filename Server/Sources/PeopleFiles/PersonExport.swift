// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
public import Domain
import MartletWire
public import Store

/// Everything that is stored about one person, as one file: a JSON object in each line.
///
/// The field `record` says what a line is: first `person`, then `session`, `campaign`, `offer`,
/// `push`, `run`, `list`, `privacy_request` and `event`, and at last `end` with the number of lines
/// before it. A file without `end` is not complete. Secrets, push tokens and hashes are left out.
public struct PersonExport: Sendable {
  public static let contentType = "application/x-ndjson"

  private let person: Person
  private let store: any Store
  private let app: AppID

  public init(of person: Person, store: any Store, app: AppID) {
    self.person = person
    self.store = store
    self.app = app
  }

  /// For the browser that saves the file. Names nobody.
  public static let fileName = "person.ndjson"

  /// Writes the file in parts. Reads a page at a time, so that the length of the history does not
  /// matter.
  public func write(_ send: (_ bytes: [UInt8]) async throws -> Void) async throws {
    var lines = 0
    func put(_ record: String, _ objects: [[String: Wire.JSONValue]]) async throws {
      var bytes: [UInt8] = []
      for object in objects {
        bytes += Wire.encode(Wire.JSONValue.object(object.merging(["record": .string(record)]) { $1 }))
        bytes.append(UInt8(ascii: "\n"))
      }
      lines += objects.count
      if !bytes.isEmpty { try await send(bytes) }
    }
    try await put("person", [Person.shape.object(of: person)])
    for (record, kind) in [
      ("session", PersonalData.sessions), ("campaign", .campaigns), ("offer", .offers), ("push", .pushes),
      ("run", .runs),
      ("list", .lists), ("privacy_request", .requests),
    ] {
      try await eachPage { after in
        let page = try await store.records(
          kind, of: person.summary.id, app: app, after: after, limit: PeopleLimits.page.upperBound)
        try await put(
          record, page.elements.compactMap { if case .object(let fields) = $0 { fields } else { nil } })
        return page.next
      }
    }
    try await eachPage { after in
      let page = try await store.timeline(
        personID: person.summary.id, kinds: [], app: app, after: after, limit: PeopleLimits.page.upperBound)
      try await put("event", page.elements.map(TimelineEntry.shape.object(of:)))
      return page.next
    }
    try await put("end", [["records": .int(Int64(lines))]])
  }

  private func eachPage(_ read: (_ after: String?) async throws -> String?) async throws {
    var place: String?
    repeat { place = try await read(place) } while place != nil
  }
}
