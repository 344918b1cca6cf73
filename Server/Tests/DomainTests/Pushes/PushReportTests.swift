// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import StoreConformance
import Testing

@Suite struct PushReportTests {
  private static let now = Sample.now
  private static let death = PushDevice.Death(since: now - .seconds(10), reason: "Unregistered")

  private static func run(experiment: Wire.Experiment? = nil) -> PushRun {
    var definition = Sample.campaign("c").definition
    definition.message = nil
    definition.push = Wire.PushNotification(title: "Hello")
    definition.experiment = experiment
    return PushRun(
      id: "r", appID: "shop", campaignID: "c", definition: definition, audience: .everybody, state: .sending,
      startsAt: now, createdAt: now)
  }

  private static func decide(
    _ verdict: PushReport.Verdict, attempt: Int = 1, tries: Int = 0, device: PushDevice? = nil
  ) -> PushReports {
    PushReports(
      [PushReport(deviceID: "d", attempt: attempt, verdict: verdict)], of: run(), number: 1,
      claims: [.init("d", 0): .init(person: 7, attempt: 1, tries: tries, at: now)],
      devices: device.map { [ExactText("d"): $0] } ?? [:], at: now)
  }

  @Test(arguments: [
    (PushReport.Verdict.ended(.sent), 0, PushOutcome?.some(.sent), Int64?.none, 0),
    (.again(at: now + .seconds(9), detail: "quiet_hours", counts: false), 11, nil, 9, 11),
    (.again(at: now + .seconds(9), detail: "Shutdown", counts: true), 10, nil, 9, 11),
    (
      .again(at: now + .seconds(9), detail: "Shutdown", counts: true), PushRunLimits.tries - 1, .gaveUp, nil,
      11
    ),
  ])
  func `a row ends, waits, or is given up after its last try`(
    _ verdict: PushReport.Verdict, _ tries: Int, _ outcome: PushOutcome?, _ seconds: Int64?, _ after: Int
  ) {
    let decision = Self.decide(verdict, tries: tries)
    let change = decision.changes.first
    #expect(change?.outcome == outcome && change?.tries == after)
    #expect(change?.dueAt == seconds.map { Self.now + .seconds($0) })
    #expect(decision.ended == (outcome.map { [$0: 1] } ?? [:]))
  }

  @Test(
    arguments: [
      // The token, when it was registered, and what follows.
      ("aa", -60, true, .tokenInvalid, nil), ("bb", -60, false, nil, 0), ("aa", -5, false, nil, 60),
      (nil, 0, false, .tokenInvalid, nil),
    ] as [(String?, Int64, Bool, PushOutcome?, Int64?)])
  func `a token ends unless the device has another one or registered it later; then the push is tried again`(
    _ token: String?, _ registered: Int64, _ isRetired: Bool, _ outcome: PushOutcome?, _ seconds: Int64?
  ) {
    let device = token.map {
      PushDevice(deviceID: "d", token: $0, registeredAt: Self.now + .seconds(registered))
    }
    let decision = Self.decide(.invalidToken("aa", Self.death), device: device)
    #expect(decision.retired.map(\.device) == (isRetired ? ["d"] : []))
    #expect(decision.changes.first?.outcome == outcome)
    #expect(decision.changes.first?.dueAt == seconds.map { Self.now + .seconds($0) })
    #expect(decision.changes.first?.detail == "Unregistered")
  }

  @Test func `a report of a claim that has ended since, or a second one, changes nothing`() {
    #expect(Self.decide(.ended(.sent), attempt: 2).changes.isEmpty)
    let twice = PushReports(
      [.ended(.sent), .ended(.expired)].map { PushReport(deviceID: "d", attempt: 1, verdict: $0) },
      of: Self.run(),
      number: 1, claims: [.init("d", 0): .init(person: 7, attempt: 1, at: Self.now)], devices: [:],
      at: Self.now)
    #expect(twice.changes.map(\.outcome) == [.sent])
  }

  @Test func `the experiment counts each notification once, and only those that came to their turn`() {
    let experiment = Wire.Experiment(id: "x", variants: [.init(id: "a", share: 10_000)])
    let devices = ["d1", "d2", "d3"]
    let claims = Dictionary(
      uniqueKeysWithValues: zip(devices, [7, 7, 8] as [Int64]).map {
        (PushReports.Place($0, 0), PushReports.Claim(person: $1, attempt: 1, arm: "a", at: Self.now))
      })
    let reports = devices.map {
      PushReport(deviceID: $0, attempt: 1, verdict: .ended(.sent), hadTurn: $0 != "d3")
    }
    let decision = PushReports(
      reports, of: Self.run(experiment: experiment), number: 4, claims: claims, devices: [:], at: Self.now)
    #expect(decision.exposures.map(\.person) == [7] && decision.exposures.map(\.record.id) == ["run-4-0-7"])
    #expect(decision.changes.map(\.arm) == ["a", "a", nil])
    let rollups = PushReports.rollups(decision.exposures)
    #expect(rollups.ofApp == [.init(metric: .event, detail: "exposure"): 1])
  }
}
