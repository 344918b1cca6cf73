// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore

/// What one step of overwriting deleted data did.
public enum OverwritingStep: Hashable, Sendable {
  /// Nothing of what was deleted is left in the files.
  case done
  case underWay
  /// Somebody is reading what was there before. Try again in a moment.
  case waiting
}

public protocol RetentionStore: Sendable {
  /// Overwrites what deleted people and aged data left behind in the files, in a small step. Goes
  /// on where it stopped, also after a restart.
  func overwriteDeleted() async throws(StoreError) -> OverwritingStep
  /// Removes what is older than the policy keeps, at most about `limit` rows, in one transaction
  /// that also records the progress: the next call continues there, even after a crash. Once
  /// everything is removed, there is nothing to do until more is due an hour later.
  ///
  /// People are deleted like by `deletePerson`, without receipts, a few at a time whatever they
  /// have: at most one for each 50 rows of the limit.
  ///
  /// Ages are measured from the instant at which an event counts, in full hours, so that the events
  /// of an hour are either all there or all gone.
  func removeAged(_ policy: RetentionPolicy, at now: Instant, limit: Int) async throws(StoreError)
    -> RetentionStep
}
