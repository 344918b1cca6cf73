// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgresServer
import ServerTestSupport
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

  @Test func `of several servers, each does the part that it is given`() async throws {
    try await Self.withDatabase { url, folder in
      let options = ["--database", url, "--encryption-key-file", folder + "/key"]
      func server(_ roles: String, deviceKey: String? = nil) async throws -> ServerProcess {
        try await ServerProcess.start(
          data: folder + "/\(roles)", deviceKey: deviceKey, arguments: options + ["--roles", roles])
      }
      let api = try await server("api")
      let worker = try await server("worker", deviceKey: api.deviceKey)
      let console = try await server("console", deviceKey: api.deviceKey)
      for (server, answersDevices, hasPages) in [
        (api, true, false), (worker, false, false), (console, true, true),
      ] {
        #expect(try await server.get("/readyz").contains("200 OK"))
        let stored = try await server.post("/sdk/v1/events", ServerProcess.events(0..<2))
        #expect(stored.contains("200 OK") == answersDevices, "\(stored)")
        #expect(try await server.get("/lab").contains("404 Not Found") != hasPages)
      }
      #expect(try await worker.get("/readyz").contains(#""roles":["worker"]"#))
      try await eventually("the first server counts the others") {
        try await api.get("/metrics").contains("martlet_servers 3")
      }
    }
  }

  @Test func `a data file has one server, which does everything`() async throws {
    let refused = try await CommandTests.run(["serve", "--roles", "api"])
    #expect(refused.status == 1 && refused.standardError.contains("add --database"), "\(refused)")
    let unknown = try await CommandTests.run(["serve", "--roles", "api,cook"])
    #expect(
      unknown.status == 1 && unknown.standardError.contains("expected some of api, console, worker"),
      "\(unknown)")
  }

  @Test func `a new key is shown once, by whichever server the browser reaches next`() async throws {
    try await Self.withDatabase { url, folder in
      let options = ["--database", url, "--encryption-key-file", folder + "/key"]
      let one = try await ServerProcess.start(data: folder + "/one", arguments: options)
      let other = try await ServerProcess.start(
        data: folder + "/other", deviceKey: one.deviceKey, arguments: options)
      let link = try await CommandTests.run(
        ["sign-in-link", "--database", url, "--data", folder + "/one"]
      ).standardOutput
      let word = try #require(link.firstMatch(of: /\/sign-in\/(\S+)/)?.1)
      func send(_ server: ServerProcess, _ request: String, _ headers: String = "", body: String = "")
        async throws -> String
      {
        let connection = try server.connect()
        try connection.send(
          "\(request) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
        )
        return await connection.readToEnd()
      }
      let form = "Content-Type: application/x-www-form-urlencoded\r\n"
      let signedIn = try await send(one, "POST /sign-in", form, body: "token=\(word)")
      let cookie = try #require(signedIn.firstMatch(of: /(?i:set-cookie): ([^;]+);/)?.1, "\(signedIn)")
      let session = "Cookie: \(cookie)\r\n"
      let page = try await send(other, "GET /settings/keys", session)
      let token = try #require(page.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1, "\(page)")
      let made = try await send(
        one, "POST /settings/keys", session + form, body: "csrf=\(token)&name=New&scope=management")
      let place = try #require(made.firstMatch(of: /(?i:location): (\S+)/)?.1, "\(made)")
      let shown = try await send(other, "GET \(place)", session)
      let secret = try #require(shown.firstMatch(of: /id="secret">([^<]+)</)?.1, "\(shown)")
      #expect(secret.hasPrefix("mk_"))
      #expect(try await !send(one, "GET \(place)", session).contains(secret))
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
