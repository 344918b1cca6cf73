// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Store
import Synchronization
import Testing

@testable import HTTPSupport
@testable import MartletServer
@testable import StoreSQLite

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What operators watch", .timeLimit(.minutes(5)))
struct OperationTests {
  // MARK: - Metrics

  /// Every family of samples, as a program that gathers metrics reads them: HELP, TYPE, then
  /// samples, each family once.
  private static func families(_ text: String) throws -> [String: [String: Double]] {
    var families: [String: [String: Double]] = [:]
    var current = ""
    var helped: Set<String> = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      if line.hasPrefix("# HELP ") {
        #expect(words.count == 4 && !words[3].isEmpty, "\(line)")
        #expect(helped.insert(words[2]).inserted, "\(line)")
      } else if line.hasPrefix("# TYPE ") {
        current = words[2]
        #expect(helped.contains(current), "\(current) has no line of help before its type")
        #expect(families.updateValue([:], forKey: current) == nil, "\(current) comes twice")
        #expect(["counter", "gauge", "histogram"].contains(words[3]))
      } else {
        let space = try #require(line.lastIndex(of: " "))
        let series = String(line[..<space])
        let value: Double = try #require(Double(String(line[line.index(after: space)...])))
        let name = String(series.prefix { $0 != "{" })
        #expect(
          [current, current + "_bucket", current + "_sum", current + "_count"].contains(name),
          "\(line) stands under \(current)")
        families[current]?[series] = value
      }
    }
    return families
  }

  @Test func `every metric has a type and help, and the figures of process, store and build are among them`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run(storage: .directory(folder)) { server in
      _ = try await server.device("/sdk/v1/events", ServerProcess.events(1...3))
      _ = try await server.send("GET", "/nothing")
      let families = try Self.families(try await server.send("GET", "/metrics").text)
      func value(_ name: String) throws -> Double { try #require(families[name]?[name]) }
      #expect(try value("process_resident_memory_bytes") > 1_000_000)
      #expect(try value("process_open_fds") > 3)
      #expect(try value("process_max_fds") >= value("process_open_fds"))
      #expect(try value("martlet_data_file_bytes") >= 4_096)
      #expect(try value("martlet_log_file_bytes") > 0)
      #expect(try value("martlet_disk_free_bytes") > 0)
      #expect(try value("martlet_queue_batches") == 0)
      #expect(try value("martlet_uptime_seconds") >= 0)
      #expect(families["martlet_build_info"] == ["martlet_build_info{version=\"\(martletVersion)\"}": 1])
      #expect(families["martlet_events_total"]?.values.reduce(0, +) == 3)
      #expect(families["martlet_http_requests_total"] != nil)
    }
  }

  @Test func `metrics with an address of their own are served nowhere else`() async throws {
    try await TestServer.run(configure: { $0.metricsPort = 0 }) { server in
      #expect(try await server.send("GET", "/metrics").status == 404)
      #expect(try await server.send("GET", "/livez").status == 200)
      let address = try #require(server.services.metricsAddress?.local)
      let other = TestServer(
        url: address.description, services: server.services, deviceKey: "", managementKey: "")
      #expect(address.description != server.url)
      #expect(try Self.families(try await other.send("GET", "/metrics").text)["martlet_build_info"] != nil)
      #expect(try await other.send("GET", "/readyz").status == 200)
      #expect(try await other.send("GET", "/version").json["version"]?.string == martletVersion)
      for path in ["/api/v1/campaigns", "/sdk/v1/sync", "/", "/sign-in"] {
        #expect(try await other.send("GET", path).status == 404)
      }
    }
  }

  @Test func `a metrics port that is in use ends the start in one line that names the flag`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run { server in
      let port = String(server.url.split(separator: ":").last ?? "")
      let end = try await CommandTests.run(["serve", "--port", "0", "--metrics-port", port, "--data", folder])
      #expect(end.status == 1)
      #expect(
        end.standardError.contains(
          "martlet: --metrics-port (MARTLET_METRICS_PORT): port \(port) on 127.0.0.1 is in use"),
        "\(end.standardError)")
    }
  }

  // MARK: - The log

  @Test func `a line of the log in JSON is one object, whatever it tells`() throws {
    let lines = Mutex<[String]>([])
    let now = Instant(milliseconds: 1_767_225_600_007)
    var logger = Logger(label: "martlet") { label in
      JSONLogHandler(label: label, now: { now }) { line in lines.withLock { $0.append(line) } }
    }
    logger.logLevel = .info
    logger[metadataKey: "request"] = "r1"
    logger.info(
      "a \"line\"\nof two",
      metadata: ["route": "/livez", "list": ["a", "b"], "more": ["k": "v"], "level": "mine"])
    logger.debug("too quiet")
    let line = try #require(lines.withLock { $0.count == 1 ? $0[0] : nil })
    #expect(line.hasSuffix("}\n") && line.dropLast().allSatisfy { $0 != "\n" })
    let expected: Wire.JSONValue = [
      "time": "2026-01-01T00:00:00.007Z", "level": "info", "logger": "martlet",
      "message": "a \"line\"\nof two", "request": "r1",
      "route": "/livez", "list": ["a", "b"], "more": ["k": "v"], "_level": "mine",
    ]
    #expect(try Wire.decode(Wire.JSONValue.self, from: Array(line.utf8)) == expected)
  }

  @Test func `with --log-format json every line of the log is JSON`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await ServerProcess.start(
      data: folder, arguments: ["--log-format", "json", "--log-level", "info"])
    let connection = try server.connect()
    try connection.send("GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    #expect(await connection.readToEnd().hasPrefix("HTTP/1.1 200 "))
    server.signal(SIGTERM)
    let end = await server.end()
    #expect(end.status == 0)
    let lines = end.standardError.split(separator: "\n").filter { !$0.hasPrefix("martlet: first start") }
    let objects = lines.compactMap { try? Wire.decode(Wire.JSONValue.self, from: Array($0.utf8)) }
    #expect(objects.count == lines.count, "\(end.standardError)")
    #expect(
      objects.contains {
        $0["message"]?.string == "request" && $0["route"]?.string == "/livez" && $0["status"]?.string == "200"
      })
  }

  // MARK: - Migration at the start

  @Test func `while data are migrated the server says so, and lives`() async throws {
    let (started, release) = (AsyncStream.makeStream(of: Int.self), AsyncStream.makeStream(of: Void.self))
    let work = Task {
      await StartMigration.answering(
        configuration: ServerConfiguration(port: 0), logger: Logger(label: "test"),
        onListening: { started.continuation.yield($0) }
      ) {
        for await _ in release.stream { break }
        return "done"
      }
    }
    let port = try #require(await started.stream.first { _ in true })
    func ask(_ path: String) async throws -> (status: Int, json: Wire.JSONValue, retry: String?) {
      let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
      let (data, response) = try await Probe.send(URLRequest(url: url))
      return (
        response.statusCode, try Wire.decode(Wire.JSONValue.self, from: Array(data)),
        response.value(forHTTPHeaderField: "Retry-After")
      )
    }
    let ready = try await ask("/readyz")
    #expect(ready.status == 503)
    #expect(ready.json == ["status": "migrating", "checks": ["store": ["status": "migrating"]]])
    #expect(ready.retry == "5")
    #expect(try await ask("/livez").status == 200)
    let other = try await ask("/sdk/v1/sync")
    #expect(other.status == 503 && other.retry == "5")
    #expect(other.json["code"]?.string == "migrating")
    release.continuation.yield()
    #expect(await work.value == "done")
  }

  @Test func `data of an older version are migrated at the start, with a backup of what they were`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try SQLiteLocation(folder).migrate()
    let now = SQLiteStore.schemaVersion
    var configuration = ServerConfiguration(port: 0, storage: .directory(folder))
    configuration.migratesAtStart = false
    try await StartMigration.run(
      configuration: configuration, environment: .live,
      location: SQLiteLocation(folder, layouts: Self.next))
    #expect(SQLiteLocation(folder).storedSchema == now)
    #expect(StoreError.olderSchema(found: now, known: now + 1).reason.hasSuffix("Run: martlet migrate"))

    configuration.migratesAtStart = true
    for _ in 0..<2 {
      try await StartMigration.run(
        configuration: configuration, environment: .live,
        location: SQLiteLocation(folder, layouts: Self.next))
      #expect(SQLiteLocation(folder).storedSchema == now + 1)
    }
    let backup = try await CommandTests.run(["verify", folder + "/before-migration-\(now).sqlite"])
    #expect(backup.status == 0)
    #expect(backup.standardOutput.contains("schema \(now)."), "\(backup.standardOutput)")
  }

  /// The layouts of a version to come.
  private static let next = Schema(
    migrations: Schema.current.migrations + ["ALTER TABLE member ADD COLUMN note TEXT"])

  @Test func `data that another process has open are not migrated under it`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await ServerProcess.start(data: folder)
    let problem = await #expect(throws: StartProblem.self) {
      try await StartMigration.run(
        configuration: ServerConfiguration(port: 0, storage: .directory(folder)), environment: .live,
        location: SQLiteLocation(folder, layouts: Self.next))
    }
    let said = problem?.description ?? ""
    #expect(
      said.contains("has \(folder)/\(SQLiteStore.fileName) open. Nothing was changed. Stop it first"),
      "\(said)")
    #expect(
      !FileManager.default.fileExists(
        atPath: folder + "/before-migration-\(SQLiteStore.schemaVersion).sqlite"))
    server.signal(SIGTERM)
    #expect(await server.end().status == 0)
    #expect(SQLiteLocation(folder).storedSchema == SQLiteStore.schemaVersion)
  }

  @Test func `the table in docs/operations.md has every metric that a help line explains, and no other`()
    throws
  {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/operations.md"), encoding: .utf8)
    // The table's first column.
    let rows = text.split(separator: "\n").filter {
      $0.hasPrefix("| `martlet_") || $0.hasPrefix("| `process_")
    }
    let named = rows.flatMap { $0.split(separator: "|")[0].split(separator: "`").filter { $0.contains("_") } }
      .map(String.init)
    #expect(named.count > 10)
    #expect(Set(named) == Set(MetricHelp.texts.keys))
  }
}
