// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgresServer
import Store
import StorePostgres
import Testing

/// The real executable with a real database.
@Suite("The command with a database", .timeLimit(.minutes(5)))
struct PostgresCommandTests {
  private static func withDatabase(_ body: (_ url: String, _ folder: String) async throws -> Void)
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(PostgresServer.makeDatabase(), folder)
  }

  @Test func `two servers with one database count each event once, also after they were killed`() async throws
  {
    try await Self.withDatabase { url, folder in
      let options = ["--database", url, "--encryption-key-file", folder + "/key"]
      let one = try await ServerProcess.start(data: folder + "/one", arguments: options)
      let other = try await ServerProcess.start(
        data: folder + "/other", deviceKey: one.deviceKey, arguments: options)
      let refused = try await CommandTests.run([
        "serve", "--port", "0", "--data", folder + "/third", "--database", url, "--encryption-key-file",
        folder + "/own",
      ])
      #expect(refused.status == 1 && refused.standardError.contains("encrypt with another key"), "\(refused)")
      for server in [one, other, one] {
        let answer = try await server.post("/sdk/v1/events", ServerProcess.events(0..<20))
        #expect(answer.contains("200 OK"), "\(answer)")
      }
      #expect(try await other.post("/sdk/v1/events", ServerProcess.events(10..<30)).contains("200 OK"))
      for server in [one, other] {
        server.signal(SIGKILL)
        _ = await server.end()
      }
      let again = try await ServerProcess.start(
        data: folder + "/one", deviceKey: one.deviceKey, arguments: options)
      let answer = try await again.post("/sdk/v1/events", ServerProcess.events(0..<30))
      #expect(answer.components(separatedBy: "duplicate").count == 31, "\(answer)")
      again.signal(SIGTERM)
      #expect(await again.end().status == 0)
      let report = try PostgresLocation(PostgresAddress(url)).verify(nil)
      #expect(report.isSound, "\(report)")
      #expect(report.rows.first { $0.name == "event" }?.rows == 30)
    }
  }

  @Test func `a server goes on when the database has ended its connections`() async throws {
    try await Self.withDatabase { url, folder in
      let server = try await ServerProcess.start(data: folder + "/data", arguments: ["--database", url])
      #expect(try await server.post("/sdk/v1/events", ServerProcess.events(0..<5)).contains("200 OK"))
      try PostgresDatabase(PostgresAddress(url)).run(
        "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      )
      #expect(try await server.post("/sdk/v1/events", ServerProcess.events(0..<9)).contains("200 OK"))
      #expect(try await server.get("/readyz").contains("200 OK"))
      server.signal(SIGTERM)
      #expect(await server.end().status == 0)
    }
  }

  @Test func `commands work beside a server, and make nothing in a database without data`() async throws {
    try await Self.withDatabase { url, folder in
      let options = ["--database", url, "--data", folder + "/data"]
      let none = try await CommandTests.run(["sign-in-link"] + options)
      #expect(none.status == 1 && none.standardError.contains("has no data of Martlet"), "\(none)")
      let server = try await ServerProcess.start(data: folder + "/data", arguments: ["--database", url])
      let link = try await CommandTests.run(["sign-in-link"] + options)
      #expect(link.standardOutput.hasPrefix("http://127.0.0.1:\(server.port)/sign-in/"), "\(link)")
      let key = try await CommandTests.run(["create-key", "--scope", "management"] + options)
      #expect(key.standardOutput.hasPrefix("mk_"), "\(key)")
      let verified = try await CommandTests.run(["verify"] + options)
      #expect(
        verified.status == 0 && verified.standardOutput.contains("counters: match the data"), "\(verified)")
      let migrated = try await CommandTests.run(["migrate"] + options)
      #expect(migrated.standardOutput.contains("already has schema"), "\(migrated)")
      let copied = try await CommandTests.run(["backup", folder + "/copy.sqlite"] + options)
      #expect(copied.status == 1 && copied.standardError.contains("pg_dump"), "\(copied)")
      let examined = try await CommandTests.run(["doctor", "--port", "\(server.port)"] + options)
      // The tests' own server is not made to last.
      #expect(examined.standardOutput.contains("FAIL  durability: fsync"), "\(examined)")
      #expect(examined.standardOutput.contains("is intact and writable"), "\(examined)")
      #expect(
        try await server.get("/sign-in").contains("martlet sign-in-link --database … --data \(folder)/data"))
      server.signal(SIGTERM)
      #expect(await server.end().status == 0)
    }
  }

  @Test func `a password in an argument is refused, and never said`() async throws {
    let end = try await CommandTests.run([
      "migrate", "--database", "postgres://martlet:secret@127.0.0.1:1/shop",
    ])
    #expect(end.status == 1)
    #expect(end.standardError.contains("--database (MARTLET_DATABASE): the address has a password"), "\(end)")
    #expect(!end.standardError.contains("secret"))
  }
}
