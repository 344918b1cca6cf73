// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// The secret by which the server knows this device again, and what happens when it does not.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DeviceCredentialTests {
  private let transport = HeldTransport()

  private func refusal(_ code: String) -> Wire.Problem {
    Wire.Problem(status: 401, code: code, title: "Not this device.")
  }

  /// A client whose first sync brought a secret and a session's events are settled.
  private func known(_ policy: Martlet.Configuration.RequestPolicy = .automatic) async -> Bench {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = policy }
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    #expect(sync.request.headers["X-Martlet-Device-Credential"] == nil)
    let results = sync.events.map { Wire.EventResult(id: $0.id, status: .known(.stored)) }
    sync.answer(
      Wire.SyncResponse(
        definitions: .init(tag: "t", campaigns: []), results: results, deviceCredential: "md_first"))
    await bench.settle(until: { transport.openCount == 0 })
    await bench.martlet.settled()
    return bench
  }

  @Test
  func
    `the secret that a sync brings goes with every later request, also after a relaunch, and a later one replaces it`()
    async
  {
    var bench = await known()
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    let events = await transport.waitForRequest()
    #expect(events.request.headers["X-Martlet-Device-Credential"] == "md_first")
    events.answerStored()
    await bench.settle(until: { transport.openCount == 0 })
    let copy = bench.copyOfDirectory()
    bench.release()

    bench = Bench(transport: transport, directory: copy)
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    #expect(sync.request.headers["X-Martlet-Device-Credential"] == "md_first")
    sync.answer(
      Wire.SyncResponse(
        definitions: nil, results: sync.events.map { .init(id: $0.id, status: .known(.stored)) },
        deviceCredential: "md_second"))
    await bench.settle(until: { transport.openCount == 0 })
    bench.martlet.logCustomEvent(name: "b")
    bench.martlet.requestImmediateDataFlush()
    #expect(await transport.waitForRequest().request.headers["X-Martlet-Device-Credential"] == "md_second")
    #expect(!bench.log.contains("md_"))
  }

  @Test(arguments: ["", "a b", "a\r\nX-Other: 1", "ä", String(repeating: "a", count: 257)])
  func `what no header can carry is not kept`(_ credential: String) async {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    let results = sync.events.map { Wire.EventResult(id: $0.id, status: .known(.stored)) }
    sync.answer(Wire.SyncResponse(definitions: nil, results: results, deviceCredential: credential))
    await bench.settle(until: { transport.openCount == 0 })
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    #expect(await transport.waitForRequest().request.headers["X-Martlet-Device-Credential"] == nil)
  }

  @Test func `a wipe takes the secret with it: nothing of it stays on the disk`() async throws {
    let bench = await known()
    bench.martlet.wipeData()
    await bench.martlet.settled()
    for path in try FileManager.default.subpathsOfDirectory(atPath: bench.directory.path) {
      let bytes = (try? Data(contentsOf: bench.directory.appendingPathComponent(path))) ?? Data()
      #expect(bytes.range(of: Data("md_first".utf8)) == nil, "\(path)")
    }
  }

  @Test(
    arguments: ["device_credential_missing", "device_credential_unknown", "device_revoked"])
  func
    `a device that the server refuses goes on as a new one: what waits keeps ids and users, and the log says so once`(
      _ code: String
    ) async
  {
    let bench = await known()
    let before = await bench.martlet.deviceId
    bench.martlet.changeUser(userId: "ana")
    let sync = await transport.waitForRequest()
    sync.answer(refusal(code), status: 401)

    let second = await transport.waitForRequest()
    #expect(second.sync?.device.id != before)
    #expect(second.sync?.device.id == (await bench.martlet.deviceId))
    #expect(second.sync?.userID == "ana")
    #expect(second.request.headers["X-Martlet-Device-Credential"] == nil)
    #expect(second.events.map(\.id) == sync.events.map(\.id))
    #expect(second.events.map(\.userID) == sync.events.map(\.userID))
    #expect(bench.log.all.filter { $0.contains("new device") }.count == 1)
  }

  @Test func `a server that refuses new devices too is asked again only in the next session`() async {
    let bench = await known()
    bench.martlet.changeUser(userId: "ana")
    await transport.waitForRequest().answer(refusal("device_revoked"), status: 401)
    await transport.waitForRequest().answer(refusal("device_revoked"), status: 401)
    await bench.settle(until: { transport.openCount == 0 })
    let asked = transport.receivedCount
    await bench.advance(by: .seconds(3_600))
    bench.martlet.requestImmediateDataFlush()
    await bench.quiet()
    #expect(transport.receivedCount == asked)
    bench.martlet.changeUser(userId: "ben")
    #expect(await transport.waitForRequest().sync?.userID == "ben")
  }

  @Test
  func
    `a request that was on its way when the secret came is refused for that alone, and sent again with it`()
    async
  {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    let id = await bench.martlet.deviceId
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    // The sync carried the session's start; its answer brings the secret while other events are on
    // their way.
    sync.answer(
      Wire.SyncResponse(
        definitions: .init(tag: "t", campaigns: []),
        results: sync.events.map { .init(id: $0.id, status: .known(.stored)) })
    )
    let events = await transport.waitForRequest()
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(3_000))
    bench.martlet.applicationDidBecomeActive()
    let next = await transport.waitForRequest()
    next.answer(Wire.SyncResponse(definitions: nil, results: [], deviceCredential: "md_first"))
    await bench.settle(until: { transport.openCount == 1 })
    await bench.martlet.settled()
    events.answer(refusal("device_credential_missing"), status: 401)
    let again = await transport.waitForRequest()
    #expect(again.request.headers["X-Martlet-Device-Credential"] == "md_first")
    #expect(again.events.map(\.id).starts(with: events.events.map(\.id)))
    #expect(await bench.martlet.deviceId == id)
  }

  @Test
  func
    `the device is replaced only when nothing is on its way: what another request stores is not sent again as somebody else's`()
    async
  {
    let bench = await known()
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    let events = await transport.waitForRequest()
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(50))
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    sync.answer(refusal("device_revoked"), status: 401)
    await bench.quiet()
    #expect(transport.openCount == 1)
    events.answerStored()
    let second = await transport.waitForRequest()
    #expect(second.sync?.device.id != sync.sync?.device.id)
    #expect(!second.events.contains { $0.id == events.events.first?.id })
  }

  /// Under the manual policy: events of nobody and of Ana wait, and Ana has logged out. The request
  /// that carries the oldest of them.
  private func leftBehind(by bench: Bench) async -> HeldRequest {
    bench.martlet.logCustomEvent(name: "nobody")
    bench.martlet.changeUser(userId: "ana")
    bench.martlet.logCustomEvent(name: "hers")
    bench.martlet.logOut()
    bench.martlet.requestImmediateDataFlush()
    return await nextEvents()
  }

  /// Syncs on the way there are answered.
  private func nextEvents() async -> HeldRequest {
    while true {
      let request = await transport.waitForRequest()
      if request.sync == nil || !request.events.isEmpty { return request }
      request.answerStored()
    }
  }

  private func sender(of request: HeldRequest) -> String? {
    request.sync?.device.id
      ?? (try? Wire.decode(Wire.EventsRequest.self, from: request.request.plainBody))?.device.id
  }

  @Test
  func
    `what waited when somebody logged out goes out with the secret of the device that logged it; the new device has none yet`()
    async
  {
    let bench = await known(.manual)
    let before = await bench.martlet.deviceId
    let left = await leftBehind(by: bench)
    #expect(left.request.headers["X-Martlet-Device-Credential"] == "md_first")
    #expect(sender(of: left) == before)
    #expect(await bench.martlet.deviceId != before)
  }

  @Test
  func
    `a former device that is refused keeps nobody from being heard: what names a user goes on under the new device, the rest is dropped`()
    async
  {
    let bench = await known(.manual)
    let left = await leftBehind(by: bench)
    #expect(left.events.contains { $0.userID == nil })
    left.answer(refusal("device_revoked"), status: 401)
    let next = await nextEvents()
    #expect(sender(of: next) == (await bench.martlet.deviceId))
    #expect(next.request.headers["X-Martlet-Device-Credential"] == nil)
    #expect(next.events.contains { $0.userID == "ana" && $0.label == "custom hers" })
    #expect(!next.events.contains { $0.label == "custom nobody" })
  }
}
