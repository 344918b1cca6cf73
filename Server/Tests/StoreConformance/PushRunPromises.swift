// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

/// What is promised about runs and their ledger.
enum PushRunPromises {
  typealias Promise = StoreConformance.Promise

  static var runs: [Promise] {
    [
      Promise(
        "a run has one row for each device, written step by step, and those that cannot get it end at once"
      ) { store async throws in
        try await devices(25, store) { number in
          switch number {
          case 3: Sample.device("d03", token: nil)
          case 4: Sample.device("d04", token: "t04", authorization: .denied)
          default: nil
          }
        }
        try await store.insert(run(.everybody))
        #expect(try await store.pushRunsToDo(at: Sample.now).map(\.id) == ["r"])
        for state in [PushRun.State.preparing, .preparing, .sending, .sending] {
          #expect(try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 10) == state)
        }
        let counts = try await store.pushCounts(run: "r", app: "shop")
        #expect(
          counts == PushCounts(waiting: 23, outcomes: [.noToken: 1, .notAllowed: 1]) && counts.total == 25)
        let rows = try await store.allPushDeliveries(run: "r", page: 7)
        #expect(rows.map(\.deviceID) == (0..<25).map(name))
        #expect(rows[3].outcome == .noToken && rows[0].outcome == nil && rows[0].personID == "u:p0")
        let denied = try await store.pushDeliveries(
          run: "r", app: "shop", outcome: .notAllowed, after: nil, limit: 7)
        #expect(denied.elements.map(\.deviceID) == ["d04"] && denied.next == nil)
      },
      Promise("a run for users has the devices of these users, each once, however small the steps") {
        store async throws in
        try await devices(12, store)
        // Two people with two devices each.
        for (device, user) in [("d10", "p1"), ("d11", "p2")] {
          _ = try await store.ingest(
            Sample.batch([Sample.event("x\(device)", user: user, .sessionStart)], device: device))
          try await store.reportPush(
            Sample.device(device, token: "t" + device), sentAt: Sample.now, personID: "u:\(user)",
            trust: .device, isLab: false, app: "shop",
            at: Sample.now)
        }
        try await store.insert(run(.users(["p2", "p1", "p7", "nobody", "p1"])))
        #expect(try await store.pushRun("r", app: "shop")?.audience == .users(["nobody", "p1", "p2", "p7"]))
        for _ in 0..<6 { _ = try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 1) }
        let rows = try await store.pushDeliveries(run: "r", app: "shop", outcome: nil, after: nil, limit: 100)
          .elements
        #expect(rows.map(\.deviceID) == ["d01", "d02", "d07", "d10", "d11"])
        #expect(try await store.pushRun("r", app: "shop")?.state == .sending)
      },
      Promise(
        "a run for devices has those of them to which pushes can be sent, each once, however small the steps"
      ) { store async throws in
        try await devices(6, store) { $0 == 2 ? Sample.device("d02", token: nil) : nil }
        _ = try await store.ingest(
          Sample.batch([Sample.event("l", user: "lab", .sessionStart)], device: "lab", role: .lab))
        try await store.reportPush(
          Sample.device("lab", token: "lab"), sentAt: Sample.now, personID: "u:lab", trust: .device,
          isLab: true, app: "shop", at: Sample.now)
        let asked: Set = ["d04", "d01", "d02", "unknown", "lab", "nul\u{0}"]
        #expect(try await store.pushDevices(among: asked, app: "shop") == ["d01", "d02", "d04"])
        #expect(try await store.pushDevices(among: asked, app: "other") == [])
        try await store.insert(run(.devices(["d04", "d01", "d02", "unknown", "lab", "d01"])))
        #expect(
          try await store.pushRun("r", app: "shop")?.audience
            == .devices(["d01", "d02", "d04", "lab", "unknown"]))
        for _ in 0..<5 { _ = try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 1) }
        let rows = try await store.pushDeliveries(run: "r", app: "shop", outcome: nil, after: nil, limit: 100)
          .elements
        #expect(
          rows.map(\.deviceID) == ["d01", "d02", "d04"] && rows.map(\.outcome) == [nil, .noToken, nil])
        #expect(try await store.pushRun("r", app: "shop")?.state == .sending)
      },
      Promise(
        "a claim says until when the global holdout keeps a push from the person, but not on a test device"
      ) { store async throws in
        let heldOut = try await heldOut(store)
        let period = HoldoutPeriod(containing: now(1))
        #expect(!heldOut.isEmpty && heldOut.values.allSatisfy { $0 == period.end })
        let holdout = GlobalHoldout(share: GlobalHoldout.greatestShare)
        for row in try await claim(store, at: 70) {
          let standing = try #require(try await store.experimentStanding(of: row.personID, app: "shop"))
          #expect(row.heldOutUntil == holdout.end(for: standing, at: now(70)))
          #expect(row.heldOutUntil == heldOut[row.deviceID])
        }
        let device = try #require(heldOut.keys.min())
        try await store.setTestDevice(device, true, app: "shop", at: Sample.now)
        let later = try await claim(store, at: 140)
        #expect(
          Set(later.filter { $0.heldOutUntil != nil }.map(\.deviceID))
            == Set(heldOut.keys).subtracting([device]))
      },
      Promise("a campaign that ignores the global holdout is claimed for everybody") { store async throws in
        #expect(try await heldOut({ $0.definition.ignoresGlobalHoldout = true }, store).isEmpty)
      },
      Promise("a run keeps the values for its texts, those for everybody and those of each user") {
        store async throws in
        try await devices(3, store)
        var run = run(.users(["p0", "p1"]))
        run.values = PushValues(shared: ["shop": "Vienna"], byUser: ["p1": ["order": 7], "p2": ["order": 8]])
        try await store.insert(run)
        #expect(try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 100) == .sending)
        #expect(try await store.pushRun("r", app: "shop")?.values.shared == ["shop": "Vienna"])
        #expect(try await claim(store, at: 1).map(\.values) == [[:], ["order": 7]])
      },
      Promise("a person's pushes are listed by any of their names, those of the newest run first") {
        store async throws in
        try await sending(2, store)
        let rows = try await claim(store, at: 1)
        _ = try await record(
          [(rows[0], .ended(.optedOut, detail: "2026-05-03")), (rows[1], .ended(.sent))], store)
        var second = run(.users(["p0"]))
        second.id = "s"
        try await store.insert(second)
        #expect(try await store.preparePushRun("s", app: "shop", at: Sample.now, limit: 100) == .sending)
        let pushes = try await store.pushes(to: "u:p0", app: "shop", limit: 10)
        #expect(pushes.map(\.runID) == ["s", "r"] && pushes.map(\.campaignID) == ["c", "c"])
        #expect(
          pushes.map(\.delivery.outcome) == [nil, .optedOut] && pushes[1].delivery.detail == "2026-05-03")
        #expect(try await store.pushes(to: "u:p0", app: "shop", limit: 1).map(\.runID) == ["s"])
        #expect(try await store.pushes(to: "u:nobody", app: "shop", limit: 10).isEmpty)
      },
      Promise("a claim says since when the person wants no notifications, as they said last") {
        store async throws in
        try await sending(3, store)
        func say(_ id: String, _ number: Int, at seconds: Int, _ value: Wire.JSONValue) async throws {
          let event = Sample.event(
            id, at: now(seconds), user: "p\(number)", .attribute(key: "push_subscription", value: value))
          _ = try await store.ingest(Sample.batch([event], device: name(number)))
        }
        try await say("a0", 0, at: 3, "unsubscribed")
        try await say("a1", 1, at: 3, "unsubscribed")
        try await say("b1", 1, at: 4, "subscribed")
        try await say("a2", 2, at: 3, ["unsubscribed"])
        #expect(try await claim(store, at: 5).map(\.optedOutAt) == [now(3), nil, nil])
      },
      Promise(
        "a row is claimed by one sender at a time, and taken over when the claim ends; a late report changes nothing"
      ) {
        store async throws in
        try await sending(3, store)
        let first = try await claim(store, at: 0, limit: 2)
        #expect(first.map(\.attempt) == [1, 1] && first[0].push?.token != nil && first[0].device == nil)
        #expect(try await claim(store, at: 1).count == 1)
        #expect(
          try await store.claimPushes(
            run: "r", app: "shop", at: now(2), until: now(62), limit: 9, describing: false)
            == .claimed([], next: now(60)))
        // A minute later nobody has reported.
        let second = try await claim(store, at: 60, describing: true)
        #expect(Set(second.map(\.deviceID)) == Set(first.map(\.deviceID)) && second.map(\.attempt) == [2, 2])
        #expect(second[0].device?.platform == "ios")
        #expect(try await record(first.map { ($0, .ended(.refused)) }, store) == 0)
        #expect(try await record(second.map { ($0, .ended(.sent)) }, store) == 2)
        #expect(try await record(second.map { ($0, .ended(.refused)) }, store) == 0)
        #expect(
          try await store.pushCounts(run: "r", app: "shop") == PushCounts(waiting: 1, outcomes: [.sent: 2]))
        // All runs of a campaign together, without trials.
        for (id, audience) in [("s", PushRun.Audience.users(["p0", "p1"])), ("trial", .device("d00"))] {
          var other = run(audience)
          other.id = id
          try await store.insert(other)
          _ = try await store.preparePushRun(id, app: "shop", at: Sample.now, limit: 10)
        }
        #expect(
          try await store.pushCounts(campaign: "c", app: "shop")
            == PushCounts(waiting: 3, outcomes: [.sent: 2])
        )
        #expect(try await store.pushCounts(campaign: "other", app: "shop") == PushCounts())
      },
      Promise("a run is finished when every row has ended, and not before") { store async throws in
        try await sending(2, store)
        let claimed = try await claim(store, at: 0)
        _ = try await record(
          [
            (claimed[0], .ended(.sent)),
            (claimed[1], .again(at: now(30), detail: "quiet_hours", counts: false)),
          ], store)
        #expect(try await claimPushes(store, at: 1) == .claimed([], next: now(30)))
        let waiting = try await store.pushDeliveries(
          run: "r", app: "shop", outcome: nil, after: nil, limit: 9
        )
        .elements
        #expect(waiting.contains { $0.detail == "quiet_hours" && $0.dueAt == now(30) && $0.outcome == nil })
        let again = try await claim(store, at: 30)
        #expect(again.count == 1 && again[0].attempt == 2 && again[0].tries == 0)
        _ = try await record([(again[0], .ended(.expired))], store)
        #expect(try await claimPushes(store, at: 31) == .notSending(.finished))
        let run = try #require(try await store.pushRun("r", app: "shop"))
        #expect(run.state == .finished && run.finishedAt == now(31))
        #expect(try await store.pushRunsToDo(at: now(99)) == [])
      },
      Promise("a push that fails again and again is given up, but not while nothing can be sent at all") {
        store async throws in
        try await sending(1, store)
        for try_ in 1..<PushRunLimits.tries {
          for counts in [false, true] {
            let claimed = try await claim(store, at: try_ * 100)
            #expect(claimed.first?.tries == try_ - 1)
            _ = try await record(
              claimed.map { ($0, .again(at: now(try_ * 100), detail: "TooManyRequests", counts: counts)) },
              store)
          }
        }
        let last = try await claim(store, at: 9_999)
        _ = try await record(
          last.map { ($0, .again(at: now(10_000), detail: "TooManyRequests", counts: true)) }, store)
        let rows = try await store.pushDeliveries(
          run: "r", app: "shop", outcome: .gaveUp, after: nil, limit: 9
        )
        .elements
        #expect(rows.first?.detail == "TooManyRequests" && rows.count == 1)
      },
      Promise(
        "a token that APNs retired is used no more, unless the device registered it later or has another"
      ) { store async throws in
        try await sending(3, store)
        let claimed = try await claim(store, at: 0)
        try await store.reportPush(
          Sample.device("d01", token: "new"), sentAt: now(5), personID: "u:p1", trust: .device, isLab: false,
          app: "shop", at: now(5))
        let early = PushDevice.Death(since: now(-10), reason: "Unregistered")
        let late = PushDevice.Death(since: now(5), reason: "Unregistered")
        let deaths = ["d00": late, "d01": late, "d02": early]
        _ = try await record(
          claimed.map { row in (row, .invalidToken(row.push?.token ?? "", deaths[row.deviceID] ?? late)) },
          store)
        #expect(try await store.pushDevice("d00", app: "shop")?.death == late)
        #expect(try await store.pushDevice("d01", app: "shop")?.death == nil)
        #expect(try await store.pushDevice("d02", app: "shop")?.death == nil)
        // The one with another token is tried at once, the other a minute later.
        let again = try await claim(store, at: 10)
        #expect(again.map(\.deviceID) == ["d01"] && again[0].push?.token == "new" && again[0].tries == 1)
        _ = try await record([(again[0], .ended(.sent))], store)
        #expect(try await claim(store, at: 10 + 59) == [])
        #expect(try await claim(store, at: 10 + 60).map(\.deviceID) == ["d02"])
        // The dead one is not in the next run, until the device reports it again.
        #expect(try await store.pushCounts(run: "r", app: "shop").outcomes == [.tokenInvalid: 1, .sent: 1])
        try await store.reportPush(
          Sample.device("d00", token: "t00"), sentAt: now(90), personID: "u:p0", trust: .device, isLab: false,
          app: "shop", at: now(90))
        #expect(try await store.pushDevice("d00", app: "shop")?.death == nil)
      },
      Promise("a paused run claims nothing and goes on where it stopped; a report of before still counts") {
        store async throws in
        try await sending(4, store)
        let claimed = try await claim(store, at: 0, limit: 2)
        try await perform(.pause, store)
        #expect(try await claimPushes(store, at: 1) == .notSending(.paused))
        #expect(try await record(claimed.map { ($0, .ended(.sent)) }, store) == 2)
        #expect(try await store.pushRunsToDo(at: now(99)) == [])
        try await perform(.resume, store)
        #expect(try await claim(store, at: 2).count == 2)
      },
      Promise(
        "a cancelled run ends its open rows at once, and those that a sender has when it reports or its claim ends"
      ) {
        store async throws in
        try await sending(5, store)
        let claimed = try await claim(store, at: 0, limit: 2)
        try await perform(.cancel, store)
        #expect(try await store.pushRunsToDo(at: now(1)).map(\.id) == ["r"])
        #expect(try await claimPushes(store, at: 1) == .cancelling(next: now(60)))
        #expect(
          try await store.pushCounts(run: "r", app: "shop")
            == PushCounts(waiting: 2, outcomes: [.cancelled: 3])
        )
        #expect(try await record([(claimed[0], .ended(.sent))], store) == 1)
        #expect(try await claimPushes(store, at: 60) == .notSending(.cancelled))
        #expect(
          try await store.pushCounts(run: "r", app: "shop")
            == PushCounts(waiting: 0, outcomes: [.cancelled: 4, .sent: 1]))
        #expect(try await store.pushRunsToDo(at: now(61)) == [])
      },
      Promise("a run sends nothing while its campaign is paused, and is cancelled when it is finished") {
        store async throws in
        try await sending(2, store)
        try await set(.paused, store)
        #expect(try await claimPushes(store, at: 0) == .campaignPaused)
        try await set(.running, store)
        #expect(try await claim(store, at: 1, limit: 1).count == 1)
        try await set(.finished, store)
        #expect(try await claimPushes(store, at: 2) == .cancelling(next: now(61)))
        let run = try #require(try await store.pushRun("r", app: "shop"))
        #expect(run.state == .cancelled && run.reason == "campaign_finished")
      },
      Promise(
        "a row is for its person: it follows them when they sign in, and not the device to somebody else"
      ) { store async throws in
        try await store.insert(Sample.app())
        try await store.insert(campaign())
        for device in ["a", "b"] {
          _ = try await store.ingest(
            Sample.batch([Sample.event("e", user: nil, .sessionStart)], device: device))
          try await store.reportPush(
            Sample.device(device, token: device), sentAt: Sample.now, personID: "d:\(device)", trust: .device,
            isLab: false, app: "shop",
            at: Sample.now)
        }
        try await store.insert(run(.everybody))
        _ = try await store.preparePushRun("r", app: "shop", at: Sample.now, limit: 10)
        // The anonymous person of one device turns out to be ana; on the other, ben uses the device
        // who was known before.
        _ = try await store.ingest(
          Sample.batch([Sample.event("s", user: "ana", .userChanged(previousUserID: nil))], device: "a"))
        _ = try await store.ingest(Sample.batch([Sample.event("t", user: "ben", .sessionStart)], device: "b"))
        try await store.reportPush(
          Sample.device("b", token: "b"), sentAt: Sample.now, personID: "u:ben", trust: .device, isLab: false,
          app: "shop", at: Sample.now)
        let claimed = try await claim(store, at: 0).sorted { $0.deviceID < $1.deviceID }
        #expect(claimed.map(\.personID) == ["u:ana", "d:b"] && claimed.map(\.isOfAnother) == [false, true])
      },
      Promise(
        "devices of the lab are in no run for people, a run waits for its start, and an id is used once"
      ) { store async throws in
        try await devices(1, store)
        _ = try await store.ingest(
          Sample.batch([Sample.event("l", user: "lab", .sessionStart)], device: "lab", role: .lab))
        try await store.reportPush(
          Sample.device("lab", token: "lab"), sentAt: Sample.now, personID: "u:lab", trust: .device,
          isLab: true, app: "shop", at: Sample.now)
        var later = run(.everybody)
        later.startsAt = now(100)
        try await store.insert(later)
        await #expect(throws: StoreError.alreadyExists) { try await store.insert(later) }
        #expect(try await store.pushRunsToDo(at: now(99)) == [])
        #expect(try await store.preparePushRun("r", app: "shop", at: now(99), limit: 10) == .scheduled)
        #expect(try await store.preparePushRun("r", app: "shop", at: now(100), limit: 10) == .sending)
        #expect(try await store.pushCounts(run: "r", app: "shop").total == 1)
        var trial = run(.lab)
        trial.id = "lab"
        try await store.insert(trial)
        #expect(try await store.preparePushRun("lab", app: "shop", at: now(100), limit: 10) == .sending)
        #expect(
          try await store.pushDeliveries(run: "lab", app: "shop", outcome: nil, after: nil, limit: 9).elements
            .map(\.deviceID) == ["lab"])
        #expect(try await store.pushRun("lab", app: "shop")?.audience == .lab)
        let claimed = try await store.claimPushes(
          run: "lab", app: "shop", at: now(100), until: now(200), limit: 9, describing: false)
        guard case .claimed(let rows, _) = claimed, let row = rows.first else {
          throw StoreError.failed("Nothing was claimed: \(claimed)")
        }
        let death = PushDevice.Death(since: now(101), reason: "Unregistered")
        _ = try await store.recordPushes(
          [PushReport(deviceID: "lab", attempt: row.attempt, verdict: .invalidToken("lab", death))],
          run: "lab",
          app: "shop", at: now(101))
        trial.id = "lab-2"
        try await store.insert(trial)
        _ = try await store.preparePushRun("lab-2", app: "shop", at: now(102), limit: 10)
        #expect(try await store.pushCounts(run: "lab-2", app: "shop").total == 0)
        for number in 0..<5 {
          var other = run(.device("d00"))
          other.id = "r\(number)"
          try await store.insert(other)
        }
        let page = try await store.pushRuns(campaign: "c", app: "shop", after: nil, limit: 4)
        #expect(
          page.elements.map(\.id) == ["r4", "r3", "r2", "r1"] && page.elements[0].audience == .device("d00"))
        #expect(
          try await store.pushRuns(campaign: nil, app: "shop", after: page.next, limit: 4).elements.map(\.id)
            == ["r0", "lab-2", "lab", "r"])
        #expect(try await store.pushRuns(campaign: "other", app: "shop", after: nil, limit: 4).elements == [])
      },
    ]
  }
}
