// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

@testable import Backtest

/// A past for tests: days from 1 January 2026, people and their events.
struct Past {
  static let start = Instant(milliseconds: 1_767_225_600_000)
  static let period = start..<start + .seconds(7 * 86_400)

  static func at(day: Int, _ seconds: Int = 0) -> Instant { start + .seconds(day * 86_400 + seconds) }

  var person: BacktestPerson
  private var count = 0

  init(_ name: String = "ada", facts: PersonFacts = PersonFacts()) {
    person = BacktestPerson(id: "u:\(name)", standing: ExperimentStanding(unit: "1"), facts: facts)
  }

  mutating func add(
    _ body: Wire.EventRecord.Body, day: Int, _ seconds: Int = 0, device: String = "phone",
    user: String? = "ada",
    isTest: Bool = false
  ) {
    count += 1
    let at = Self.at(day: day, seconds)
    let record = Wire.EventRecord(
      id: "\(person.id)-\(count)", at: at, sessionID: "s\(day)", userID: user, body: body)
    person.events.append(BacktestPerson.Event(deviceID: device, at: at, isTest: isTest, record: record))
  }

  /// A session with these events, 100 s apart.
  mutating func session(day: Int, _ events: String..., device: String = "phone") {
    add(.sessionStart, day: day, device: device)
    for (index, name) in events.enumerated() {
      add(.custom(name: name, properties: [:]), day: day, 100 * (index + 1), device: device)
    }
    add(.sessionEnd(lengthMilliseconds: 600_000), day: day, 1_000, device: device)
  }
}

extension Campaign {
  /// A message on a custom event.
  static func on(_ event: String, id: String, _ change: (inout CampaignContent) -> Void = { _ in })
    -> Campaign
  {
    var content = CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.customEvent), name: event)],
      message: Wire.Message(
        kind: .known(.modal), header: "Hello", message: "Hello.", buttons: [Wire.Button(id: 0, text: "Later")]
      ))
    change(&content)
    let created = Past.start - .seconds(30 * 86_400)
    return Campaign(
      id: CampaignID(id), appID: "shop", name: id, state: .running, content: content, createdAt: created,
      updatedAt: created,
      launchedAt: created)
  }

  /// Its whole history: launched when it was created.
  func add(to timeline: inout CampaignTimeline) {
    let created = CampaignChange(
      number: 1, version: 1, kind: .created, at: createdAt, author: .system, hasRun: true)
    let launched = CampaignChange(
      number: 2, version: 1, kind: .performed(.launch), at: launchedAt ?? createdAt, author: .system)
    timeline.add(self, [created, launched], [CampaignVersion(change: created, snapshot: snapshot)])
  }
}

extension Backtest {
  init(
    _ campaign: Campaign, among others: [Campaign] = [], audiences: [Audience] = [],
    settings: AppSettings = AppSettings()
  ) {
    var timeline = CampaignTimeline()
    for other in others { other.add(to: &timeline) }
    self.init(campaign, among: timeline, audiences: audiences, settings: settings, period: Past.period)
  }

  func result(_ people: [BacktestPerson]) -> BacktestResult {
    var result = BacktestResult(self)
    result.active = people.count
    for person in people { result.add(person, replay(person)) }
    return result
  }
}
