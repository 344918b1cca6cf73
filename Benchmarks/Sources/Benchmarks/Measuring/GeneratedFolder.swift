// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletServer
import StoreSQLite

/// A server's data folder that is made once, which takes minutes, and used again by later runs.
struct GeneratedFolder {
  private static let keyFile = "management.key"

  let url: URL
  let managementKey: String

  /// - Parameters:
  ///   - name: Says what is in it, and changes with it. A folder of another version of the file is
  ///     made again too.
  ///   - fill: Gets the folder, with the file of a new server whose store is closed, and the
  ///     server's first app.
  init(_ name: String, fill: (URL, AppID) async throws -> Void) async throws {
    let parent = URL(fileURLWithPath: "Benchmarks/.build/data")
    url = parent.appendingPathComponent("\(name)-\(SQLiteStore.schemaVersion)")
    if !FileManager.default.fileExists(atPath: url.path) {
      let part = parent.appendingPathComponent("part")
      try? FileManager.default.removeItem(at: part)
      let configuration = ServerConfiguration(port: 0, storage: .directory(part.path), logLevel: .critical)
      try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
      let store = try await ServerApplication.build(configuration: configuration).services.store
      guard let app = try await store.apps().first?.id else {
        preconditionFailure("a fresh server has an app")
      }
      try await store.close()
      let key = try await ServerMaintenance.createKey(
        configuration: configuration, app: nil, scope: .management, name: "Benchmark")
      try key.write(to: part.appendingPathComponent(Self.keyFile), atomically: true, encoding: .utf8)
      try await fill(part, app)
      try FileManager.default.moveItem(at: part, to: url)
    }
    managementKey = try String(contentsOf: url.appendingPathComponent(Self.keyFile), encoding: .utf8)
  }

  /// A server on this folder, whose clock stands still where the events end, so that a folder that
  /// was made long ago gives the same numbers.
  func server() async throws -> ServerApplication {
    var environment = MartletCore.Environment.live
    environment.now = { DecisionBenchmarks.now }
    let configuration = ServerConfiguration(port: 0, storage: .directory(url.path), logLevel: .critical)
    return try await ServerApplication.build(configuration: configuration, environment: environment)
  }
}
