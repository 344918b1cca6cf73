// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static let pushDevices: [Promise] = [
    Promise("a device's token is kept with its environment and permission, and follows what the device says") { store async throws in
      try await begin(store)
      try await say("d", token: "aa", store)
      var known = try #require(try await store.pushDevice("d", app: "shop"))
      #expect(
        known
          == PushDevice(
            deviceID: "d", token: "aa", environment: .production, authorization: .authorized, registeredAt: Sample.now,
            saidAt: Sample.now))
      try await say("d", token: "bb", environment: .development, authorization: .denied, at: 10, store)
      known = try #require(try await store.pushDevice("d", app: "shop"))
      #expect(known.token == "bb" && known.environment == .development && known.obstacle(isSilent: false) == .notAllowed)
      #expect(known.registeredAt == Sample.now + .seconds(10))
      try await say("d", token: nil, at: 20, store)
      #expect(try await store.pushDevice("d", app: "shop")?.obstacle(isSilent: true) == .noToken)
    },
    Promise("what a device sent before it had a token changes nothing when it arrives after it; a clock that was set back does not matter")
    {
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
    Promise("a token goes to the person who uses the device, also when they were anonymous before") { store async throws in
      try await begin(store)
      _ = try await store.ingest(Sample.batch([Sample.event("e", user: nil, .sessionStart)], device: "f"))
      try await say("f", token: "aa", person: "d:f", store)
      #expect(try await devices(of: "d:f", store) == ["f": "aa"])
      _ = try await store.ingest(Sample.batch([Sample.event("s", user: "ben", .userChanged(previousUserID: nil))], device: "f"))
      #expect(try await devices(of: "u:ben", store) == ["f": "aa"])
      // A request that does not say who uses the device changes nothing about that.
      try await say("f", token: "bb", person: nil, at: 20, store)
      #expect(try await devices(of: "u:ben", store) == ["f": "bb"])
      _ = try await store.ingest(Sample.batch([Sample.event("t", user: "ana", .sessionStart)], device: "f"))
      try await say("f", token: "bb", person: "u:ana", at: 30, store)
      #expect(try await devices(of: "u:ben", store) == [:])
      #expect(try await devices(of: "u:ana", store)["f"] == "bb")
    },
    Promise("a report that repeats what was stored is compared with what is stored now") { store async throws in
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
      _ = try await store.ingest(Sample.batch([Sample.event("c", user: "carl", .sessionStart)], device: "x"))
      try await say("x", token: "cc", person: "u:carl", at: 6, store)
      #expect(try await store.pushDevice("x", app: "shop")?.token == "cc")
      // And is deleted.
      _ = try await store.deletePerson("u:carl", app: "shop", receipt: "r", at: Sample.now + .seconds(100))
      #expect(try await store.pushDevice("x", app: "shop") == nil)
      try await say("x", token: "cc", person: "u:carl", at: 110, store)
      #expect(try await store.pushDevice("x", app: "shop") == nil)
    },
    Promise("nothing is stored for strangers, nor for apps that do not use pushes, and a revoked device loses its token") {
      store async throws in
      try await begin(store)
      try await say("x", token: "aa", person: "u:nobody", store)
      try await say("x", token: "aa", person: nil, store)
      try await store.reportPush(Wire.Device(id: "y"), sentAt: Sample.now, personID: "u:ana", isLab: false, app: "shop", at: Sample.now)
      for device in ["x", "y"] { #expect(try await store.pushDevice(device, app: "shop") == nil) }
      try await say("d", token: "aa", store)
      try await store.revokeDevice("d", app: "shop", at: Sample.now)
      #expect(try await store.pushDevice("d", app: "shop") == nil)
    },
  ]

  private static func begin(_ store: any Store) async throws {
    try await store.insert(Sample.app())
    for device in ["d", "e"] { _ = try await store.ingest(Sample.batch([Sample.event("e-\(device)", .sessionStart)], device: device)) }
  }

  private static func say(
    _ device: String, token: String?, environment: Wire.PushEnvironment = .production,
    authorization: Wire.PushAuthorization = .authorized, person: String? = "u:ana", app: AppID = "shop", sentAt: Int? = nil,
    at seconds: Int = 0,
    _ store: any Store
  ) async throws {
    let device = Sample.device(device, token: token, environment: environment, authorization: authorization)
    try await store.reportPush(
      device, sentAt: Sample.now + .seconds(sentAt ?? seconds), personID: person, isLab: false, app: app,
      at: Sample.now + .seconds(seconds))
  }

  /// The tokens of a person's devices, by device.
  private static func devices(of person: String, _ store: any Store) async throws -> [String: String] {
    let devices = try #require(try await store.person(person, app: "shop")).summary.devices
    return Dictionary(devices.compactMap { device in device.push?.token.map { (device.device.id, $0) } }) { $1 }
  }
}
