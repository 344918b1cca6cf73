// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

/// Of which nothing about people can be had for the moment.
struct RestingPeopleStore: PeopleStore {
  private static let rest = StoreError.unavailable("It rests.")

  func people(
    search: String?, sort: PeopleSort, app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<PersonSummary> { throw Self.rest }
  func userIDs(beginningWith text: String, app: AppID, limit: Int) async throws(StoreError) -> [String] {
    throw Self.rest
  }
  func peopleCount(app: AppID, limit: Int) async throws(StoreError) -> Int { throw Self.rest }
  func person(_ id: String, app: AppID) async throws(StoreError) -> Person? { throw Self.rest }
  func attributes(
    _ keys: Set<String>, personID: String, toldTo reader: AttributeReader, app: AppID
  ) async throws(StoreError) -> [String: Wire.JSONValue] { throw Self.rest }
  func timeline(
    personID: String, kinds: [Wire.EventRecord.Topic], app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<TimelineEntry> { throw Self.rest }
  func profiles(app: AppID, after: String?, limit: Int) async throws(StoreError) -> ListPage<PersonProfile> {
    throw Self.rest
  }
  func attributesSeenLast(app: AppID, people: Int) async throws(StoreError) -> [[String: Wire.JSONValue]] {
    throw Self.rest
  }
  func attributeKeys(app: AppID, limit: Int) async throws(StoreError) -> [String] { throw Self.rest }
  func setTestDevice(_ deviceID: String, _ isTest: Bool, app: AppID, at: Instant) async throws(StoreError) {
    throw Self.rest
  }
  func testDevices(app: AppID) async throws(StoreError) -> Set<String> { throw Self.rest }
  func deviceLocales(app: AppID, people: Int) async throws(StoreError) -> [String: Int] { throw Self.rest }
}
