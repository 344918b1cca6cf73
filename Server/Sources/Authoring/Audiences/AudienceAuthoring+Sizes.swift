// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
public import Store

/// How audiences grow and shrink.
extension AudienceAuthoring {
  /// How many people the audience had, oldest day first.
  public func sizes(of id: AudienceID, app: AppID) async throws(Rejection) -> [AudienceSize] {
    do { return try await store.sizes(of: id, app: app) } catch { throw .store(error) }
  }

  /// The audiences that were not counted on this day (UTC), or that were changed since.
  public func uncounted(app: AppID) async throws(StoreError) -> [Audience] {
    let today = CountedTime.day(of: environment.now())
    var due: [Audience] = []
    for audience in try await store.audiences(app: app) {
      let last = try await store.sizes(of: audience.id, app: app).last
      if let last, CountedTime.day(of: last.at) >= today, audience.updatedAt < last.at { continue }
      due.append(audience)
    }
    return due
  }

  /// Counts the people of the audience and stores how many there are. Does nothing if this version
  /// cannot read its rule.
  public func recordSize(of audience: Audience) async throws(StoreError) {
    let now = environment.now()
    let rules = try await store.audiences(app: audience.appID).rules
    guard let rule = rules[audience.id] else { return }
    let people = try await store.people(matching: rule, named: rules, app: audience.appID, at: now)
    let size = AudienceSize(
      at: now, people: people.count, reachable: try await reachable(of: people, audience.appID, at: now))
    try await store.record(size, of: audience.id, app: audience.appID)
  }
}
