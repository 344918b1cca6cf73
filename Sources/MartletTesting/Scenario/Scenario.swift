// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

/// Campaigns and a timeline of events, in a file that can be run. `docs/scenarios.md` describes the format.
///
///     let scenario = try Scenario(reading: bytes)
///     let report = await ScenarioRunner(scenario).run { print($0.text) }
///     #expect(report.isPassed)
public struct Scenario: Equatable, Sendable {
  /// The version of the format that this library reads.
  public static let version = 1

  /// The name, for people.
  public var name: String
  /// What the scenario shows, in one or two sentences.
  public var description: String?
  /// The row of the requirements that it proves, such as `D7`.
  public var requirement: String?
  public var configuration = Configuration()
  /// The campaigns that the server delivers at the start.
  public var campaigns: [Wire.Campaign] = []
  /// The caps for several campaigns.
  public var caps: [Wire.Cap] = []
  public var steps: [Step] = []

  /// A step of the timeline.
  public struct Step: Equatable, Sendable {
    public let action: Action
    /// Of the action.
    let name: ActionName
    /// The time from the start of the scenario to the action. nil: immediately, after `advance`. Never before the previous step.
    public var at: Duration?
    /// The time that passes before the action.
    public var advance: Duration
    /// The expected fields of the step's line.
    public var expectation: [ExpectationField: Wire.JSONValue]
    /// The line in the file, or 0 if it was not read from a file.
    public var line = 0
  }

  /// What a step can expect. Names and values are those of the line that the step prints.
  public enum ExpectationField: String, Hashable, Sendable, CaseIterable {
    /// `[{"event", "chosen", "candidates", "reasons"}]`: every decision of the step. Only the given fields are compared.
    case decisions
    /// The events for which no campaign's trigger and filter matched.
    case noMatch = "no_match"
    /// The outcomes of messages: `welcome: shown`, `offer: discarded by_delegate`.
    case outcomes
    /// The calls to the app's delegates, in order.
    case calls
    /// The campaign on the screen. null: none.
    case visible
    /// The text on the screen, in reading order.
    case texts
    /// The campaigns of queued messages. The first one is shown next.
    case stack
    /// The network requests: `sync`, `events`, `render offer`, `asset https://…`.
    case requests
    /// The records that the server stored: `custom cart_viewed`, `impression offer`.
    case stored
    /// The URLs that were opened.
    case opened
    /// Why the action was not possible. null: it was possible.
    case refused
    /// The errors in the SDK's log.
    case logged
  }
}
