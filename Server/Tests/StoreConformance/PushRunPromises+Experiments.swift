// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension PushRunPromises {
  static var experiments: [Promise] {
    [
      Promise(
        "a claim says in which arm the person is, the same on all their devices, and nothing on test devices and in trials"
      ) {
        store async throws in
        try await divided(60, store)
        try await store.setTestDevice("d01", true, app: "shop", at: Sample.now)
        let rows = try await claimed(store)
        let arms = ExperimentArms(experiment())
        for row in rows where row.deviceID != "d01" {
          let standing = try #require(try await store.experimentStanding(of: row.personID, app: "shop"))
          #expect(row.arm == arms.arm(of: standing) && row.arm != nil)
        }
        #expect(Set(rows.compactMap(\.arm)) == ["control", "a", "b"])
        #expect(rows.first { $0.deviceID == "d90" }?.arm == rows.first { $0.deviceID == "d00" }?.arm)
        #expect(rows.first { $0.deviceID == "d01" }?.arm == nil)
        #expect(try await claimed(store, try await start("trial", .device("d02"), store)).map(\.arm) == [nil])
      },
      Promise(
        "a push that comes to its turn counts its person in their arm from its claim on, once for each notification"
      ) {
        store async throws in
        try await divided(40, store)
        let rows = try await claimed(store)
        // Its turn counts whatever comes of it, and also if it is tried again.
        for round in 0..<2 {
          let verdict: PushReport.Verdict =
            round == 0 ? .again(at: now(5), detail: nil, counts: true) : .ended(.sent)
          let reports = (round == 0 ? rows : try await claim(store, at: 70)).map {
            PushReport($0, outcome($0) ?? verdict, hadTurn: true)
          }
          _ = try await store.recordPushes(reports, run: "r", app: "shop", at: now(71))
        }
        let people = Dictionary(grouping: rows.filter { $0.deviceID != "d90" }, by: { $0.arm ?? "" })
          .mapValues(
            \.count)
        let tally = try await counted(store)
        #expect(tally.arms.mapValues(\.people) == people && tally.arms.mapValues(\.exposures) == people)
        #expect(
          tally.arms.mapValues(\.shown) == people.merging(["control": 0]) { $1 } && tally.begin == now(0)
            && tally.crossovers == 0)
        let stored = try await store.pushDeliveries(
          run: "r", app: "shop", outcome: nil, after: nil, limit: 100
        )
        .elements
        #expect(
          Dictionary(uniqueKeysWithValues: stored.map { ($0.deviceID, $0.arm) })
            == Dictionary(uniqueKeysWithValues: rows.map { ($0.deviceID, $0.arm) }))
        #expect(stored.allSatisfy { $0.outcome == ($0.arm == "control" ? .withheld : .sent) })
        for row in rows {
          #expect(
            try await store.experimentStanding(of: row.personID, app: "shop")?.arms == [
              "x": try #require(row.arm)
            ])
        }
      },
      Promise("a push that does not come to its turn counts nobody, and has no arm") { store async throws in
        try await divided(4, store)
        let rows = try await claimed(store)
        let verdicts: [PushReport.Verdict] = [
          .ended(.capped), .again(at: now(50), detail: "quiet_hours", counts: false),
        ]
        _ = try await store.recordPushes(
          zip(rows, verdicts + verdicts + verdicts).map { PushReport($0, $1) }, run: "r", app: "shop",
          at: now(1))
        #expect(try await counted(store).arms.isEmpty)
        let stored = try await store.pushDeliveries(
          run: "r", app: "shop", outcome: nil, after: nil, limit: 100
        )
        .elements
        #expect(stored.count == 5 && stored.allSatisfy { $0.arm == nil })
        #expect(try await claim(store, at: 50).allSatisfy { $0.arm != nil })
      },
      Promise(
        "who has an arm keeps it, and others follow the campaign's present shares, unless the run lacks one of its variants"
      ) {
        store async throws in
        try await divided(60, store)
        let first = try await claimed(store)
        let counted = first.prefix(20)
        _ = try await store.recordPushes(
          counted.map { PushReport($0, outcome($0) ?? .ended(.sent), hadTurn: true) }
            + first.dropFirst(20).map { PushReport($0, .again(at: now(2), detail: nil, counts: false)) },
          run: "r", app: "shop", at: now(1))
        var changed = experiment()
        (changed.control, changed.variants[0].share, changed.variants[1].share) = (0, 0, 10_000)
        try await change(changed.following(experiment(), at: now(1)), store)
        let kept = Dictionary(counted.map { ($0.personID, $0.arm) }) { first, _ in first }
        let going = try await claim(store, at: 2)
        // A second run, which began after the change.
        let second = try await claimed(store, try await start("s", .everybody, store), at: 100)
        #expect((going + second).allSatisfy { $0.arm == kept[$0.personID, default: "b"] })
        #expect(going.contains { $0.arm == "b" } && Set(second.map(\.arm)) == Set(kept.values).union(["b"]))
        // A variant that the first run does not have.
        var wider = changed
        wider.variants.append(.init(id: "c", share: 10_000))
        wider.variants[1].share = 0
        try await change(wider, store)
        #expect(Set(try await claim(store, at: 200).compactMap(\.arm)).isSubset(of: ["control", "a", "b"]))
      },
      Promise("what is withheld counts for the campaign's own caps and no shared ones") {
        store async throws in
        try await divided(60, store) { $0.push?.isCapped = true }
        _ = try await store.changeSettings(app: "shop") {
          $0.caps = [Wire.Cap(limit: 1, within: .known(.day))]
          return []
        }
        let rows = try await claimed(store)
        _ = try await store.recordPushes(
          rows.map { PushReport($0, outcome($0) ?? .ended(.sent), hadTurn: true) }, run: "r", app: "shop",
          at: now(1))
        let second = try await claimed(store, try await start("s", .everybody, store), at: 2)
        #expect(
          second.allSatisfy { ($0.reachedCap == nil) == ($0.arm == "control") }
            && second.contains { $0.arm == "control" })
        let own = try await start("t", .everybody, store) {
          $0.definition.rules.caps = [Wire.Cap(limit: 1, within: .known(.week))]
        }
        #expect(
          try await claimed(store, own, at: 3).allSatisfy {
            $0.reachedCap?.hasPrefix("campaign 1 week") == true
          })
      },
      Promise("who opened a push is counted after the first exposure, and a push of another campaign is not")
      {
        store async throws in
        try await divided(12, store)
        let rows = try await claimed(store)
        _ = try await store.recordPushes(
          rows.map { PushReport($0, outcome($0) ?? .ended(.sent), hadTurn: true) }, run: "r", app: "shop",
          at: now(1))
        let people = rows.filter { $0.deviceID != "d90" }
        for (place, row) in people.enumerated() {
          let (seconds, campaign) = [(2, "c"), (-5, "c"), (2, "other")][place % 3]
          let event = Sample.event(
            "click", at: now(seconds), user: String(row.personID.dropFirst(2)),
            .pushClick(campaignID: campaign)
          )
          _ = try await store.ingest(Sample.batch([event], device: row.deviceID))
        }
        let opened = people.enumerated().filter { $0.offset % 3 == 0 }.reduce(into: [:]) {
          $0[$1.element.arm ?? "", default: 0] += 1
        }
        #expect(try await counted(store).arms.mapValues(\.clicked).filter { $0.value > 0 } == opened)
      },
    ]
  }

  private static func experiment() -> Wire.Experiment {
    Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", share: 4_000),
        .init(id: "b", share: 3_000, push: Wire.PushNotification(title: "Short")),
      ],
      control: 3_000)
  }

  /// A campaign whose push has an experiment, devices `d00` … of one person each, a second one
  /// `d90` of the first, and a run `r` that sends.
  private static func divided(
    _ count: Int, _ store: any Store, _ change: (inout CampaignContent) -> Void = { _ in }
  ) async throws {
    try await devices(count, store)
    // A second device of the first person.
    try await store.reportPush(
      Sample.device("d90", token: "t90"), sentAt: Sample.now, personID: "u:p0", trust: .device, isLab: false,
      app: "shop", at: Sample.now)
    try await self.change(experiment(), store, change)
    _ = try await start("r", .everybody, store)
  }

  /// Edits the campaign, whose runs go on.
  private static func change(
    _ experiment: Wire.Experiment, _ store: any Store, _ change: (inout CampaignContent) -> Void = { _ in }
  ) async throws {
    var campaign = try #require(try await store.campaign("c", app: "shop"))
    let revision = campaign.revision
    campaign.content.experiment = experiment
    change(&campaign.content)
    campaign.revision += 1
    try await store.update(campaign, expectedRevision: revision)
  }

  /// Starts a run of the campaign as it is, and returns its id.
  private static func start(
    _ id: String, _ audience: PushRun.Audience, _ store: any Store,
    _ change: (inout PushRun) -> Void = { _ in }
  ) async throws -> String {
    let campaign = try #require(try await store.campaign("c", app: "shop"))
    var run = run(audience)
    (run.id, run.definition) = (id, campaign.definition)
    change(&run)
    try await store.insert(run)
    #expect(try await store.preparePushRun(id, app: "shop", at: Sample.now, limit: 100) == .sending)
    return id
  }

  private static func claimed(_ store: any Store, _ run: String = "r", at seconds: Int = 0) async throws
    -> [ClaimedPush]
  {
    let claim = try await store.claimPushes(
      run: run, app: "shop", at: now(seconds), until: now(seconds + 60), limit: 100, describing: false)
    guard case .claimed(let rows, _) = claim else { throw StoreError.failed("Nothing was claimed: \(claim)") }
    return rows
  }

  /// How a push ends that the experiment withholds. nil for another.
  private static func outcome(_ row: ClaimedPush) -> PushReport.Verdict? {
    row.arm == "control" ? .ended(.withheld) : nil
  }

  private static func counted(_ store: any Store) async throws -> ExperimentTally {
    try await store.tally(
      experiment: "x", of: .push, changes: [], campaign: "c", conversions: [], answers: [], app: "shop",
      at: now(500))
  }
}
