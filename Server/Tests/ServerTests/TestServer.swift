// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import HTTPSupport
import Logging
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import PostgresServer
import Store
import StorePostgres

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A real server on a real port, with keys of both kinds.
struct TestServer: Sendable {
  let url: String
  let services: ServerServices
  let deviceKey: String
  let managementKey: String

  /// With `MARTLET_TEST_POSTGRES`, a database takes the place of data in memory, so that what tests
  /// say about the server holds with it too.
  private static func store(instead storage: ServerConfiguration.Storage) throws -> (any Store)? {
    guard storage == .memory, ProcessInfo.processInfo.environment["MARTLET_TEST_POSTGRES"] != nil else {
      return nil
    }
    return try PostgresStore(PostgresServer.database())
  }

  /// Serves while the body runs, then stops in good order.
  static func run(
    storage: ServerConfiguration.Storage = .memory, store: (any Store)? = nil, limits: RateLimits = .none,
    connections: ConnectionLimits = ConnectionLimits(), logger: Logger? = nil,
    environment: MartletCore.Environment = .live,
    configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    var configuration = ServerConfiguration(port: 0, storage: storage, logLevel: .critical)
    // On a machine that runs many of these at once, a stop takes longer than an operator would
    // wait. `StopTests` are about the deadline.
    configuration.stopTimeout = .seconds(50)
    configuration.limits = limits
    configuration.connections = connections
    configure(&configuration)
    let server = try await ServerApplication.build(
      configuration: configuration, environment: environment, store: store ?? Self.store(instead: storage),
      logger: logger)
    let (listening, continuation) = AsyncStream.makeStream(of: PublicURL.self)
    let serving = Task {
      defer { continuation.finish() }
      try await server.run { continuation.yield($0) }
    }
    var addresses = listening.makeAsyncIterator()
    guard let address = await addresses.next() else {
      // It never listened: what it threw is the test's failure.
      try await serving.value
      throw NeverListened()
    }
    let services = server.services
    let management = APIKey.make(
      app: FirstStart.sampleApp, scope: .management, name: "Test", environment: .live)
    try await services.store.insert(management.key)
    let device = services.keys.makeEphemeralKey(app: FirstStart.sampleApp, scope: .device, name: "Test")
    do {
      try await body(
        TestServer(
          url: address.description, services: services, deviceKey: device.text,
          managementKey: management.secret.text))
    } catch {
      serving.cancel()
      _ = try? await serving.value
      throw error
    }
    serving.cancel()
    try await serving.value
  }

  struct NeverListened: Error {}

  var port: Int { Int(url.split(separator: ":").last ?? "") ?? 0 }

  struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let bytes: [UInt8]
    /// null for anything else. Read once, because tests ask for many of its fields.
    let json: Wire.JSONValue

    init(status: Int, headers: [String: String], bytes: [UInt8]) {
      (self.status, self.headers, self.bytes) = (status, headers, bytes)
      json = (try? Wire.decode(Wire.JSONValue.self, from: bytes)) ?? .null
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func header(_ name: String) -> String? {
      headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }
  }

  func send(_ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8] = [])
    async throws -> Answer
  {
    guard let target = URL(string: url + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: target)
    request.httpMethod = method
    request.httpBody = body.isEmpty ? nil : Data(body)
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await Probe.send(request)
    let fields = response.allHeaderFields.reduce(into: [String: String]()) { $0["\($1.key)"] = "\($1.value)" }
    return Answer(status: response.statusCode, headers: fields, bytes: Array(data))
  }

  func device(_ path: String, _ body: String, key: String? = nil) async throws -> Answer {
    try await send("POST", path, headers: ["X-Martlet-Key": key ?? deviceKey], body: Array(body.utf8))
  }

  /// What a browser sends that has signed in.
  func signIn() async throws -> [String: String] {
    let token = String(try await services.sessions.makeLink().split(separator: "/").last ?? "")
    let signedIn = try await send(
      "POST", "/sign-in", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array("token=\(token)".utf8))
    return [
      "Cookie": String((signedIn.header("Set-Cookie") ?? "").prefix { $0 != ";" }), "Accept": "text/html",
    ]
  }

  func manage(_ method: String, _ path: String, _ body: String = "", headers: [String: String] = [:])
    async throws -> Answer
  {
    try await send(
      method, "/api/v1" + path, headers: ["Authorization": "Bearer " + managementKey].merging(headers) { $1 },
      body: Array(body.utf8))
  }
}

extension Wire.JSONValue {
  /// `value["a"]?[0]`
  subscript(index: Int) -> Wire.JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// Without one of its fields.
  func without(_ field: String) -> Wire.JSONValue {
    guard case .object(var fields) = self else { return self }
    fields[field] = nil
    return .object(fields)
  }

  var integer: Int? {
    if case .int(let value) = self { Int(value) } else { nil }
  }

  var count: Int? {
    if case .array(let elements) = self { elements.count } else { nil }
  }
}
