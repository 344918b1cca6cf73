// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore

/// What people have asked for about their own data. A person has at most one open request of each
/// kind.
public protocol PrivacyRequestStore: Sendable {
  /// Stores an open request, unless the person has one that answers the repetition
  /// (`PrivacyRequest.answersRepetition`). Returns the one that counts; nil if nobody has the
  /// person's name, which must be a user's.
  func add(_ request: PrivacyRequest, app: AppID) async throws(StoreError) -> PrivacyRequest?
  func privacyRequest(_ id: String, app: AppID) async throws(StoreError) -> PrivacyRequest?
  /// The open ones, oldest first, or the others, newest first.
  ///
  /// - Parameter after: The `next` of the previous page.
  func privacyRequests(isOpen: Bool, app: AppID, after: String?, limit: Int) async throws(StoreError)
    -> ListPage<PrivacyRequest>
  /// How many are open, and how many of them are overdue.
  func openPrivacyRequests(app: AppID, at now: Instant) async throws(StoreError) -> (count: Int, overdue: Int)
  /// Answers an open request. A deletion that is done deletes the person in the same transaction,
  /// like `deletePerson`. Throws `.notFound` if there is none, and `.conflict` if it is not open.
  func answerPrivacyRequest(
    _ id: String, with answer: PrivacyRequest.Answer, app: AppID, at: Instant
  ) async throws(StoreError) -> PrivacyRequest
  /// Deletes everything about a person who never signed in, like `deletePerson`. A person who has
  /// signed in since is not deleted.
  func deleteAnonymousPerson(
    onDevice deviceID: String, app: AppID, receipt: String, at: Instant
  ) async throws(StoreError) -> AnonymousDeletion
}
