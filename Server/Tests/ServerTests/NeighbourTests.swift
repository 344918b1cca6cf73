// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreSQLite
import Testing

/// The commands that an operator runs beside a server, each a process that opens the same data.
@Suite("Commands beside a server", .timeLimit(.minutes(5)))
struct NeighbourTests {
  @Test
  func
    `however many commands open the data of a server that writes, it loses no event and finds no harm; real harm it still finds`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let data = folder + "/data"
    let server = try await ServerProcess.start(data: data)
    let rounds = 8
    let sent = try await withThrowingTaskGroup(of: Int.self, returning: Int.self) { group in
      let busy = Busy()
      for sender in 0..<3 {
        group.addTask {
          var (number, stored) = (0, 0)
          while await busy.isBusy {
            let ids = (0..<20).map { sender * 10_000_000 + number * 20 + $0 }
            // From many devices: what one may send is limited.
            let answer = try await server.post(
              "/sdk/v1/events", ServerProcess.events(ids, device: "d\(sender)-\(number / 100)"))
            number += 1
            if answer.hasPrefix("HTTP/1.1 200") { stored += 20 }
            // On a machine that is busy with other things the server sends some away, as it should.
            #expect(answer.hasPrefix("HTTP/1.1 200") || answer.contains(#""code":"overloaded""#), "\(answer)")
          }
          return stored
        }
      }
      // Readers, so that moving the log has something to wait for.
      group.addTask {
        while await busy.isBusy {
          let ready = try await server.get("/readyz")
          #expect(ready.hasPrefix("HTTP/1.1 200"), "\(ready)")
        }
        return 0
      }
      let commands = [
        ["sign-in-link"], ["doctor", "--port", "0"], ["backup", folder + "/backup", "--replace"], ["verify"],
      ]
      for command in commands {
        group.addTask {
          await busy.began()
          for _ in 0..<rounds {
            let ended = try await CommandTests.run(command + ["--data", data])
            #expect(ended.status == 0, "\(command): \(ended.standardOutput)\(ended.standardError)")
          }
          await busy.ended()
          return 0
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(try await server.get("/readyz").hasPrefix("HTTP/1.1 200"))

    // A log whose frames are all in the data file is begun anew with the next write, whatever
    // stands in it: harm counts where frames are in use. It is found by whichever write looks at it
    // first.
    func isRefused(_ ids: [Int]) async throws -> Bool {
      let answer = try await server.post("/sdk/v1/events", ServerProcess.events(ids, device: "d9"))
      #expect(answer.hasPrefix("HTTP/1.1 200") || answer.hasPrefix("HTTP/1.1 503"), "\(answer)")
      return answer.hasPrefix("HTTP/1.1 503")
    }
    var isFound = false
    for number in 0..<20 where !isFound {
      let ids = (0..<10).map { 90_000_000 + number * 100 + $0 }
      let isRefusedBefore = try await isRefused(ids)
      #expect(!isRefusedBefore || number > 0, "Nothing was harmed yet.")
      let log = try FileHandle(forWritingTo: URL(fileURLWithPath: data + "/" + SQLiteStore.fileName + "-wal"))
      try log.write(contentsOf: Data(repeating: 0x5A, count: 4_000))
      try log.close()
      isFound = try await isRefused(ids.map { $0 + 50 })
    }
    #expect(isFound)
    server.signal(SIGKILL)
    let lines = await server.end().standardError.split(separator: "\n").filter { $0.contains("the data can") }
    #expect(
      lines.count <= 1 && lines.allSatisfy { $0.contains("was damaged while the server was running") },
      "\(lines)")
    #expect(sent > rounds * 20)
  }

  /// While any of the commands has rounds to go.
  private actor Busy {
    private var running = 0
    private var hasBegun = false

    var isBusy: Bool { running > 0 || !hasBegun }

    func began() {
      hasBegun = true
      running += 1
    }

    func ended() { running -= 1 }
  }
}
