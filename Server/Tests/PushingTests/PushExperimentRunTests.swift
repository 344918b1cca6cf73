// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Domain
import MartletCore
import MartletWire
import PushEndpoint
import Store
import StoreConformance
import StoreSQLite
import Testing

@testable import Pushing

/// Runs of a campaign whose push has an experiment, with an endpoint in the place of APNs.
@Suite(.timeLimit(.minutes(3)))
struct PushExperimentRunTests {
  private static let experiment = Wire.Experiment(
    id: "x",
    variants: [
      .init(id: "a", share: 3_500),
      .init(
        id: "b", share: 3_500, push: Wire.PushNotification(title: "Short {{user.first_name}}"),
        languages: ["de": ["push.title": "Kurz {{user.first_name}}"]]),
    ], control: 3_000)

  @Test
  func `each person gets the push of their arm in their language, and nothing is sent to who is in control`()
    async throws
  {
    let tokens = (0..<200).map(PushStage.token)
    // Whatever APNs answers, the person has been counted.
    let script = EndpointScript(byToken: [
      tokens[0]: [.refuse(.badDeviceToken)], tokens[1]: [.refuse(.badDeviceToken)],
    ])
    try await PushStage.run(devices: 200, script, locales: ["en_US", "de_AT"]) { stage in
      try await stage.start {
        $0.definition.experiment = Self.experiment
        $0.definition.languages = ["de": ["push.title": "Hallo"]]
      }
      let outcomes = try await stage.wait().outcomes
      let rows = try await stage.store.pushDeliveries(
        run: "r", app: "shop", outcome: nil, after: nil, limit: 200
      ).elements
      let arms = Dictionary(grouping: rows, by: { $0.arm ?? "none" }).mapValues(\.count)
      #expect(Set(arms.keys) == ["a", "b", "control"] && outcomes[.withheld] == arms["control"])
      let titles = Dictionary(
        try stage.endpoint.accepted.map { push in
          (
            push.deviceToken,
            try Wire.decode(Wire.JSONValue.self, from: push.payload)["aps"]?["alert"]?["title"]?.string
          )
        }
      ) { first, _ in first }
      for (number, row) in rows.enumerated() {
        let isGerman = number % 2 == 1
        let expected = [
          "a": isGerman ? "Hallo" : "Hello", "b": "\(isGerman ? "Kurz" : "Short") Ana \(number)",
        ][row.arm ?? ""]
        if number > 1 { #expect(titles[tokens[number], default: nil] == expected) }
        #expect((row.outcome == .withheld) == (row.arm == "control"))
      }
      let tally = try await stage.store.tally(
        experiment: "x", of: .push, changes: [], campaign: "c", conversions: [], answers: [], app: "shop",
        at: stage.environment.now())
      #expect(
        tally.arms.mapValues(\.people) == arms
          && tally.arms.values.reduce(0) { $0 + $1.shown } == outcomes[.sent])
    }
  }

  @Test(arguments: PushOutcomeCase.all)
  func `a push is withheld only when nothing else keeps it from the person`(test: PushOutcomeCase) {
    let now = Sample.now
    var run = PushRun(
      id: "r", appID: "shop", campaignID: "c", definition: Sample.campaign("c").definition,
      audience: .everybody, state: .sending,
      startsAt: now, isPrepared: true, createdAt: now)
    run.definition.push = Wire.PushNotification(title: "Hello")
    run.expiresAt = now + .seconds(60)
    var row = ClaimedPush(
      deviceID: "d", attempt: 1, personID: "u:p", arm: test.arm,
      push: PushDevice(deviceID: "d", token: "aa", environment: .production, registeredAt: now))
    test.change(&row)
    let judge = PushJudge(run)
    #expect(judge.verdict(row, at: test.isLate ? now + .seconds(60) : now) == test.verdict)
    var machine = RunMachine(run, judge: judge)
    _ = machine.handle(.start, at: now, clock: .zero)
    let effects = machine.handle(
      .claimed(.claimed([row], next: nil)), at: test.isLate ? now + .seconds(60) : now, clock: .zero)
    let reports = effects.flatMap { effect -> [PushReport] in
      if case .record(let reports) = effect { reports } else { [] }
    }
    // Who is withheld counts in their arm, and who is stopped before does not.
    #expect(reports.map(\.hadTurn) == (test.verdict.map { [$0 == .ended(.withheld)] } ?? []))
    #expect(effects.contains(.send(row)) == (test.verdict == nil))
  }

  struct PushOutcomeCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var arm: String? = "control"
    var isLate = false
    var verdict: PushReport.Verdict?
    var change: @Sendable (inout ClaimedPush) -> Void = { _ in }

    static let all = [
      Self(testDescription: "control", verdict: .ended(.withheld)),
      Self(testDescription: "holdout", arm: "holdout", verdict: .ended(.withheld)),
      Self(testDescription: "variant", arm: "a"), Self(testDescription: "no experiment", arm: nil),
      Self(testDescription: "capped", verdict: .ended(.capped, detail: "all 1 day")) {
        $0.reachedCap = "all 1 day"
      },
      Self(testDescription: "not in the audience", verdict: .ended(.notEligible)) { $0.isEligible = false },
      Self(testDescription: "no token", verdict: .ended(.noToken)) { $0.push = nil },
      Self(testDescription: "expired", isLate: true, verdict: .ended(.expired)),
    ]
  }
}
