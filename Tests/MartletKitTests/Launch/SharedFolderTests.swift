// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletTesting
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Two clients that were given one folder.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SharedFolderTests {
  @Test
  func `the second client says so once, answers every call, and neither sends nor shows nor writes anything`()
    async throws
  {
    let server = ScriptedServer(campaigns: [.onEvent("hello")])
    let first = Bench(transport: server)
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { !first.delegate.decisions.isEmpty })
    await first.quiet()
    let (requests, files) = (server.requests.count, first.storedText)

    let second = Bench(transport: server, directory: first.directory, clock: ManualClock(seed: 2))
    second.martlet.changeUser(userId: "B")
    second.martlet.applicationDidBecomeActive()
    second.martlet.logCustomEvent(name: "hello")
    second.martlet.requestImmediateDataFlush()
    await second.martlet.settled()
    #expect(await second.martlet.deviceId == nil)
    await second.advance(by: .seconds(3_600))
    second.martlet.isEnabled = false
    second.martlet.wipeData()
    await second.martlet.settled()
    #expect(server.requests.count == requests)
    #expect(second.presenter.presented.isEmpty)
    #expect(first.storedText == files)
    #expect(second.log.all.filter { $0.hasPrefix("error") }.count == 1)
    #expect(second.log.contains("Another client uses the same storage folder"))
    #expect(await first.martlet.deviceId != nil)
  }

  @Test func `when the first client is gone the second one goes on with what it was told, each event once`()
    async
  {
    let server = ScriptedServer()
    let first = Bench(transport: server) { $0.api.requestPolicy = .manual }
    first.martlet.logCustomEvent(name: "first")
    await first.martlet.settled()
    let id = await first.martlet.deviceId
    let second = Bench(transport: server, directory: first.directory, clock: ManualClock(seed: 2)) {
      $0.api.requestPolicy = .manual
    }
    second.martlet.logCustomEvent(name: "second")
    await second.martlet.settled()
    let decisions = first.martlet.decisions
    first.release()
    for await _ in decisions {}
    // Its folder is free a moment after its streams have ended.
    while await second.martlet.deviceId == nil, !Task.isCancelled {
      second.martlet.applicationDidBecomeActive()
    }
    #expect(await second.martlet.deviceId == id)
    second.martlet.requestImmediateDataFlush()
    await second.settle(until: { server.storedEvents.contains { $0.label == "custom second" } })
    #expect(
      server.storedEvents.map(\.label).filter { $0.hasPrefix("custom") } == ["custom first", "custom second"])
    #expect(server.duplicateCount == 0)
  }

  @Test func `a client of another process is kept out as one of this process is, and everything returns`()
    async
  {
    let first = Bench(transport: HeldTransport())
    await first.martlet.settled()
    // The other process inherits it.
    setenv("MARTLET_SHARED_FOLDER", first.directory.path, 1)
    await #expect(processExitsWith: .success) {
      let lines = LogBook()
      let configuration = Martlet.Configuration(apiKey: "key", endpoint: "http://127.0.0.1:9")
      configuration.storageDirectory = URL(
        filePath: try #require(ProcessInfo.processInfo.environment["MARTLET_SHARED_FOLDER"]))
      configuration.transport = Unused()
      configuration.logger.print = { text, _ in
        lines.add(text)
        return false
      }
      let martlet = Martlet(configuration: configuration)
      martlet.applicationDidBecomeActive()
      martlet.logCustomEvent(name: "a")
      await martlet.settled()
      let id = await martlet.deviceId
      precondition(id == nil)
      precondition(lines.all.count == 1 && lines.contains("Another client uses the same storage folder"))
    }
    #expect(await first.martlet.deviceId != nil)
  }

  @Test
  func
    `in an app group's container each process has a folder of its own, one client at a time, and no lock of the system's is held`()
    throws
  {
    let container = URL.temporary().appending(path: "Containers/Shared/AppGroup/1234/martlet")
    let folder = FolderLock.ownFolder(in: container, process: "com.example.app")
    #expect(folder.path == container.path + "/com.example.app")
    #expect(FolderLock.ownFolder(in: container, process: "com.example.widget") != folder)
    #expect(FolderLock.ownFolder(in: URL(filePath: "/home/x"), process: "p").path == "/home/x")
    var first: Storage? = Storage(directory: folder.path)
    #expect(try first?.claim() == true)
    let second = Storage(directory: folder.path)
    #expect(try second.claim() == false)
    #expect(try Files.list(folder.path) == [])
    first = nil
    #expect(try second.claim() == true)
  }
}

private struct Unused: Transport {
  func send(_ request: TransportRequest) async throws -> TransportResponse {
    preconditionFailure("Nothing may be sent.")
  }
}
