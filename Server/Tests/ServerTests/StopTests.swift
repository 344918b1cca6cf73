// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import MartletCore
import MartletTesting
import MartletWire
import ServerTestSupport
import Store
import Testing

@testable import MartletServer
@testable import StoreSQLite

/// The real executable, real signals, real sockets.
@Suite("Stopping", .timeLimit(.minutes(5)))
struct StopTests {
  @Test func `after SIGTERM the data file alone holds all that was acknowledged`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await ServerProcess.start(data: folder + "/data")
    for start in stride(from: 0, to: 500, by: 100) {
      let answer = try await server.post("/sdk/v1/events", ServerProcess.events(start..<(start + 100)))
      #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
    }
    // Reads, so that the server has readers that are open.
    #expect(try await server.post("/sdk/v1/sync", ServerProcess.events(500...500)).hasPrefix("HTTP/1.1 200"))
    server.signal(SIGTERM)
    let end = await server.end()
    #expect(end.reason == .exit && end.status == 0, "\(end)")
    try FileManager.default.createDirectory(atPath: folder + "/copy", withIntermediateDirectories: false)
    let file = "/" + SQLiteStore.fileName
    try FileManager.default.copyItem(atPath: folder + "/data" + file, toPath: folder + "/copy" + file)
    let store = try SQLiteStore(directory: folder + "/copy")
    #expect(try await store.eventCounts(app: FirstStart.sampleApp) == ["session_start": 501])
    try await store.close()
  }

  @Test func `a body that was half sent does not hold the stop`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await ServerProcess.start(data: folder + "/data", arguments: ["--stop-timeout", "3600"])
    let connection = try server.connect()
    try connection.send(
      String(server.deviceRequest("/sdk/v1/events", ServerProcess.events(0..<10)).dropLast(100)))
    // By the answer to a request that came later the first one has been taken up.
    #expect(try await server.post("/sdk/v1/events", ServerProcess.events(10..<11)).hasPrefix("HTTP/1.1 200"))
    server.signal(SIGTERM)
    let end = await server.end()
    #expect(end.reason == .exit && end.status == 0, "\(end)")
  }

  @Test func `what cannot be finished within the deadline is cut off, with a line and status 1`() async throws
  {
    try await withHeldRequest(stopTimeout: 1) { server in
      server.signal(SIGTERM)
      let end = await server.end()
      #expect(end.reason == .exit && end.status == 1, "\(end)")
      #expect(end.standardError.contains("martlet: The server did not stop within 1 s"), "\(end)")
    }
  }

  @Test func `a second SIGTERM ends the process at once`() async throws {
    try await withHeldRequest(stopTimeout: 3_600) { server in
      server.signal(SIGTERM)
      // The first one was taken up when nobody listens any more; two at the same moment would be
      // one.
      try await eventually("nobody listens any more") { (try? server.connect()) == nil }
      server.signal(SIGTERM)
      let end = await server.end()
      #expect(end.reason == .uncaughtSignal && end.status == SIGTERM, "\(end)")
    }
  }

  @Test func `an error of closing is thrown, and what was served before is told first`() async throws {
    let problem = StoreError.unavailable("The disk is gone.")
    let clock = ManualClock()
    func stop(_ serve: @escaping @Sendable () async throws -> Void) -> ServerStop {
      ServerStop(
        timeout: .seconds(10), environment: clock.environment,
        logger: .init(label: "test") { _ in SwiftLogNoOpLogHandler() }, serve: serve,
        stopServing: {}, close: { () throws(StoreError) in throw problem })
    }
    await #expect(throws: StopProblem.closing(problem)) { try await stop({}).run() }
  }

  // MARK: -

  /// A server with a request that waits for a lock on the data file, which this process holds.
  private func withHeldRequest(stopTimeout: Int, _ body: @Sendable (ServerProcess) async throws -> Void)
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await ServerProcess.start(
      data: folder + "/data", arguments: ["--stop-timeout", String(stopTimeout)])
    let other = try SQLiteStore(directory: folder + "/data")
    let (isHeld, release) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
    let holding = Task {
      try await other.writeDatabase { _ in
        isHeld.continuation.finish()
        release.wait()
      }
    }
    for await _ in isHeld.stream {}
    let connection = try server.connect()
    try connection.send(server.deviceRequest("/sdk/v1/events", ServerProcess.events(0..<1)))
    // A request that came later was answered: the first one is with the store by then, or will not
    // wait for less.
    let other2 = try server.connect()
    try other2.send("GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    _ = await other2.readToEnd()
    let result: Result<Void, any Error>
    do { result = .success(try await body(server)) } catch { result = .failure(error) }
    release.signal()
    _ = try await holding.value
    try await other.close()
    try result.get()
  }
}
