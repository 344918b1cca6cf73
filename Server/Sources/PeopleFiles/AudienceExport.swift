// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Store

/// The people of an audience at one time, as a CSV file. Its column `user_id` is empty for people
/// who have not signed in.
public struct AudienceExport: Sendable {
  public static let contentType = PeopleExport.Format.csv.contentType
  public static let fileName = "audience.csv"

  private let people: PersonSet
  private let store: any AudienceStore
  private let app: AppID

  /// Finds the people who match now.
  public init(of audience: Audience, store: any AudienceStore, at now: Instant) async throws(StoreError) {
    people = try await store.people(
      matching: .audience(audience.id), named: try await store.audiences(app: audience.appID).rules,
      app: audience.appID, at: now)
    self.store = store
    app = audience.appID
  }

  /// Writes the file in parts.
  public func write(_ send: (_ bytes: [UInt8]) async throws -> Void) async throws {
    try await send(CSVCell.row(["person_id", PeopleImport.userColumn]))
    var rest = people.sample(people.count)[...]
    while !rest.isEmpty {
      let ids = try await store.personIDs(of: Array(rest.prefix(Self.step)), app: app)
      rest = rest.dropFirst(Self.step)
      try await send(
        ids.flatMap { id in CSVCell.row([id, id.hasPrefix("u:") ? String(id.dropFirst(2)) : ""]) })
    }
  }

  private static let step = 1_000
}
