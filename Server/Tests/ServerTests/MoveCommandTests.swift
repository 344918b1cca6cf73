// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgresServer
import Store
import StorePostgres
import Testing

/// The real executable with a real file and a real database.
@Suite("The command that moves a file", .timeLimit(.minutes(5)))
struct MoveCommandTests {
  @Test func `a file moves into a database, servers go on with it there, and none starts with the file`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (data, url) = (folder + "/data", try PostgresServer.makeDatabase())
    let move = ["move", "--to", url, "--data", data]
    let before = try await ServerProcess.start(data: data)
    #expect(try await before.post("/sdk/v1/events", ServerProcess.events(0..<20)).contains("200 OK"))
    let early = try await CommandTests.run(move)
    #expect(early.status == 1 && early.standardError.contains("Stop it first."), "\(early)")
    before.signal(SIGTERM)
    #expect(await before.end().status == 0)

    let moved = try await CommandTests.run(move)
    #expect(moved.status == 0 && moved.standardOutput.hasPrefix("Moved the data in \(data) to"), "\(moved)")
    let words = "was moved to the database \(try PostgresAddress(url)). Start the server with --database"
    for (command, status) in [
      (["serve", "--port", "0", "--data", data], 1), (["verify", "--data", data], 2), (move, 1),
      (["backup", folder + "/copy.sqlite", "--data", data], 1),
      (["migrate", "--data", data], 1), (["sign-in-link", "--data", data], 1),
    ] {
      let end = try await CommandTests.run(command)
      #expect(end.status == status && end.standardError.contains(words), "\(command): \(end)")
    }
    let examined = try await CommandTests.run(["doctor", "--port", "0", "--data", data])
    #expect(examined.standardOutput.contains("FAIL  data: "), "\(examined)")
    #expect(examined.standardOutput.contains(words), "\(examined)")

    let after = try await ServerProcess.start(
      data: data, deviceKey: before.deviceKey, arguments: ["--database", url])
    let answer = try await after.post("/sdk/v1/events", ServerProcess.events(0..<25))
    #expect(answer.components(separatedBy: "duplicate").count == 21, "\(answer)")
    after.signal(SIGTERM)
    #expect(await after.end().status == 0)
    let report = try PostgresLocation(PostgresAddress(url)).verify(nil)
    #expect(report.isSound, "\(report)")
    #expect(report.rows.first { $0.name == "event" }?.rows == 25)
  }

  @Test func `a move needs an address, without a password where others can see it`() async throws {
    let none = try await CommandTests.run(["move"])
    #expect(none.status == 1 && none.standardError.contains("--to (MARTLET_DATABASE): name the"), "\(none)")
    let open = try await CommandTests.run(["move", "--to", "postgres://martlet:secret@127.0.0.1:1/shop"])
    #expect(
      open.status == 1 && open.standardError.contains("--to (MARTLET_DATABASE): the address has a password"),
      "\(open)")
    #expect(!open.standardError.contains("secret"))
  }
}
