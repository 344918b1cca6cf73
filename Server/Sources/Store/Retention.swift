// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// How long growing data is kept; nil for ever. Counters, campaigns and people who signed in are
/// always kept.
public struct RetentionPolicy: Hashable, Sendable {
  /// Events: who did what when. Their ids stay, so that an event that is sent again still counts
  /// only once.
  public var events: Duration?
  /// What an event says besides its kind and its time; timelines show it.
  public var timelines: Duration?
  /// Explanations why a message was or was not shown. Only the newest of them are kept in any case.
  public var decisions: Duration?
  /// People who never signed in, with everything about them, since they were last seen.
  public var anonymousPeople: Duration?

  public init(
    events: Duration? = nil, timelines: Duration? = nil, decisions: Duration? = nil,
    anonymousPeople: Duration? = nil
  ) {
    self.events = events
    self.timelines = timelines
    self.decisions = decisions
    self.anonymousPeople = anonymousPeople
  }

  public var keepsEverything: Bool { self == RetentionPolicy() }
}

/// What one step of a removal by age did.
public struct RetentionStep: Hashable, Sendable {
  public var events = 0
  public var timelines = 0
  public var decisions = 0
  public var people = 0
  /// Whether there is nothing more to do until later.
  public var isDone = false

  public init() {}

  public static func += (sum: inout RetentionStep, step: RetentionStep) {
    sum.events += step.events
    sum.timelines += step.timelines
    sum.decisions += step.decisions
    sum.people += step.people
    sum.isDone = step.isDone
  }
}

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
