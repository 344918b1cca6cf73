// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletServer
import StoreSQLite
import Testing

/// `martlet backup`, `verify` and `restore`, as an operator runs them.
@Suite("The commands for backups", .timeLimit(.minutes(5)))
struct BackupCommandTests {
  @Test func `a backup of a running server is made, checked, and brought back once the server has stopped`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (data, backup) = (folder + "/data", folder + "/backup.sqlite")
    try await TestServer.run(storage: .directory(data)) { server in
      let made = try await CommandTests.run(["backup", backup, "--data", data])
      #expect(made.status == 0, "\(made.standardError)")
      #expect(made.standardOutput.hasPrefix("Backed up \(data) to \(backup): "), "\(made.standardOutput)")
      let again = try await CommandTests.run(["backup", backup, "--data", data])
      #expect(again.status == 1)
      #expect(
        again.standardError
          == "martlet: \(backup) already exists. Choose another name, or replace it with --replace.\n")
      #expect(try await CommandTests.run(["backup", backup, "--data", data, "--replace"]).status == 0)
      #expect(try await CommandTests.run(["verify", "--data", data]).status == 0)

      let refused = try await CommandTests.run(["restore", backup, "--data", data])
      #expect(refused.status == 1)
      #expect(
        refused.standardError.contains("Nothing was changed. Stop it first."), "\(refused.standardError)")
      #expect(try await server.send("GET", "/readyz").status == 200)
    }
    let verified = try await CommandTests.run(["verify", backup])
    #expect(verified.status == 0)
    let lines = verified.standardOutput.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("ok    backup.sqlite: intact, ") == true, "\(lines)")
    #expect(lines.contains("ok    counters: match the data."))
    #expect(lines.contains("      campaign: 3"))

    let restored = try await CommandTests.run(["restore", backup, "--data", data])
    #expect(restored.status == 0, "\(restored.standardError)")
    #expect(
      restored.standardOutput.contains("The previous data is kept in \(data)/replaced-"),
      "\(restored.standardOutput)")
    #expect(try await CommandTests.run(["verify", "--data", data]).status == 0)
  }

  @Test func `verify ends with 1 for damage and with 2 for what it cannot read`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try SQLiteLocation(folder).migrate()
    let file = folder + "/" + SQLiteStore.fileName
    #expect(try await CommandTests.run(["verify", file]).status == 0)
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA7, count: 20_000))
    try handle.close()
    let damaged = try await CommandTests.run(["verify", file])
    #expect(damaged.status == 1)
    #expect(damaged.standardOutput.hasPrefix("FAIL  martlet.sqlite: "), "\(damaged.standardOutput)")
    let none = try await CommandTests.run(["verify", folder + "/none"])
    #expect(none.status == 2)
    #expect(none.standardError == "martlet: The file \(folder)/none does not exist.\n")
    #expect(try await CommandTests.run(["verify", file, "--data", folder]).status == 2)
  }
}
