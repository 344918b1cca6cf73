// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import LargeApp
import MartletCore
import MartletServer
import StoreSQLite

/// The pages of a large app's console, against the smallest list of the same server, over real HTTP
/// on loopback. Each must come within 200 ms and have at most 200 KB, and may take so many times as
/// long as the smallest.
enum PageBenchmarks {
  private static let limit = 200.0 * 1e6
  private static let ratio = 20.0

  /// - Parameter path: What the addresses of the measured pages contain; nil for all pages.
  static func run(people: Int, path: String?, rounds: Int) async throws -> [Comparison] {
    let app = LargeApp(campaigns: LargeApp.full.campaigns, people: people)
    let folder = try await GeneratedFolder("app-\(people)") { folder, id in
      let store = try SQLiteStore(directory: folder.path)
      try await app.fill(store, app: id, now: DecisionBenchmarks.now) { Self.note($0, of: people) }
      try await store.close()
    }
    let server = try await folder.server()
    let listening = await ListeningServer(server)
    defer { listening.cancel() }
    let port = listening.port
    let cookie = try await signIn(server.services, port: port)

    func request(_ path: String) -> [UInt8] {
      Array(
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\nAccept: text/html\r\nContent-Length: 0\r\n\r\n"
          .utf8)
    }
    let connection = try HTTPConnection(port: port)
    let smallest = request("/campaigns?q=no-campaign-has-this-name&state=draft")
    var results: [Comparison] = []
    for page in app.pages where path.map(page.path.contains) ?? true {
      let size = try connection.exchange(request(page.path)).count
      var times: (subject: [Double], baseline: [Double]) = ([], [])
      for round in 0...rounds {
        let subject = try await Stopwatch.seconds { try connection.exchange(request(page.path)) } * 1e9
        let baseline = try await Stopwatch.seconds { try connection.exchange(smallest) } * 1e9
        guard round > 0 else { continue }
        times.subject.append(subject)
        times.baseline.append(baseline)
      }
      let name = "`\(page.path)`, \(size / 1_000) KB"
      let subject = Timing(name: "page", nanoseconds: times.subject)
      results.append(
        Comparison(
          name: name, subject: subject, baseline: Timing(name: "empty list", nanoseconds: times.baseline),
          ratios: zip(times.subject, times.baseline).map { $0 / $1 }, goal: .atMost(ratio)))
      results.append(
        Comparison(
          name: name + ", time", subject: subject, baseline: Timing(name: "goal", nanoseconds: [limit]),
          ratios: times.subject.map { $0 / limit }, goal: .atMost(size <= LargeApp.pageBytes ? 1 : 0)))
    }
    return results
  }

  /// Making a million people takes most of an hour.
  private static func note(_ done: Int, of people: Int) {
    guard done == people || done.isMultiple(of: 10_000) else { return }
    FileHandle.standardError.write(
      Data("\rpeople stored: \(done) of \(people)\(done == people ? "\n" : "")".utf8))
  }

  /// The cookie of a browser that has followed a link.
  static func signIn(_ services: ServerServices, port: Int) async throws -> String {
    let link = try await services.sessions.makeLink()
    let form = Array("token=\(link.split(separator: "/").last ?? "")".utf8)
    let head =
      "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
      + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.count)\r\n\r\n"
    return try HTTPConnection(port: port).cookie(Array(head.utf8) + form)
  }
}
