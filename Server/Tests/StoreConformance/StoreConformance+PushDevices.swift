// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var pushDevices: [Promise] {
    [
      Promise(
        "a device's token is kept with its environment and permission, and follows what the device says"
      ) { store async throws in
        try await begin(store)
        try await say("d", token: "aa", store)
        var known = try #require(try await store.pushDevice("d", app: "shop"))
        #expect(
          known
            == PushDevice(
              deviceID: "d", token: "aa", environment: .production, authorization: .authorized,
              registeredAt: Sample.now,
              saidAt: Sample.now))
        try await say("d", token: "bb", environment: .development, authorization: .denied, at: 10, store)
        known = try #require(try await store.pushDevice("d", app: "shop"))
        #expect(
          known.token == "bb" && known.environment == .development
            && known.obstacle(isSilent: false) == .notAllowed)
        #expect(known.registeredAt == Sample.now + .seconds(10))
        try await say("d", token: nil, at: 20, store)
        #expect(try await store.pushDevice("d", app: "shop")?.obstacle(isSilent: true) == .noToken)
      },
      Promise(
        "what a device sent before it had a token changes nothing when it arrives after it; a clock that was set back does not matter"
      ) {
        store async throws in
        try await begin(store)
        try await say("d", token: "aa", at: 10, store)
        try await say("d", token: nil, sentAt: 9, at: 11, store)
        #expect(try await store.pushDevice("d", app: "shop")?.token == "aa")
        try await say("d", token: nil, sentAt: 10, at: 12, store)
        #expect(try await store.pushDevice("d", app: "shop")?.token == nil)
        try await say("d", token: "bb", sentAt: -3_600, at: 13, store)
        #expect(try await store.pushDevice("d", app: "shop")?.token == "bb")
        try await say("d", token: nil, sentAt: -3_601, at: 14, store)
        #expect(try await store.pushDevice("d", app: "shop")?.token == "bb")
      },
      Promise("a token belongs to the device that reported it last, in its app only") { store async throws in
        try await begin(store)
        try await store.insert(Sample.app("cafe"))
        _ = try await store.ingest(Sample.batch([Sample.event("e", .sessionStart)], app: "cafe", device: "d"))
        try await say("d", token: "aa", store)
        try await say("d", token: "aa", app: "cafe", store)
        try await say("e", token: "aa", at: 10, store)
        #expect(try await store.pushDevice("d", app: "shop")?.token == nil)
        #expect(try await store.pushDevice("e", app: "shop")?.token == "aa")
        #expect(try await store.pushDevice("d", app: "cafe")?.token == "aa")
        try await say("d", token: "aa", at: 20, store)
        #expect(try await store.pushDevice("e", app: "shop")?.token == nil)
      },
      Promise("a token goes to the person who uses the device, also when they were anonymous before") {
        store async throws in
        try await begin(store)
        _ = try await store.ingest(Sample.batch([Sample.event("e", user: nil, .sessionStart)], device: "f"))
        try await say("f", token: "aa", person: "d:f", store)
        #expect(try await devices(of: "d:f", store) == ["f": "aa"])
        _ = try await store.ingest(
          Sample.batch([Sample.event("s", user: "ben", .userChanged(previousUserID: nil))], device: "f"))
        #expect(try await devices(of: "u:ben", store) == ["f": "aa"])
        // A request that does not say who uses the device changes nothing about that.
        try await say("f", token: "bb", person: nil, at: 20, store)
        #expect(try await devices(of: "u:ben", store) == ["f": "bb"])
        _ = try await store.ingest(Sample.batch([Sample.event("t", user: "ana", .sessionStart)], device: "f"))
        try await say("f", token: "bb", person: "u:ana", at: 30, store)
        #expect(try await devices(of: "u:ben", store) == [:])
        #expect(try await devices(of: "u:ana", store)["f"] == "bb")
      },
      Promise("a report that repeats what was stored is compared with what is stored now") {
        store async throws in
        try await begin(store)
        for _ in 0..<2 { try await say("d", token: "aa", store) }
        // Another device takes the token.
        try await say("e", token: "aa", at: 1, store)
        try await say("d", token: "aa", at: 2, store)
        #expect(try await store.pushDevice("d", app: "shop")?.token == "aa")
        // The device is removed.
        try await store.revokeDevice("d", app: "shop", at: Sample.now)
        try await say("d", token: "aa", at: 3, store)
        #expect(try await store.pushDevice("d", app: "shop")?.token == "aa")
        // A stranger becomes somebody.
        for second in 4...5 { try await say("x", token: "cc", person: "u:carl", at: second, store) }
        _ = try await store.ingest(
          Sample.batch([Sample.event("c", user: "carl", .sessionStart)], device: "x"))
        try await say("x", token: "cc", person: "u:carl", at: 6, store)
        #expect(try await store.pushDevice("x", app: "shop")?.token == "cc")
        // And is deleted.
        _ = try await store.deletePerson("u:carl", app: "shop", receipt: "r", at: Sample.now + .seconds(100))
        #expect(try await store.pushDevice("x", app: "shop") == nil)
        try await say("x", token: "cc", person: "u:carl", at: 110, store)
        #expect(try await store.pushDevice("x", app: "shop") == nil)
      },
      Promise(
        "what a request proved about a device stays while the same person uses it, and says nothing about anybody else"
      ) {
        store async throws in
        try await begin(store)
        func known() async throws -> DeviceTrust? {
          let device = try await store.pushDevice("d", app: "shop")
          return device?.trust
        }
        func report(_ person: String?, _ trust: DeviceTrust, at seconds: Int) async throws {
          try await say("d", token: "aa", person: person, trust: trust, at: seconds, store)
        }
        try await report("u:ana", .named, at: 0)
        #expect(try await known() == .named)
        try await report("u:ana", .device, at: 1)
        #expect(try await known() == .device)
        try await report("u:ana", .person, at: 2)
        #expect(try await known() == .person)
        // A signature that has expired, and requests that name nobody, as those of events do.
        try await report("u:ana", .device, at: 3)
        try await report(nil, .device, at: 4)
        #expect(try await known() == .person)
        _ = try await store.ingest(Sample.batch([Sample.event("b", user: "ben", .sessionStart)], device: "d"))
        try await report("u:ben", .device, at: 5)
        #expect(try await known() == .device)
        try await report("u:ana", .device, at: 6)
        #expect(try await known() == .device)
        // Somebody who is not stored is not the person to whom the token belongs.
        try await report("u:nobody", .person, at: 7)
        #expect(try await known() == .device)
      },
      Promise("an anonymous device that signs in is believed no further by that") { store async throws in
        try await begin(store)
        _ = try await store.ingest(Sample.batch([Sample.event("e", user: nil, .sessionStart)], device: "f"))
        try await say("f", token: "aa", person: "d:f", trust: .person, store)
        _ = try await store.ingest(
          Sample.batch([Sample.event("s", user: "ana", .userChanged(previousUserID: nil))], device: "f"))
        let device = try #require(try await store.person("u:ana", app: "shop")).summary.devices.first {
          $0.device.id == "f"
        }
        #expect(device?.push?.token == "aa" && device?.push?.trust == .device)
      },
      Promise(
        "where signatures are required, a notification reaches nobody on a device for whose user nobody vouched"
      ) {
        store async throws in
        try await begin(store)
        _ = try await store.ingest(Sample.batch([Sample.event("e", user: nil, .sessionStart)], device: "f"))
        try await say("d", token: "aa", trust: .device, store)
        try await say("f", token: "bb", person: "d:f", trust: .device, store)
        let reachable = AudienceRule.condition(AudienceCondition(.fact(.isReachable), .equals(.bool(true))))
        func reached() async throws -> Set<String> {
          let people = try await store.people(matching: reachable, named: [:], app: "shop", at: Sample.now)
          let names = try await store.personIDs(of: people.sample(10), app: "shop")
          for person in ["u:ana", "d:f"] {
            let facts = try await store.facts(
              of: person, AudienceNeeds([.fact(.isReachable)]), app: "shop", at: Sample.now)
            #expect(
              AudienceIndex([reachable]).matches(facts, at: Sample.now) == [names.contains(person)],
              "\(person)"
            )
          }
          return Set(names)
        }
        #expect(try await reached() == ["u:ana", "d:f"])
        _ = try await store.changeSettings(app: "shop") {
          $0.userAuthentication.mode = .required
          return []
        }
        #expect(try await reached() == ["d:f"])
        try await say("d", token: "aa", trust: .person, at: 1, store)
        #expect(try await reached() == ["u:ana", "d:f"])
      },
      Promise("a notification reaches a person exactly if a run would send one to their device") {
        store async throws in
        try await begin(store)
        let reachable = AudienceRule.condition(AudienceCondition(.fact(.isReachable), .equals(.bool(true))))
        var seconds = 0
        for (mode, trust) in [
          (UserAuthentication.Mode.off, DeviceTrust.device), (.required, .device), (.required, .person),
        ] {
          _ = try await store.changeSettings(app: "shop") {
            $0.userAuthentication.mode = mode
            return []
          }
          for authorization in Wire.PushAuthorization.allCases {
            for (token, isOptedOut) in [("aa", false), ("aa", true), (nil, false)] {
              seconds += 1
              try await say(
                "d", token: token, authorization: authorization, trust: trust, isOptedOut: isOptedOut,
                at: seconds, store)
              let device = try #require(try await store.pushDevice("d", app: "shop"))
              let isSent =
                device.obstacle(isSilent: false) == nil && device.trust.now(mode).admits("u:ana", mode)
              let words = "\(mode) \(trust) \(authorization) \(token ?? "") \(isOptedOut)"
              let people = try await store.people(
                matching: reachable, named: [:], app: "shop", at: Sample.now)
              #expect(people.count == (isSent ? 1 : 0), "\(words)")
              let facts = try await store.facts(
                of: "u:ana", AudienceNeeds([.fact(.isReachable)]), app: "shop", at: Sample.now)
              #expect(facts.values[.fact(.isReachable)] == .bool(isSent), "\(words)")
            }
          }
        }
      },
      Promise(
        "nothing is stored for strangers, nor for apps that do not use pushes, and a revoked device loses its token"
      ) {
        store async throws in
        try await begin(store)
        try await say("x", token: "aa", person: "u:nobody", store)
        try await say("x", token: "aa", person: nil, store)
        try await store.reportPush(
          Wire.Device(id: "y"), sentAt: Sample.now, personID: "u:ana", trust: .device, isLab: false,
          app: "shop", at: Sample.now)
        for device in ["x", "y"] { #expect(try await store.pushDevice(device, app: "shop") == nil) }
        try await say("d", token: "aa", store)
        try await store.revokeDevice("d", app: "shop", at: Sample.now)
        #expect(try await store.pushDevice("d", app: "shop") == nil)
      },
    ]
  }

  private static func begin(_ store: any Store) async throws {
    try await store.insert(Sample.app())
    for device in ["d", "e"] {
      _ = try await store.ingest(Sample.batch([Sample.event("e-\(device)", .sessionStart)], device: device))
    }
  }

  private static func say(
    _ device: String, token: String?, environment: Wire.PushEnvironment = .production,
    authorization: Wire.PushAuthorization = .authorized, person: String? = "u:ana",
    trust: DeviceTrust = .named, isOptedOut: Bool = false,
    app: AppID = "shop", sentAt: Int? = nil,
    at seconds: Int = 0,
    _ store: any Store
  ) async throws {
    var device = Sample.device(device, token: token, environment: environment, authorization: authorization)
    device.isPushOptedOut = isOptedOut
    try await store.reportPush(
      device, sentAt: Sample.now + .seconds(sentAt ?? seconds), personID: person, trust: trust, isLab: false,
      app: app,
      at: Sample.now + .seconds(seconds))
  }

  /// The tokens of a person's devices, by device.
  private static func devices(of person: String, _ store: any Store) async throws -> [String: String] {
    let devices = try #require(try await store.person(person, app: "shop")).summary.devices
    return Dictionary(devices.compactMap { device in device.push?.token.map { (device.device.id, $0) } }) {
      $1
    }
  }
}
