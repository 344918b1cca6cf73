// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore

/// Audiences, and who is in them.
public protocol AudienceStore: Sendable {
  /// By name.
  func audiences(app: AppID) async throws(StoreError) -> [Audience]
  /// Throws `.alreadyExists` if another audience has the name, `.conflict` beyond
  /// `Audience.maximum`, or if its rule names an audience that is not there.
  func insert(_ audience: Audience) async throws(StoreError)
  /// Stores the audience if its stored revision is still `expectedRevision` and nothing could not
  /// be evaluated with it (`AudienceUses.problems`), else throws `.conflict`. Throws
  /// `.alreadyExists` if another one has the name.
  ///
  /// - Parameter ifUnused: Whether it is only changed while no unfinished campaign uses it, else
  ///   `.conflict`.
  func update(_ audience: Audience, expectedRevision: Int, ifUnused: Bool) async throws(StoreError)
  /// Changes the uploaded list of an audience, and returns how many user ids it has then. People
  /// who were never seen can be in it.
  ///
  /// It changes as a whole: until everything is stored, and if it never is, the list stays as it
  /// was. nil: it would be longer than `Audience.listLength`, and stays as it was. Throws
  /// `.notFound` if there is no such audience, `.conflict` if it was changed meanwhile.
  ///
  /// - Parameter ifUnused: As for `update`.
  func changeList(
    of id: AudienceID, _ change: ListChange, userIDs: [String], app: AppID, ifUnused: Bool
  ) async throws(StoreError) -> Int?
  /// How many user ids the list of an audience has.
  func listLength(of id: AudienceID, app: AppID) async throws(StoreError) -> Int
  /// Removes the audience and its list if its stored revision is still `expectedRevision` and
  /// nothing uses it (`AudienceUses`), else throws `.conflict`.
  func deleteAudience(_ id: AudienceID, app: AppID, expectedRevision: Int) async throws(StoreError)

  /// What is known about one person (`PersonID`), as far as it is needed. Of somebody who was never
  /// seen, nothing is known.
  func facts(of personID: String, _ needs: AudienceNeeds, app: AppID, at now: Instant)
    async throws(StoreError) -> PersonFacts
  /// The people who match the rule at that time, without those who only have test devices.
  /// Campaigns are not counted for them either.
  ///
  /// - Parameter named: The rules of all audiences that are named. A rule that cannot be evaluated
  ///   throws `.failed`.
  func people(
    matching rule: AudienceRule, named: [AudienceID: AudienceRule], app: AppID, at now: Instant
  ) async throws(StoreError) -> PersonSet
  /// Asks people who are drawn at random whether they match the rule. Reads no more than the
  /// drawing allows.
  ///
  /// - Parameter named: As for `people(matching:named:app:at:)`.
  func sample(
    _ drawing: AudienceSample.Drawing, matching rule: AudienceRule, named: [AudienceID: AudienceRule],
    app: AppID, at now: Instant
  ) async throws(StoreError) -> AudienceSample
  /// How many people match the rule that everybody matches, without those who only have test
  /// devices.
  func everybodyCount(app: AppID) async throws(StoreError) -> Int
  /// Stores how many people the audience has, instead of an earlier count of the same day, and
  /// removes counts older than `AudienceSize.kept` days. Does nothing if there is no such audience.
  func record(_ size: AudienceSize, of id: AudienceID, app: AppID) async throws(StoreError)
  /// The counts of the audience, oldest first. They go when it is deleted.
  func sizes(of id: AudienceID, app: AppID) async throws(StoreError) -> [AudienceSize]
  /// Their ids (`PersonID`), in the same order. Those that are gone are left out.
  func personIDs(of numbers: [Int64], app: AppID) async throws(StoreError) -> [String]
}

extension AudienceStore {
  /// Changes it whatever uses it.
  public func update(_ audience: Audience, expectedRevision: Int) async throws(StoreError) {
    try await update(audience, expectedRevision: expectedRevision, ifUnused: false)
  }

  /// Changes it whatever uses it.
  public func changeList(of id: AudienceID, _ change: ListChange, userIDs: [String], app: AppID)
    async throws(StoreError) -> Int?
  {
    try await changeList(of: id, change, userIDs: userIDs, app: app, ifUnused: false)
  }
}
