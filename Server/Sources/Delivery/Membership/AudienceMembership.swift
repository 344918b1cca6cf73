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
  private let answers: NIOLockedValueBox<State>
  /// People who are known by their own names.
  private let known: NIOLockedValueBox<RecentValues<TextHash, Void>>

  private struct State {
    var answers: RecentValues<TextHash, Answer>
    /// Grows with each change, so that what was read before is not kept.
    var generation = 0
    /// The newest catalogue of each app. Answers of older ones would keep them in memory.
    var catalogues: [String: CampaignCatalogue.Mark] = [:]
  }

  private let capacity: Int

  public init(
    store: any AudienceStore & ExperimentStore, changes: any ChangeFeed, capacity: Int = 100_000
  ) {
    self.store = store
    self.capacity = capacity
    answers = NIOLockedValueBox(State(answers: RecentValues(capacity: capacity)))
    known = NIOLockedValueBox(RecentValues(capacity: capacity))
    changes.subscribe(self)
  }

  /// Who uses a device (`ExperimentStore.personID`).
  package func personID(of userID: String?, on deviceID: String, app: AppID) async throws(StoreError)
    -> String
  {
    let name = PersonID.of(userID: userID, deviceID: deviceID)
    guard userID != nil else { return name }
    let mark = TextHash(app.rawValue, name)
    guard !known.withLockedValue({ $0[mark] != nil }) else { return name }
    let present = try await store.personID(of: userID, on: deviceID, app: app)
    if present == name { known.withLockedValue { $0[mark] = () } }
    return present
  }

  public func hear(_ change: StoreChange) {
    switch change {
    case .everything:
      answers.withLockedValue { state in
        state.generation += 1
        state.answers.removeAll()
      }
      known.withLockedValue { $0.removeAll() }
    case .person(let person, let app): forget([person], app: app)
    case .facts(let people, let app): forget(people, app: app)
    case .catalogue, .keys, .pushKeys, .device, .pushDevice: break
    }
  }

  private func forget(_ people: Set<ExactText>, app: AppID) {
    answers.withLockedValue { state in
      state.generation += 1
      for person in people {
        state.answers[TextHash(app.rawValue, person.text)] = nil
        state.answers[TextHash(app.rawValue + "\0", person.text)] = nil
      }
    }
    known.withLockedValue { known in
      for person in people { known[TextHash(app.rawValue, person.text)] = nil }
    }
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
    let (known, generation) = answers.withLockedValue { ($0.answers[mark], $0.generation) }
    if let known, now < known.until, known.catalogue === catalogue.mark { return known.view }
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
    let view = catalogue.view(matches, standing, at: now)
    answers.withLockedValue { state in
      if state.catalogues[app.rawValue] !== catalogue.mark {
        state.answers = RecentValues(capacity: capacity)
        state.catalogues[app.rawValue] = catalogue.mark
      }
      if state.generation == generation {
        state.answers[mark] = Answer(view: view, catalogue: catalogue.mark, until: until)
      }
    }
    return view
  }
}
