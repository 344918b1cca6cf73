// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
import Statistics
public import Store

/// Computes the results of experiments.
public struct ExperimentReports: Sendable {
  private let store: any ExperimentStore

  /// The most exposures that are read while somebody waits for a page: some hundred milliseconds.
  public static let unaskedLimit = 10_000

  public init(store: any ExperimentStore) {
    self.store = store
  }

  /// Whether counting the results takes longer than somebody should wait for a page.
  public func takesLong(for campaign: Campaign) async throws(StoreError) -> Bool {
    guard let experiment = campaign.content.experiment else { return false }
    let limit = Self.unaskedLimit + 1
    return try await store.exposureCount(experiment: experiment.id, app: campaign.appID, limit: limit)
      == limit
  }

  /// The results of the campaign's experiment at that time; nil if it has none.
  public func report(of campaign: Campaign, at now: Instant) async throws(StoreError) -> ExperimentReport? {
    guard let experiment = campaign.content.experiment, let subject = campaign.content.experimentSubject
    else { return nil }
    let rules = campaign.content.conversionRules
    let questions = campaign.content.askedQuestions
    func count(_ at: Instant, answers: Set<AnswerDetail> = []) async throws(StoreError) -> ExperimentReport {
      let arms = ExperimentArms(experiment)
      return ExperimentReport(
        arms, of: subject,
        try await store.tally(
          experiment: experiment.id, of: subject, changes: arms.changes, campaign: campaign.id,
          conversions: rules,
          answers: answers, app: campaign.appID, at: at),
        conversions: rules, questions: questions)
    }
    let present = try await count(now, answers: Set(questions.flatMap(\.details)))
    guard let final = present.goals.first?.final, let begin = present.begin else { return present }
    // The moment is over, and its figures are those of that moment.
    var report = present
    report.finalGoals = try await count(begin + .seconds(final.day * 86_400)).goals
    return report
  }
}
