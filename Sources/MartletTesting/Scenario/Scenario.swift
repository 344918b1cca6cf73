// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import MartletWire

/// A set of campaigns and what happens to a person who may see them, written down so that it can be run: `docs/scenarios.md`.
///
///     let scenario = try Scenario(reading: bytes)
///     let report = await ScenarioRunner(scenario).run { print($0.text) }
///     #expect(report.isPassed)
public struct Scenario: Hashable, Sendable {
  /// The version of the format that this library reads.
  public static let version = 1

  /// What a person calls it.
  public var name: String
  /// What it shows, in a sentence or two.
  public var description: String?
  /// The row of the requirements that it proves, for example `D7`.
  public var requirement: String?
  public var configuration: Configuration
  /// What the server hands out at first.
  public var campaigns: [Wire.Campaign]
  /// The caps over several campaigns.
  public var caps: [Wire.Cap]
  public var steps: [Step]

  public init(
    name: String, description: String? = nil, requirement: String? = nil, configuration: Configuration = Configuration(),
    campaigns: [Wire.Campaign] = [], caps: [Wire.Cap] = [], steps: [Step] = []
  ) {
    self.name = name
    self.description = description
    self.requirement = requirement
    self.configuration = configuration
    self.campaigns = campaigns
    self.caps = caps
    self.steps = steps
  }

  /// One thing that happens, and when.
  public struct Step: Hashable, Sendable {
    public var action: Action
    /// Time from the start of the scenario to the action; nil: at once, after `advance`. Never before the step before.
    public var at: Duration?
    /// Time that passes before the action.
    public var advance: Duration
    /// What must be true of the step's line afterwards: each field that is given.
    public var expectation: [ExpectationField: Wire.JSONValue]
    /// Where it stands in the file; 0: it was not read from one.
    public var line: Int

    /// Steps made in a program have no line.
    public init(
      _ action: Action, at: Duration? = nil, advance: Duration = .zero, expecting expectation: [ExpectationField: Wire.JSONValue] = [:],
      line: Int = 0
    ) {
      self.action = action
      self.at = at
      self.advance = advance
      self.expectation = expectation
      self.line = line
    }
  }

  /// What a step may expect. The names are those of the fields of the line that the step prints, and so are the values.
  public enum ExpectationField: String, Hashable, Sendable, CaseIterable {
    /// `[{"event", "chosen", "candidates", "reasons"}]`: every decision of the step; of each only what is given is compared.
    case decisions
    /// Events for which no campaign's trigger and filter matched.
    case noMatch = "no_match"
    /// What became of messages: `welcome: shown`, `offer: discarded by_delegate`.
    case outcomes
    /// What the app's delegates were asked and told, in order.
    case calls
    /// The campaign whose message is on the screen; null: none.
    case visible
    /// The texts on the screen, in reading order.
    case texts
    /// The campaigns whose messages wait, the one to be shown next first.
    case stack
    /// What went to the network: `sync`, `events`, `render offer`, `asset https://…`.
    case requests
    /// What the server stored: `custom_event cart_viewed`, `impression offer`.
    case stored
    /// The addresses that were opened.
    case opened
    /// Why the action could not be done; null: it was done.
    case refused
    /// What the SDK wrote in its log as errors.
    case logged
  }
}
