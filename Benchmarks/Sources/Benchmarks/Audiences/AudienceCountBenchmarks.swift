// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletServer
import MartletWire
import StoreSQLite

/// How many people match four conditions on attributes and one on what they did, asked of a whole
/// server over HTTP: exactly, against one scan of the tables that have the attributes and events of
/// these people, and as an estimate.
enum AudienceCountBenchmarks {
  /// Four on attributes, and one on events.
  static let conditions: [Wire.JSONValue] = [
    ["attribute": "plan", "op": "in", "value": ["pro", "team"]],
    ["attribute": "age", "op": "greater_or_equal", "value": 30],
    ["attribute": "newsletter", "op": "equals", "value": true],
    ["attribute": "value", "op": "less", "value": 40_000],
    [
      "did": ["kind": "custom", "name": "event_0", "within": ["days": 14]], "op": "greater_or_equal",
      "value": 2,
    ],
  ]
  private static let exactGoal = 1_000.0
  private static let estimateGoal = 50.0

  static func run(people: Int, rounds: Int) async throws -> [Comparison] {
    let data = try await ManyPeople.folder(people)
    let server = try await data.server()
    let listening = await ListeningServer(server)
    defer { listening.cancel() }
    let port = listening.port
    let connection = try HTTPConnection(port: port)
    func request(_ path: String) -> [UInt8] {
      Self.request(path, conditions, managementKey: data.managementKey)
    }
    let scan = try FullScan(data)

    var times: [String: [Double]] = [:]
    for round in 0...rounds {
      var pass = ["exact": 0.0, "estimate": 0, "scan": 0]
      for what in round.isMultiple(of: 2) ? ["exact", "scan", "estimate"] : ["scan", "estimate", "exact"] {
        pass[what] = try await Stopwatch.seconds {
          switch what {
          case "exact": try connection.exchange(request("count"))
          case "scan": try scan.run()
          default: try connection.exchange(request("estimate"))
          }
        }
      }
      guard round > 0 else { continue }
      for (what, seconds) in pass { times[what, default: []].append(seconds * 1e9) }
    }
    try Self.check(
      try connection.exchange(request("count")), try connection.exchange(request("estimate")), people)
    let (exact, estimate, baseline) = (times["exact"] ?? [], times["estimate"] ?? [], times["scan"] ?? [])
    let all = ResultTable.grouped(people)
    return [
      Comparison(
        name: "exact count of an audience, five conditions, \(all) people",
        subject: Timing(name: "over HTTP", nanoseconds: exact),
        baseline: Timing(name: "one scan of the same attributes and events", nanoseconds: baseline),
        ratios: zip(exact, baseline).map { $0 / $1 }, goal: .atMost(3)),
      .limit(
        "exact count of an audience, five conditions, \(all) people, time",
        Timing(name: "over HTTP", nanoseconds: exact), milliseconds: exactGoal),
      .limit(
        "estimate of the same", Timing(name: "over HTTP", nanoseconds: estimate), milliseconds: estimateGoal),
    ]
  }

  /// - Parameter path: `count` or `estimate`.
  static func request(_ path: String, _ conditions: [Wire.JSONValue], managementKey: String) -> [UInt8] {
    let body = Wire.encode(["rule": ["all": .array(conditions)]] as Wire.JSONValue)
    let head =
      "POST /api/v1/audiences/\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(managementKey)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }

  /// The audience has people, but not many of all, and the estimate is of the same audience.
  private static func check(_ exact: [UInt8], _ estimate: [UInt8], _ people: Int) throws {
    let count = try Wire.decode(Wire.JSONValue.self, from: exact)["people"]
    let interval = try Wire.decode(Wire.JSONValue.self, from: estimate)["people"]
    guard case .int(let number)? = count, case .int(let lower)? = interval?["lower"],
      case .int(let upper)? = interval?["upper"]
    else {
      preconditionFailure("the server counts")
    }
    precondition(number > 0 && number < people / 2, "the rule matches \(number) people")
    print("<!-- \(number) people match; estimated \(lower) to \(upper) -->")
  }

  /// Reads every row of the two tables once, in the order in which they are stored.
  private struct FullScan {
    private let database: DatabaseQueue

    init(_ data: GeneratedFolder) throws {
      var configuration = Configuration()
      configuration.readonly = true
      database = try DatabaseQueue(
        path: data.url.appendingPathComponent(SQLiteStore.fileName).path, configuration: configuration)
    }

    func run() throws {
      try database.read { db in
        keep(
          try Row.fetchOne(db, sql: "SELECT count(*), sum(length(value)) FROM person_attribute NOT INDEXED"))
        keep(try Row.fetchOne(db, sql: "SELECT count(*), sum(counted_at), max(name) FROM event NOT INDEXED"))
      }
    }
  }
}
