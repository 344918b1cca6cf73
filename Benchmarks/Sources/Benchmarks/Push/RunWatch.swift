// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// Starts runs over HTTP, and asks for pages and answers of the management API until they are
/// finished, as an author who watches does.
final class RunWatch {
  private let connection: HTTPConnection
  private let port: Int
  private let site: RunFolder
  /// In seconds, since the last start.
  private(set) var waits: (pages: [Double], requests: [Double]) = ([], [])

  init(port: Int, site: RunFolder) throws {
    connection = try HTTPConnection(port: port)
    self.port = port
    self.site = site
  }

  /// - Parameters:
  ///   - users: The first so many users; nil: everybody.
  ///   - perMinute: The most pushes in a minute.
  func start(_ id: String, users: Int?, perMinute: Int? = nil) async throws {
    waits = ([], [])
    var body: [String: Wire.JSONValue] = ["id": .string(id), "audience": "everybody"]
    if let users {
      body["audience"] = "users"
      body["users"] = .array((0..<users).map { .string(RunFolder.user($0)) })
    }
    body["per_minute"] = perMinute.map { .int(Int64($0)) }
    let text = Wire.encode(Wire.JSONValue.object(body))
    let answer = try connection.answer(
      to: head(
        "POST", "/api/v1/campaigns/\(RunFolder.campaign)/runs",
        ["Authorization: Bearer \(site.managementKey)"], text.count) + text)
    guard answer.status == 201 else { throw HTTPConnection.Failure(reason: answer.head) }
  }

  /// Returns the counts when the run is finished.
  func finish(_ id: String, pause: Duration, _ look: () -> Void) async throws -> (total: Int, sent: Int) {
    let page = head(
      "GET", "/campaigns/\(RunFolder.campaign)", ["Cookie: \(site.cookie)", "Accept: text/html"], 0)
    let run = head("GET", "/api/v1/runs/\(id)", ["Authorization: Bearer \(site.managementKey)"], 0)
    while true {
      waits.pages.append(try await Stopwatch.seconds { try connection.exchange(page) })
      var state: Wire.JSONValue?
      waits.requests.append(
        try await Stopwatch.seconds {
          state = try Wire.decode(Wire.JSONValue.self, from: connection.exchange(run))
        })
      look()
      if state?["state"] == "finished" {
        let counts = state?["counts"]
        return (Int(counts?["total"]?.wholeNumber ?? 0), Int(counts?["outcomes"]?["sent"]?.wholeNumber ?? 0))
      }
      try await Stopwatch.rest(pause)
    }
  }

  private func head(_ method: String, _ path: String, _ fields: [String], _ length: Int) -> [UInt8] {
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields + ["Content-Type: application/json"]
    return Array((lines + ["Content-Length: \(length)"]).map { $0 + "\r\n" }.joined().utf8)
      + Array("\r\n".utf8)
  }
}
