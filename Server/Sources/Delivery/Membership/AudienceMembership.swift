// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Domain
package import MartletCore
import NIOConcurrencyHelpers
public import Store

/// Knows which campaigns people get: evaluates the audiences of a catalogue for one person, draws
/// the global holdout and the arms of experiments, and remembers the answer.
///
/// It is forgotten when something about the person is stored in this process (`ChangeFeed`), when
/// time alone can change it, and soon in any case: nobody may say what another process stores about
/// people.
public final class AudienceMembership: Sendable, ChangeListener {
  private struct Answer {
    let view: CatalogueView
    let catalogue: CampaignCatalogue.Mark
    let until: Instant
  }

  /// How long an answer is kept at most.
  public static let longest = Duration.seconds(10)

  private let store: any AudienceStore & ExperimentStore
  /// By person and whether the device is a test device.
  private let answers: RecentReads<TextHash, Answer>
  /// Whether people are known by their own names.
  private let names: RecentReads<TextHash, Bool>
  /// The newest catalogue of each app. Answers of older ones would keep them in memory.
  private let newest = NIOLockedValueBox<[AppID: CampaignCatalogue.Mark]>([:])

  public init(
    store: any AudienceStore & ExperimentStore, changes: any ChangeFeed, capacity: Int = 100_000
  ) {
    self.store = store
    answers = RecentReads(capacity: capacity)
    names = RecentReads(capacity: capacity)
    changes.subscribe(self)
  }

  /// Who uses a device (`ExperimentStore.personID`).
  package func personID(of userID: String?, on deviceID: String, app: AppID) async throws(StoreError)
    -> String
  {
    let name = PersonID.of(userID: userID, deviceID: deviceID)
    guard userID != nil else { return name }
    var present = name
    _ = try await names.value(of: TextHash(app.rawValue, name), isUsable: \.self) { () throws(StoreError) in
      present = try await store.personID(of: userID, on: deviceID, app: app)
      return present == name
    }
    return present
  }

  public func hear(_ change: StoreChange) {
    switch change {
    case .everything:
      answers.forgetAll()
      names.forgetAll()
    case .person(let person, let app): forget([person], app: app)
    case .facts(let people, let app): forget(people, app: app)
    case .catalogue, .keys, .pushKeys, .device, .pushDevice: break
    }
  }

  private func forget(_ people: Set<ExactText>, app: AppID) {
    let marks = people.map { TextHash(app.rawValue, $0.text) }
    names.forget(marks)
    answers.forget(marks)
    answers.forget(people.map { TextHash(app.rawValue + "\0", $0.text) })
  }

  /// - Parameters:
  ///   - locale: The device's. What is remembered of a person is the same for all their devices.
  ///   - isTest: Whether the device is a test device or of the lab, which is in no holdout and in
  ///     no experiment.
  package func view(
    of catalogue: CampaignCatalogue, for personID: String, locale: String?, isTest: Bool, app: AppID,
    at now: Instant
  ) async throws(StoreError) -> CatalogueView {
    catalogue.translated(
      try await view(of: catalogue, for: personID, isTest: isTest, app: app, at: now), for: locale)
  }

  private func view(
    of catalogue: CampaignCatalogue, for personID: String, isTest: Bool, app: AppID, at now: Instant
  ) async throws(StoreError) -> CatalogueView {
    guard catalogue.audiences != nil || catalogue.isDrawn else { return catalogue.whole }
    let mark = TextHash(app.rawValue + (isTest ? "\0" : ""), personID)
    let isNewest = newest.withLockedValue { newest in
      defer { newest[app] = catalogue.mark }
      return newest[app] === catalogue.mark
    }
    if !isNewest { answers.forgetAll() }
    return try await answers.value(
      of: mark, isUsable: { now < $0.until && $0.catalogue === catalogue.mark }
    ) { () throws(StoreError) in
      try await answer(of: catalogue, for: personID, isTest: isTest, app: app, at: now)
    }
    .view
  }

  private func answer(
    of catalogue: CampaignCatalogue, for personID: String, isTest: Bool, app: AppID, at now: Instant
  ) async throws(StoreError) -> Answer {
    var until = now + Self.longest
    var matches: [Bool] = []
    if let audiences = catalogue.audiences {
      let facts = try await store.facts(of: personID, catalogue.needs, app: app, at: now)
      matches = audiences.matches(facts, at: now)
      until = min(until, audiences.changes(facts, after: now) ?? until)
    }
    if let end = catalogue.holdoutEnds(after: now) { until = min(until, end) }
    let standing =
      catalogue.isDrawn && !isTest ? try await store.experimentStanding(of: personID, app: app) : nil
    return Answer(
      view: catalogue.view(matches, standing, at: now), catalogue: catalogue.mark, until: until)
  }
}
