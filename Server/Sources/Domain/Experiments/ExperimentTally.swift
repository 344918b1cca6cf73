// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What was counted of an experiment, without people on test devices.
///
/// A person is counted once, in the arm and from the instant of their first exposure: the first
/// time that the message, announcement or survey would have been displayed, the data passed to the
/// app, or the push sent.
public struct ExperimentTally: Hashable, Sendable {
  /// By the name of the arm. An arm without people is absent.
  public var arms: [String: Arm]
  /// The same by the epoch of the first exposure, oldest first.
  public var epochs: [[String: Arm]]
  /// How many people were exposed in several arms, for example as two people who became one.
  public var crossovers = 0
  /// The first exposure of anybody. nil: there is none.
  public var begin: Instant?
  /// When it was counted.
  public var at: Instant

  /// The whole days since the first exposure. nil: there is none.
  public var days: Int? { begin.map { Int((at.milliseconds - $0.milliseconds) / 86_400_000) } }

  /// - Parameter epochCount: How many epochs there are, at least 1.
  public init(arms: [String: Arm] = [:], epochCount: Int = 1, begin: Instant? = nil, at: Instant) {
    self.arms = arms
    epochs = Array(repeating: [:], count: epochCount)
    self.begin = begin
    self.at = at
  }

  /// Events that arrive later than this after they happened can come too late to be counted at
  /// first.
  public static let patience = Duration.seconds(48 * 3_600)

  public struct Arm: Hashable, Sendable {
    public var people = 0
    /// Each time that the message, announcement or survey would have been displayed, the data
    /// passed to the app, or the push sent.
    public var exposures = 0
    /// People who saw the message, announcement or survey, and who clicked, opened, used or
    /// answered it, after their first exposure. Of data: whose app got it, and whose used it. Of a
    /// push: to whom it was sent, and who opened it.
    public var shown = 0
    public var clicked = 0
    /// Of surveys: how often each question was answered, and each choice or number given, after the
    /// first exposure.
    public var answers: [AnswerDetail: Int] = [:]
    /// One for each conversion, in the campaign's order.
    public var goals: [Goal]

    public init(goals: Int) { self.goals = Array(repeating: Goal(), count: goals) }
  }

  /// What people did of one conversion, within its window.
  public struct Goal: Hashable, Sendable {
    /// People whose window ended `patience` ago. Only they are compared.
    public var matured = 0
    /// Of those, the ones who converted.
    public var converted = 0
    /// Of everybody, the ones who converted so far.
    public var convertedSoFar = 0
    /// How often everybody converted so far.
    public var conversions = 0
    /// What each of the matured who has revenue spent, in hundredths, by currency (`Revenue.sums`).
    /// In no order.
    public var revenue: [String: [Int64]] = [:]
    /// How many matured on each day since `begin`, in days of 24 hours.
    public var maturedByDay: [Int: Int] = [:]

    public init() {}
  }
}
