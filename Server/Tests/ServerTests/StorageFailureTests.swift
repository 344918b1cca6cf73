// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerTestSupport
import StoreSQLite
import Testing

/// The real executable, whose files somebody harms.
@Suite("Storage that fails", .timeLimit(.minutes(5)))
struct StorageFailureTests {
  static let harms: [(String, @Sendable (String) throws -> Void)] = [
    ("deleted", { try FileManager.default.removeItem(atPath: $0) }),
    (
      "replaced by a copy",
      { path in
        try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".copy", toPath: path)
      }
    ),
    (
      "overwritten",
      { path in
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: Data(repeating: 0x5A, count: 40_000))
        try handle.close()
      }
    ),
  ]

  @Test(
    arguments: ["", "-wal"], 0..<3)
  func `events are answered with 503 and readiness fails as soon as a file is deleted, replaced or damaged`(
    file: String, kind: Int
  ) async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A start and a stop, after which the data are in the data file and not only in the log.
    let first = try await ServerProcess.start(data: folder + "/data")
    first.signal(SIGTERM)
    let end = await first.end()
    #expect(end.status == 0, "\(end)")
    let server = try await ServerProcess.start(data: folder + "/data", deviceKey: first.deviceKey)
    #expect(try await server.post("/sdk/v1/events", ServerProcess.events(0..<50)).hasPrefix("HTTP/1.1 200"))
    #expect(try await server.get("/readyz").hasPrefix("HTTP/1.1 200"))
    let path = folder + "/data/" + SQLiteStore.fileName + file
    let before = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    try await eventually("the file system's clock moves on") { try Self.now(folder) != before }
    try Self.harms[kind].1(path)
    for _ in 0..<2 {
      let answer = try await server.post("/sdk/v1/events", ServerProcess.events(100..<150))
      #expect(
        answer.hasPrefix("HTTP/1.1 503") && answer.contains("Retry-After") && !answer.contains("stored"),
        "\(answer)")
    }
    // The answer from before the harm is believed for a second.
    var ready = ""
    try await eventually("the server is not ready") {
      ready = try await server.get("/readyz")
      return !ready.hasPrefix("HTTP/1.1 200")
    }
    #expect(ready.hasPrefix("HTTP/1.1 503"), "\(ready)")
    #expect(try await server.get("/livez").hasPrefix("HTTP/1.1 200"))
  }

  @Test func `doctor finds a damaged page, and the server does not start with it`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await ServerProcess.start(data: folder)
    server.signal(SIGTERM)
    #expect(await server.end().status == 0)
    let whole = try await CommandTests.run(["doctor", "--port", "0", "--data", folder])
    #expect(whole.status == 0 && whole.standardOutput.contains("is intact and writable"), "\(whole)")
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: folder + "/" + SQLiteStore.fileName))
    try handle.seek(toOffset: 8_192)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 4_096))
    try handle.close()
    let damaged = try await CommandTests.run(["doctor", "--port", "0", "--data", folder])
    #expect(damaged.status == 1 && damaged.standardOutput.contains("FAIL  data: "), "\(damaged)")
    let serve = try await CommandTests.run(["serve", "--port", "0", "--data", folder])
    #expect(serve.status == 1 && serve.standardError.contains("damaged"), "\(serve)")
  }

  @Test func `all that a server writes is for its owner alone, whatever the umask`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await ServerProcess.start(
      data: folder + "/data", prefix: ["/bin/sh", "-c", "umask 0; exec \"$@\"", "sh"])
    #expect(try await server.post("/sdk/v1/events", ServerProcess.events(0..<50)).hasPrefix("HTTP/1.1 200"))
    let files = FileManager.default.subpaths(atPath: folder + "/data") ?? []
    #expect(files.count >= 3)
    for file in files + [""] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/data/" + file)
      let mode = try #require(attributes[.posixPermissions] as? NSNumber).intValue
      #expect(mode & 0o077 == 0, "\(file): \(String(mode, radix: 8))")
    }
  }

  /// The time that a file gets that is written now.
  private static func now(_ folder: String) throws -> Date? {
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/now"))
    return try FileManager.default.attributesOfItem(atPath: folder + "/now")[.modificationDate] as? Date
  }
}
