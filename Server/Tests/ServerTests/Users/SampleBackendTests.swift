// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import Identity
import MartletCore
import MartletKit
import MartletWire
import ServerTestSupport
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The backend that the document shows signs what a server takes", .timeLimit(.minutes(5)))
struct SampleBackendTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func document() throws -> String {
    try String(contentsOf: root.appending(path: "docs/sdk-authentication.md"), encoding: .utf8)
  }

  private static func blocks(_ language: String) throws -> [String] {
    try document().matches(of: /(?ms)^```(\w+)\n(.*?)^```$/).filter { $0.1 == language }.map { String($0.2) }
  }

  @Test
  func `it is the program that is built here, word for word, and about twenty lines without its imports`()
    throws
  {
    let shown = try #require(try Self.blocks("swift").first { $0.contains("martlet-signature") })
    let built = try String(
      contentsOf: Self.root.appending(path: "Server/Tests/SampleBackend/main.swift"), encoding: .utf8)
    let begin = try #require(built.range(of: "import Foundation"))
    #expect(shown == built[begin.lowerBound...])
    #expect(shown.split(separator: "\n").count <= 30)
  }

  @Test
  func
    `with a key that is made as the document says, its signatures are taken by a server that requires them, for its own users alone`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let commands = try #require(try Self.blocks("sh").first { $0.contains("openssl") })
    #expect(try Self.run("/bin/sh", ["-euc", commands], in: folder).terminationStatus == 0)
    let publicKey = try String(contentsOfFile: folder + "/public.pem", encoding: .utf8)
    let backend = try await Backend.start(in: folder)
    defer { backend.stop() }
    try await TestServer.run { server in
      let body: Wire.JSONValue = [
        "decision_sample": 1, "caps": [],
        "sdk_authentication": [
          "mode": "required", "keys": [["name": "Backend", "public_key": .string(publicKey)]],
        ],
      ]
      let stored = try await server.manage(
        "PUT", "/settings", String(decoding: Wire.encode(body), as: UTF8.self))
      #expect(stored.status == 200, "\(stored.text)")
      let device = try await server.makeDevice("d1")
      let (status, signature) = try await backend.get("session-of-ana")
      #expect(status == 200)
      #expect(try await device.sync("ana", signature: signature).status == 200)
      #expect(try await device.sync("ben", signature: signature).code == "sdk_authentication_other_user")
      #expect(try await backend.get("nobody").0 == 401)
    }
  }

  @Test func `the document's table of reasons is what the server says`() throws {
    let document = try Self.document()
    for reason in Wire.UserSignature.Refusal.allCases {
      #expect(
        document.contains("\n| `\(reason.rawValue)` | \(reason.words) | \(reason.remedy) |\n"), "\(reason)")
    }
  }

  private static func run(_ path: String, _ arguments: [String], in folder: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process
  }

  /// The sample, as a process of its own.
  private final class Backend: Sendable {
    private let process: Process
    private let port: Int

    private init(process: Process, port: Int) {
      self.process = process
      self.port = port
    }

    static func start(in folder: String) async throws -> Backend {
      let directory = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      let process = Process()
      process.executableURL = directory.appending(path: "SampleBackend")
      process.currentDirectoryURL = URL(filePath: folder)
      let port = try await Self.freePort()
      process.environment = ["PORT": "\(port)", "PATH": "/usr/bin:/bin"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      let backend = Backend(process: process, port: port)
      do {
        try await eventually("the backend listens") {
          guard process.isRunning else { throw TestServer.NeverListened() }
          return (try? await backend.get("")) != nil
        }
        return backend
      } catch {
        backend.stop()
        throw error
      }
    }

    /// One that a server was given by the system a moment ago.
    private static func freePort() async throws -> Int {
      let port = Mutex(0)
      try await TestServer.run { server in port.withLock { $0 = server.port } }
      return port.withLock { $0 }
    }

    func get(_ session: String) async throws -> (Int, String) {
      guard let url = URL(string: "http://127.0.0.1:\(port)/martlet-signature") else {
        throw URLError(.badURL)
      }
      var request = URLRequest(url: url)
      request.setValue("Bearer \(session)", forHTTPHeaderField: "Authorization")
      let (data, response) = try await Probe.send(request)
      return (response.statusCode, String(decoding: data, as: UTF8.self))
    }

    func stop() {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
  }
}
