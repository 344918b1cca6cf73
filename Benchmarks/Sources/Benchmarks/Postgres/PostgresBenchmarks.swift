// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire
import PostgresServer
import StorePostgres

/// Ingest into a database, with de-duplication, people, counters and rollups, against PostgreSQL's
/// own `COPY` of the same rows in its binary form, a thousand in a transaction. What is committed
/// is flushed. The database has the same processors as the server.
enum PostgresBenchmarks {
  private static let eventsInBatch = 10
  private static let batches = 2_000
  /// Devices that send at the same time.
  private static let senders = 64

  /// What is committed is flushed.
  static let settings = ["fsync=on", "full_page_writes=on", "autovacuum=on"]

  /// A folder for servers, which is removed afterwards.
  final class Folder {
    private let root = FileManager.default.temporaryDirectory.appending(
      path: "martlet-nodes-\(ProcessInfo.processInfo.processIdentifier)")

    init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: root) }

    func url(_ name: String) -> URL { root.appending(path: name) }
    func path(_ name: String) -> String { url(name).path }
  }

  static func run(rounds: Int) async throws -> [Comparison] {
    let server = try PostgresServer(settings: settings)
    return [
      try await ingest(rounds: rounds, server), try await overHTTP(rounds: rounds, server),
      try await paced(rounds: rounds, server), try await withStandby(rounds: rounds, server),
      try await twoServers(
        "two servers with one database, throughput", rounds: rounds, goal: .atLeast(1.15), server),
      try await slowCommits(rounds: rounds, server),
    ]
  }

  private static func ingest(rounds: Int, _ server: PostgresServer) async throws -> Comparison {
    let store = try PostgresStore(PostgresAddress(server.makeDatabase("TEMPLATE martlet")))
    try await store.insert(app)
    let bare = try server.makeDatabase("TEMPLATE martlet")
    let comparison = try await compare(
      "ingest into PostgreSQL, \(senders) devices that each send \(eventsInBatch) events, per event, throughput",
      rounds: rounds, goal: .atLeast(0.33)
    ) { round in
      let sent = batches(from: round * batches)
      // As a server does once a second.
      try await store.catchUp()
      let ingested = try await Stopwatch.seconds { try await ingest(sent, into: store) }
      return (("ingest", ingested), ("COPY of the same rows", try await copy(sent, into: bare)))
    }
    try await store.close()
    return comparison
  }

  private static let app = App(id: "bench", name: "Benchmark", createdAt: DecisionBenchmarks.now)

  private static func batches(from first: Int) -> [IngestBatch] {
    (0..<batches).map {
      IngestBenchmarks.batch(
        first + $0, of: app, size: eventsInBatch, people: batches, hasExperiments: false)
    }
  }

  private typealias Measured = (name: String, seconds: Double)

  /// - Parameter measure: Measures both sides with as many batches each. The first round is left
  ///   out: it makes people and prepares statements.
  private static func compare(
    _ name: String, rounds: Int, goal: Comparison.Goal,
    _ measure: (_ round: Int) async throws -> (subject: Measured, baseline: Measured)
  ) async throws -> Comparison {
    var measured: [(subject: Measured, baseline: Measured)] = []
    for round in 0...rounds { measured.append(try await measure(round)) }
    let counted = measured.dropFirst()
    func timing(_ side: [Measured]) -> Timing {
      Timing(
        name: side.first?.name ?? "",
        nanoseconds: side.map { $0.seconds * 1e9 / Double(batches * eventsInBatch) })
    }
    return Comparison(
      name: name, subject: timing(counted.map { $0.subject }), baseline: timing(counted.map { $0.baseline }),
      ratios: counted.map { $0.baseline.seconds / $0.subject.seconds }, goal: goal)
  }

  // MARK: - Over HTTP

  /// The same by the release server in a process of its own.
  private static func overHTTP(rounds: Int, _ server: PostgresServer) async throws -> Comparison {
    try await withServers(1, server) { children in
      let bare = try server.makeDatabase("TEMPLATE martlet")
      return try await compare(
        "the same over HTTP, with a server in a process of its own", rounds: rounds, goal: .atLeast(0.33)
      ) { round in
        let sent = batches(from: round * batches)
        let requests = try await send(sent, to: children)
        return (("requests", requests), ("COPY of the same rows", try await copy(sent, into: bare)))
      }
    }
  }

  /// 5,000 events a second, of 20,000 people, who do not wait for each other.
  private static func paced(rounds: Int, _ server: PostgresServer) async throws -> Comparison {
    let (rate, seconds) = (5_000 / EventBatches.events, 5)
    return try await withServers(1, server) { children in
      var batches = EventBatches(key: children[0].key, first: 0, people: 20_000)
      var phones = try LoadGenerator(port: children[0].port, connections: senders) { batches.next() }
      defer { phones.close() }
      var times: [Double] = []
      for round in 0...rounds {
        let result = try phones.run(seconds: Double(seconds), rate: Double(rate))
        // Some may be due at the last moment.
        guard result.milliseconds.count == 1, result.count(200) > 0, result.broken == 0,
          result.unsent <= rate / 10
        else {
          throw ServerChild.Failure(
            reason:
              "answers by status: \(result.milliseconds.mapValues(\.count)); \(result.broken) broken, \(result.unsent) not sent"
          )
        }
        if round > 0 { times.append(result.percentile(0.99, 200) * 1e6) }
      }
      return .limit(
        "\(ResultTable.grouped(rate * EventBatches.events)) events a second over HTTP, 99th percentile of a batch",
        Timing(name: "batch of \(EventBatches.events)", nanoseconds: times), milliseconds: 15)
    }
  }

  /// With a standby that has flushed what is acknowledged, on the same disk and processors, against
  /// the same standby that nobody waits for.
  private static func withStandby(rounds: Int, _ server: PostgresServer) async throws -> Comparison {
    let standby = try PostgresServer(standbyOf: server, settings: settings)
    defer { standby.stop() }
    func wait(_ waits: Bool) throws {
      try server.run(
        "ALTER SYSTEM SET synchronous_standby_names = '\(waits ? "*" : "")'", "SELECT pg_reload_conf()")
    }
    let comparison = try await withServers(1, server) { children in
      try await compare("waiting for a standby, throughput", rounds: rounds, goal: .atLeast(0.9)) { round in
        var seconds = [true: 0.0, false: 0]
        for waits in round.isMultiple(of: 2) ? [true, false] : [false, true] {
          try wait(waits)
          let first = (2 * round + (waits ? 0 : 1)) * Self.batches
          seconds[waits] = try await send(batches(from: first), to: children)
        }
        return (("waiting", seconds[true] ?? 0), ("not waiting", seconds[false] ?? 0))
      }
    }
    try wait(false)
    return comparison
  }

  /// Each commit takes 5 ms more, as with a far disk or standby.
  private static func slowCommits(rounds: Int, _ server: PostgresServer) async throws -> Comparison {
    try server.run(
      "ALTER SYSTEM SET commit_delay = 5000", "ALTER SYSTEM SET commit_siblings = 0",
      "SELECT pg_reload_conf()")
    let comparison = try await twoServers(
      "the same when each commit takes 5 ms more", rounds: rounds, goal: .atLeast(1.15), server)
    try server.run("ALTER SYSTEM RESET ALL", "SELECT pg_reload_conf()")
    return comparison
  }

  /// Two servers with one database against one of them.
  private static func twoServers(
    _ name: String, rounds: Int, goal: Comparison.Goal, _ server: PostgresServer
  ) async throws -> Comparison {
    try await withServers(2, server) { children in
      try await compare(name, rounds: rounds, goal: goal) { round in
        let both = try await send(batches(from: 2 * round * batches), to: children)
        let one = try await send(batches(from: (2 * round + 1) * batches), to: [children[round % 2]])
        return (("two", both), ("one", one))
      }
    }
  }

  private static func withServers<Value>(
    _ count: Int, _ server: PostgresServer, _ body: ([(port: Int, key: String)]) async throws -> Value
  ) async throws -> Value {
    let url = try server.makeDatabase("TEMPLATE martlet")
    let folder = try Folder()
    var children: [ServerChild] = []
    for number in 0..<count {
      children.append(try ServerChild(folder: folder.url("\(number)"), database: url))
    }
    // The first server makes the key.
    let value = try await body(children.map { ($0.port, children[0].key) })
    for child in children { _ = child.stop() }
    return value
  }

  /// Seconds until all batches are answered. Each sender has a connection and a thread.
  private static func send(_ batches: [IngestBatch], to servers: [(port: Int, key: String)]) async throws
    -> Double
  {
    let requests = batches.map { batch in
      let body = Wire.encode(
        Wire.EventsRequest(
          device: batch.device ?? Wire.Device(id: ""), sentAt: batch.receivedAt, events: batch.events))
      return HTTPConnection.bytes("POST", "/sdk/v1/events", key: servers[0].key, body: body)
    }
    let connections = try (0..<senders).map { try HTTPConnection(port: servers[$0 % servers.count].port) }
    return try await Stopwatch.seconds {
      await withCheckedContinuation { continuation in
        let group = DispatchGroup()
        for (sender, connection) in connections.enumerated() {
          group.enter()
          Thread.detachNewThread {
            for number in stride(from: sender, to: requests.count, by: senders) {
              do { try connection.exchange(requests[number]) } catch { fatalError("\(error)") }
            }
            group.leave()
          }
        }
        group.notify(queue: .global()) { continuation.resume() }
      }
    }
  }

  private static func ingest(_ batches: [IngestBatch], into store: PostgresStore) async throws {
    try await withThrowingTaskGroup { group in
      for sender in 0..<senders {
        group.addTask {
          for number in stride(from: sender, to: batches.count, by: senders) {
            let results = try await store.ingest(batches[number])
            precondition(results.allSatisfy { $0.status == .known(.stored) })
          }
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: - COPY

  /// Seconds, without those of starting the program that sends the rows.
  private static func copy(_ batches: [IngestBatch], into url: String) async throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "martlet-copy-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var commands: [String] = []
    let perFile = 1_000 / eventsInBatch
    for (index, start) in stride(from: 0, to: batches.count, by: perFile).enumerated() {
      let file = folder.appending(path: "\(index)")
      try rows(batches[start..<min(start + perFile, batches.count)]).write(to: file)
      commands.append(
        "\\copy event (app, person_id, id, device_id, kind, at, counted_at, received_at, record, is_test, name) FROM '\(file.path)' WITH (FORMAT binary)"
      )
    }
    let idle = try await seconds(of: ["SELECT 1"], in: url)
    return try await seconds(of: commands, in: url) - idle
  }

  private static func seconds(of commands: [String], in url: String) async throws -> Double {
    let psql = Process()
    psql.executableURL = URL(filePath: "/usr/bin/env")
    psql.arguments = ["psql", "-qX", "-v", "ON_ERROR_STOP=1", url] + commands.flatMap { ["-c", $0] }
    psql.standardOutput = FileHandle.nullDevice
    return try await Stopwatch.seconds {
      try psql.run()
      psql.waitUntilExit()
      precondition(psql.terminationStatus == 0)
    }
  }

  private static func rows(_ batches: ArraySlice<IngestBatch>) -> Data {
    var data = Data("PGCOPY\n".utf8) + Data([0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8))
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
    }
    func column(_ text: String?) {
      guard let text else { return append(Int32(-1)) }
      append(Int32(text.utf8.count))
      data.append(contentsOf: text.utf8)
    }
    func column(_ number: Int64) {
      append(Int32(8))
      append(number)
    }
    for batch in batches {
      for event in batch.events {
        append(Int16(11))
        column(1)
        column(Int64(event.userID?.hashValue.magnitude ?? 0) % 50)
        column(event.id)
        column(batch.device?.id)
        column(event.body.kind)
        for _ in 0..<3 { column(event.at.milliseconds) }
        column(String(decoding: Wire.encode(event), as: UTF8.self))
        append(Int32(1))
        append(UInt8(0))
        column(event.body.audienceName)
      }
    }
    append(Int16(-1))
    return data
  }
}
