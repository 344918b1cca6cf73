// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// A step that counts once per person and campaign, at its first instant.
public enum PersonStep: String, Hashable, Sendable, CaseIterable {
  case impression, click

  public var metric: CampaignMetric {
    switch self {
    case .impression: .uniqueImpression
    case .click: .uniqueClick
    }
  }

  /// The kind of the events of which the first one counts.
  public var kind: String { rawValue }
}

/// When a person first did something with a campaign on a device of their own, and when on a test
/// device.
public struct FirstTimes: Hashable, Sendable {
  public var own: Instant?
  public var test: Instant?

  public init(own: Instant? = nil, test: Instant? = nil) {
    self.own = own
    self.test = test
  }

  /// Where the person counts. Everybody counts once: among people if they ever did it on a device
  /// of their own.
  public var counted: (at: Instant, isTest: Bool)? { own.map { ($0, false) } ?? test.map { ($0, true) } }

  public subscript(isTest isTest: Bool) -> Instant? {
    get { isTest ? test : own }
    set { if isTest { test = newValue } else { own = newValue } }
  }

  public mutating func add(_ at: Instant, isTest: Bool) {
    self[isTest: isTest] = min(self[isTest: isTest] ?? at, at)
  }

  public mutating func add(_ other: FirstTimes) {
    if let at = other.own { add(at, isTest: false) }
    if let at = other.test { add(at, isTest: true) }
  }
}

/// The first steps of people with the campaigns that a batch names: as they were stored and as they
/// become.
public struct PersonSteps: Hashable, Sendable {
  public struct Key: Hashable, Sendable {
    public var person: Int64
    private let exactCampaign: ExactText
    public var step: PersonStep

    public var campaign: String { exactCampaign.text }

    public init(person: Int64, campaign: String, step: PersonStep) {
      self.person = person
      exactCampaign = ExactText(campaign)
      self.step = step
    }
  }

  private let stored: [Key: FirstTimes]
  /// What has to be written.
  public private(set) var changed: [Key: FirstTimes] = [:]

  public init(_ stored: [Key: FirstTimes]) {
    self.stored = stored
  }

  /// Counts a person in the hour of the first time, in whatever order the times arrive.
  public mutating func add(_ key: Key, at: Instant, isTest: Bool, _ rollups: inout Rollups) {
    let known = changed[key] ?? stored[key] ?? FirstTimes()
    var new = known
    new.add(at, isTest: isTest)
    guard new != known else { return }
    changed[key] = new
    rollups.move(key.step.metric, campaign: key.campaign, from: known, to: new)
  }
}
