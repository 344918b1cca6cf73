// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore

public protocol ExperimentStore: Sendable {
  /// What decides which arms of experiments the person (`PersonID`) is in. nil for somebody who was
  /// never seen.
  ///
  /// The unit stays for ever. A user of whom nothing was known has that of the anonymous person who
  /// signs in; a known user keeps theirs.
  ///
  /// Of a person who was exposed in several arms of an experiment, for example as two people who
  /// became one, the first exposure counts for ever.
  func experimentStanding(of personID: String, app: AppID) async throws(StoreError) -> ExperimentStanding?
  /// How many people who were first seen before the end of the reading are held out and how many
  /// are not, and how many of each have an event of it.
  ///
  /// - Parameter limit: The most events that are read. nil if there are more.
  func holdoutTally(
    _ holdout: Holdout, did reading: EventReading, app: AppID, limit: Int
  ) async throws(StoreError) -> HoldoutTally?
  /// How many exposures the experiment has. The limit, if it has more.
  func exposureCount(experiment: String, app: AppID, limit: Int) async throws(StoreError) -> Int
  /// What happened in an experiment of the campaign until then, counted from the stored events.
  ///
  /// - Parameters:
  ///   - subject: What is compared, and so which events say who saw it, and who clicked, opened,
  ///     used or answered it.
  ///   - changes: When the next epoch began, ascending.
  ///   - answers: Those that are counted. Anybody can report others. Up to 100 submitted surveys of
  ///     each person count.
  func tally(
    experiment: String, of subject: ExperimentSubject, changes: [Instant], campaign: CampaignID,
    conversions: [ConversionRule],
    answers: Set<AnswerDetail>, app: AppID, at now: Instant
  ) async throws(StoreError) -> ExperimentTally
}
