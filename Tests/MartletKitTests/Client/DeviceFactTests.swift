// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DeviceFactTests {
  private typealias Fact = Martlet.Configuration.DeviceFact

  @Test(
    arguments: Fact.allCases.map { $0 } + [nil])
  func `the server receives the facts that the app allows, and always the platform and the SDK's version`(
    to fact: Martlet.Configuration.DeviceFact?
  ) async throws {
    let transport = HeldTransport()
    let bench = Bench(transport: transport) { $0.deviceFacts = Set([fact].compactMap { $0 }) }
    bench.martlet.applicationDidBecomeActive()
    let first = await transport.waitForRequest()
    try check(first.sync?.device, has: fact)

    // Also if the id of the device is not new.
    first.answer(Wire.SyncResponse(definitions: nil, results: []))
    await bench.martlet.settled()
    let copy = bench.copyOfDirectory()
    bench.release()
    let second = Bench(transport: transport, directory: copy) {
      $0.deviceFacts = Set([fact].compactMap { $0 })
    }
    second.martlet.applicationDidBecomeActive()
    let again = await transport.waitForRequest().sync?.device
    #expect(again?.id == first.sync?.device.id)
    try check(again, has: fact)
  }

  private func check(_ device: Wire.Device?, has fact: Fact?) throws {
    let device = try #require(device)
    #expect((device.osVersion != nil) == (fact == .osVersion))
    #expect((device.locale != nil) == (fact == .locale))
    #expect((device.timeZone != nil) == (fact == .timeZone))
    #expect(device.platform != nil)
    #expect(device.sdkVersion == Martlet.version)
  }

  @Test func `what a configuration says of the device stands for what the system says`() async throws {
    var facts = DeviceFacts()
    (facts.appVersion, facts.osVersion, facts.locale) = ("2.1", "17.4.1", "de_AT")
    let transport = HeldTransport()
    let bench = Bench(transport: transport) { $0.device = facts }
    bench.martlet.applicationDidBecomeActive()
    let device = await transport.waitForRequest().sync?.device
    #expect(device?.appVersion == "2.1" && device?.osVersion == "17.4.1" && device?.locale == "de_AT")
    #expect(device?.timeZone == TimeZone.current.identifier)
  }

  @Test func `by default, all facts are sent`() {
    #expect(Martlet.Configuration().deviceFacts == Set(Fact.allCases))
  }
}
