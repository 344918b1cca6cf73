// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var devices: [Promise] {
    [
      Promise(
        "one question about a device says what the questions about its person, its pushes and offers say"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        for campaign: CampaignID in ["a", "b"] {
          try await store.insert(Sample.campaign(campaign), by: .system)
        }
        _ = try await store.ingest(
          Sample.batch([
            Sample.event("1", .userChanged(previousUserID: nil)),
            Sample.event("2", .attribute(key: "plan", value: .string("pro"))),
            Sample.event("3", .exposure(Sample.presentation("a"), experimentID: "e", arm: "b")),
          ]))
        try await issue(1, to: "device-1", store)
        try await store.reportPush(
          Sample.device("device-1", token: "aa"), sentAt: Sample.now, personID: "u:ana", trust: .device,
          isLab: false, app: "shop", at: Sample.now)
        try await store.markOffered(
          app: "shop", personID: "u:ana", eligible: ["a"], delivered: ["a"], at: Sample.now)
        let needs = AudienceNeeds([.attribute(path: ["plan"]), .random(salt: "x")])
        var question = DeviceQuestion(
          deviceID: "device-1", userID: "ana", app: "shop", needs: needs, wantsExperiments: true,
          campaigns: ["a", "b"], at: Sample.now)
        let standing = try await store.standing(question)
        #expect(standing.personID == "u:ana")
        let facts = try await store.facts(of: "u:ana", needs, app: "shop", at: Sample.now)
        #expect(standing.facts.attributes == ["plan": "pro"] && facts.attributes == ["plan": "pro"])
        #expect(standing.facts.unit == standing.experiments?.unit && standing.facts.unit == facts.unit)
        #expect(try await standing.experiments == store.experimentStanding(of: "u:ana", app: "shop"))
        #expect(standing.experiments?.arms == ["e": "b"])
        #expect(standing.credentials.credentials.map(\.hash) == [hash(1)])
        #expect(standing.push.device?.token == "aa")
        #expect(standing.push.person != nil && standing.push.person == standing.push.owner)
        #expect(standing.notOffered == ["b"])

        question.isTest = true
        #expect(try await store.standing(question).notOffered == ["a", "b"])
        question.campaigns = []
        #expect(try await store.standing(question).notOffered == [])
        // Somebody else on the same device.
        question = DeviceQuestion(
          deviceID: "device-1", userID: "ben", app: "shop", needs: needs, wantsExperiments: true,
          campaigns: ["a", "b"], at: Sample.now)
        let other = try await store.standing(question)
        #expect(other.personID == "u:ben" && other.facts.attributes.isEmpty && other.experiments == nil)
        #expect(other.push.device?.token == "aa" && other.push.person == nil)
        #expect(other.credentials == standing.credentials && other.notOffered == ["a", "b"])
      },
      Promise("nothing is known of a device in an app that does not exist, or whose id cannot be stored") {
        store async throws in
        for (device, app) in [("d", "cafe"), ("d\0", "shop")] as [(String, AppID)] {
          let standing = try await store.standing(
            DeviceQuestion(deviceID: device, userID: nil, app: app, campaigns: ["a"], at: Sample.now))
          #expect(standing.personID == "d:" + device && standing.notOffered == ["a"])
          #expect(standing.credentials == DeviceCredentials() && standing.push == StoredPushDevice())
        }
      },
      Promise(
        "a device's secret is stored unused, and from its first use on it is the only one, until a later one is used"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        for number: UInt8 in 1...2 { try await issue(number, to: "d", store) }
        #expect(try await hashes(of: "d", store) == [hash(1), hash(2)])
        #expect(
          try await store.useDeviceCredential(
            hash(2), deviceID: "d", app: "shop", at: Sample.now + .seconds(10)))
        let used = try await store.deviceCredentials("d", app: "shop").credentials
        #expect(
          used == [
            .init(hash: hash(2), issuedAt: Sample.now + .seconds(2), usedAt: Sample.now + .seconds(10))
          ])

        try await issue(3, to: "d", store)
        #expect(try await hashes(of: "d", store) == [hash(2), hash(3)])
        #expect(
          try await store.useDeviceCredential(
            hash(3), deviceID: "d", app: "shop", at: Sample.now + .seconds(20)))
        #expect(try await hashes(of: "d", store) == [hash(3)])
      },
      Promise("a secret is used for the first time once, and only by its own device and app") {
        store async throws in
        try await store.insert(Sample.app("shop"))
        try await store.insert(Sample.app("cafe"))
        try await issue(1, to: "d", store)
        for (device, app) in [("e", "shop"), ("d", "cafe")] as [(String, AppID)] {
          #expect(try await !store.useDeviceCredential(hash(1), deviceID: device, app: app, at: Sample.now))
        }
        #expect(try await !store.useDeviceCredential(hash(9), deviceID: "d", app: "shop", at: Sample.now))
        let wins = await count(20) { _ in
          (try? await store.useDeviceCredential(hash(1), deviceID: "d", app: "shop", at: Sample.now)) == true
        }
        #expect(wins == 1)
      },
      Promise("of two unused secrets that are used at once one stays") { store async throws in
        try await store.insert(Sample.app())
        for number: UInt8 in 1...2 { try await issue(number, to: "d", store) }
        let wins = await count(2) { number in
          (try? await store.useDeviceCredential(
            hash(UInt8(number + 1)), deviceID: "d", app: "shop", at: Sample.now)) == true
        }
        #expect(wins == 1)
        #expect(try await hashes(of: "d", store).count == 1)
      },
      Promise("of a device's unused secrets the newest are kept, and a used one is never among those that go")
      {
        store async throws in
        try await store.insert(Sample.app())
        try await issue(1, to: "d", store)
        _ = try await store.useDeviceCredential(hash(1), deviceID: "d", app: "shop", at: Sample.now)
        for number: UInt8 in 2...9 { try await issue(number, to: "d", store) }
        try await issue(1, to: "e", store)
        #expect(try await hashes(of: "d", store) == [hash(1), hash(6), hash(7), hash(8), hash(9)])
        #expect(try await hashes(of: "e", store) == [hash(1)])
      },
      Promise("a revoked device has no secrets and gets none, others keep theirs, and its page says so") {
        store async throws in
        try await store.insert(Sample.app("shop"))
        try await store.insert(Sample.app("cafe"))
        try await issue(1, to: "d", store)
        try await issue(2, to: "e", store)
        _ = try await store.ingest(
          IngestBatch(
            appID: "shop", device: Wire.Device(id: "d"), receivedAt: Sample.now,
            events: [
              Wire.EventRecord(id: "x", at: Sample.now, sessionID: nil, userID: nil, body: .sessionStart)
            ]))
        try await store.revokeDevice("d", app: "shop", at: Sample.now + .seconds(5))
        try await store.revokeDevice("d", app: "shop", at: Sample.now + .seconds(9))
        try await issue(3, to: "d", store)
        #expect(
          try await store.deviceCredentials("d", app: "shop")
            == DeviceCredentials(revokedAt: Sample.now + .seconds(5)))
        #expect(try await store.deviceCredentials("d", app: "cafe") == DeviceCredentials())
        #expect(try await hashes(of: "e", store) == [hash(2)])
        #expect(try await store.person("d:d", app: "shop")?.summary.devices.map(\.isRevoked) == [true])
      },
      Promise(
        "a device is told what it said itself, and all of its own anonymous person, and nothing that anybody else said"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        func say(
          _ device: String?, _ user: String?, _ key: String, _ id: String, _ body: Wire.EventRecord.Body
        )
          async throws
        {
          let record = Wire.EventRecord(
            id: id, at: Sample.now + .seconds(Int(id.utf8.last ?? 0)), sessionID: nil, userID: user,
            body: body)
          _ = try await store.ingest(
            IngestBatch(
              appID: "shop", device: device.map { Wire.Device(id: $0) },
              receivedAt: Sample.now + .seconds(200),
              events: [record]))
        }
        func set(_ device: String?, _ user: String?, _ key: String, _ id: String) async throws {
          try await say(device, user, key, id, .attribute(key: key, value: .int(1)))
        }
        func known(_ device: String, _ person: String) async throws -> Set<String> {
          let keys: Set<String> = ["own", "theirs", "server", "mixed", "mine", "gone", "not_there"]
          return Set(
            try await store.attributes(keys, personID: person, toldTo: .device(device), app: "shop").keys)
        }
        try await set("phone", "ana", "own", "e1")
        try await set("tablet", "ana", "theirs", "e2")
        try await set(nil, "ana", "server", "e3")
        // Who only adds to a value would learn what it was.
        try await set("tablet", "ana", "mixed", "e4")
        try await say(
          "phone", "ana", "mixed", "e5", .attributeChange(key: "mixed", .init(.known(.increment), 0)))
        for id in ["e6", "e7"] {
          try await say(
            "phone", "ana", "mine", id, .attributeChange(key: "mine", .init(.known(.increment), 1)))
        }
        try await set("phone", "ana", "gone", "e8")
        try await say("phone", "ana", "gone", "e9", .attribute(key: "gone", value: .null))
        #expect(try await known("phone", "u:ana") == ["own", "mine"])
        #expect(try await known("tablet", "u:ana") == ["theirs"])
        #expect(try await known("other", "u:ana") == [])
        #expect(try await known("phone", "u:nobody") == [])

        try await set("thief", nil, "own", "f1")
        #expect(try await known("thief", "d:thief") == ["own"])
        #expect(try await known("phone", "d:thief") == [])
        // Signing in as somebody makes the two one person, and leads to nothing that the device did
        // not say.
        try await say("thief", "ana", "", "f2", .userChanged(previousUserID: nil))
        #expect(try await known("thief", "d:thief") == [])
        // Who is known to be the person is told everything, and of nobody else.
        let keys: Set<String> = ["own", "theirs", "server", "mixed", "mine", "gone", "not_there"]
        let all = Set(try await store.attributes(keys, personID: "u:ana", toldTo: .person, app: "shop").keys)
        #expect(all == ["own", "theirs", "server", "mixed", "mine"])
        #expect(
          try await store.attributes(["own"], personID: "u:ana", toldTo: .person, app: "shop") == [
            "own": .int(1)
          ])
        for person in ["u:nobody", "u:an", "u:ana\u{0}"] {
          #expect(try await store.attributes(keys, personID: person, toldTo: .person, app: "shop").isEmpty)
        }
        #expect(
          try await store.attributes(["own"], personID: "u:ana", toldTo: .device("phone"), app: "shop") == [
            "own": .int(1)
          ])
      },
    ]
  }

  private static func hash(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

  private static func issue(_ number: UInt8, to device: String, _ store: any Store) async throws {
    try await store.issueDeviceCredential(
      hash(number), deviceID: device, app: "shop", at: Sample.now + .seconds(Int(number)))
  }

  private static func hashes(of device: String, _ store: any Store) async throws -> [[UInt8]] {
    try await store.deviceCredentials(device, app: "shop").credentials.map(\.hash)
  }
}
