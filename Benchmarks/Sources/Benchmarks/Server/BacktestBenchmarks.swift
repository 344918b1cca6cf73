// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Backtest
import Domain
import Foundation
import MartletCore
import MartletWire
import StoreSQLite

/// A backtest of a campaign among ten others over the events of many people, from the file to the
/// result, in processor time.
enum BacktestBenchmarks {
  private static let eventsOfPerson = 200
  private static let campaigns = 10
  private static let people = 1_000
  /// Nanoseconds of processor time for an event: 200,000 events a second and core.
  private static let goal = 5_000.0
  private static let secondsGoal = 5.0

  static func run(rounds: Int) async throws -> [Comparison] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-backtest-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore(directory: folder.path)
    let now = DecisionBenchmarks.now
    let app = App(id: "bench", name: "Benchmark", createdAt: now)
    try await store.insert(app)
    for number in 0..<campaigns { try await store.insert(campaign(number, of: app), by: .system) }
    for number in 0..<people { _ = try await store.ingest(past(number, of: app)) }
    var tried = campaign(campaigns, of: app)
    tried.state = .draft
    let backtests = Backtests(store: store)
    /// - Returns: Nanoseconds that passed, and nanoseconds of processor time for an event.
    func measure(atOnce: Int) async throws -> (passed: Double, processor: Double) {
      let before = Stopwatch.processorSeconds
      let elapsed = try await Stopwatch.seconds {
        let result = try await backtests.run(tried, days: 14, people: people, at: now, atOnce: atOnce)
        precondition(result.people == people && result.impressions > 0)
      }
      return (elapsed * 1e9, (Stopwatch.processorSeconds - before) * 1e9 / Double(people * eventsOfPerson))
    }
    var (seconds, alone, beside): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0...rounds {
      let (one, two) = (try await measure(atOnce: 1), try await measure(atOnce: 2))
      guard round > 0 else { continue }
      alone.append(one.processor)
      beside.append(two.processor)
      seconds.append(two.passed)
    }
    try await store.close()
    let all = "\(ResultTable.grouped(people)) people with \(eventsOfPerson) events each"
    func limit(_ name: String, _ subject: String, _ times: [Double], _ limit: Double) -> Comparison {
      Comparison(
        name: name, subject: Timing(name: subject, nanoseconds: times),
        baseline: Timing(name: "goal", nanoseconds: [limit]),
        ratios: times.map { $0 / limit }, goal: .atMost(1))
    }
    return [
      limit(
        "backtest among \(campaigns) campaigns, processor time for an event",
        "one person at a time, as in a server", alone, goal),
      limit("the same", "two people at a time", beside, goal),
      limit("backtest of \(all), time", "on two cores", seconds, secondsGoal * 1e9),
    ]
  }

  private static func campaign(_ number: Int, of app: App) -> Campaign {
    let launched = DecisionBenchmarks.now - .seconds(90 * 86_400)
    return Campaign(
      id: CampaignID("campaign-\(number)"), appID: app.id, name: "Offer \(number)", state: .running,
      content: CampaignContent(
        triggers: [Wire.Trigger(kind: .known(.customEvent), name: "event_\(number)")],
        message: Wire.Message(kind: .known(.modal), header: "Offer \(number)", message: "Hello"),
        rules: Wire.DeliveryRules(
          reEligibility: Wire.ReEligibility(type: .known(.after), afterMilliseconds: 86_400_000))),
      createdAt: launched, updatedAt: launched, launchedAt: launched)
  }

  /// Sessions of 19 events each, in the last 20 days. One event in four has a name that a campaign
  /// waits for.
  private static func past(_ number: Int, of app: App) -> IngestBatch {
    var events: [Wire.EventRecord] = []
    for turn in 0..<eventsOfPerson {
      let session = turn / 20
      let at = DecisionBenchmarks.now - .seconds((20 - session * 2) * 86_400 + number - turn % 20 * 60)
      let properties: [String: Wire.JSONValue] = ["amount": .int(Int64(turn)), "category": "hats"]
      let body: Wire.EventRecord.Body =
        turn % 20 == 0 ? .sessionStart : .custom(name: "event_\(turn * 7 % 40)", properties: properties)
      events.append(
        Wire.EventRecord(
          id: "e-\(number)-\(turn)", at: at, sessionID: "s-\(number)-\(session)", userID: "user-\(number)",
          body: body))
    }
    return IngestBatch(
      appID: app.id, device: Wire.Device(id: "device-\(number)", platform: "ios"),
      receivedAt: DecisionBenchmarks.now, events: events)
  }
}
