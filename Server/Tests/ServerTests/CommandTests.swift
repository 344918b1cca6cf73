// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import StoreSQLite
import Testing

/// The real executable, as an operator runs it.
@Suite("The command", .timeLimit(.minutes(5)))
struct CommandTests {
  struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What the one line must say.
    let says: String
    /// Makes the trouble in a folder of the test's own; returns the arguments. The number is a port
    /// in use.
    let arguments: @Sendable (String, Int) throws -> [String]
  }

  static let troubles: [Trouble] = [
    Trouble(testDescription: "serve: a data folder that cannot be made", says: "cannot be created") {
      folder, _ in
      try Data("a file".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
      return ["serve", "--port", "0", "--data", folder + "/file/data"]
    },
    Trouble(testDescription: "serve: a port in use", says: "is in use by another program") { folder, port in
      ["serve", "--port", String(port), "--data", folder + "/data"]
    },
    Trouble(testDescription: "serve: data of a newer version", says: "Run a newer martlet") { folder, _ in
      ["serve", "--port", "0", "--data", try newer(folder)]
    },
    Trouble(testDescription: "serve: a file that is no data file", says: "Restore a backup") { folder, _ in
      try Data(repeating: 0x41, count: 8_192).write(
        to: URL(fileURLWithPath: folder + "/" + SQLiteStore.fileName))
      return ["serve", "--port", "0", "--data", folder]
    },
    Trouble(testDescription: "serve: a host that does not exist", says: "the host name is unknown") {
      folder, _ in
      ["serve", "--host", "no-such-host.invalid", "--port", "0", "--data", folder + "/data"]
    },
    Trouble(testDescription: "serve: a port that is none", says: "--port (MARTLET_PORT)") { folder, _ in
      ["serve", "--port", "http", "--data", folder]
    },
    Trouble(testDescription: "sign-in-link: data of a newer version", says: "Run a newer martlet") {
      folder, _ in
      ["sign-in-link", "--data", try newer(folder)]
    },
    Trouble(testDescription: "migrate: data of a newer version", says: "Run a newer martlet") { folder, _ in
      ["migrate", "--data", try newer(folder)]
    },
    Trouble(
      testDescription: "serve: data of a build before the first release", says: "Move the data folder away"
    ) { folder, _ in
      ["serve", "--port", "0", "--data", try folderOfVersion(37, folder)]
    },
    Trouble(
      testDescription: "migrate: data of a build before the first release", says: "Move the data folder away"
    ) { folder, _ in
      ["migrate", "--data", try folderOfVersion(37, folder)]
    },
    Trouble(testDescription: "create-key: an app that is not there", says: "There is no app with this id") {
      folder, _ in
      _ = try SQLiteLocation(folder + "/data").migrate()
      return ["create-key", "--scope", "device", "--app", "none", "--data", folder + "/data"]
    },
    Trouble(testDescription: "create-key: a folder without data", says: "has no data of Martlet") {
      folder, _ in
      ["create-key", "--scope", "device", "--data", folder + "/data"]
    },
    Trouble(
      testDescription: "sign-in-link: a folder without data", says: "has no data of Martlet. Give the folder"
    ) { folder, _ in
      ["sign-in-link", "--data", folder + "/data"]
    },
  ]

  @Test(arguments: troubles)
  func `what is wrong is one line on standard error and exit code 1`(_ trouble: Trouble) async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run { server in
      let port = Int(server.url.split(separator: ":").last ?? "") ?? 0
      let end = try await Self.run(try trouble.arguments(folder, port))
      // The sample app's key is no trouble; it was made, and is shown only once, whatever comes
      // after.
      let lines = end.standardError.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("martlet: first start: ") }
      #expect(end.status == 1)
      #expect(lines.count == 2 && lines.last == "", "\(end.standardError)")
      #expect(lines.first?.hasPrefix("martlet: ") == true, "\(end.standardError)")
      #expect(end.standardError.contains(trouble.says), "\(end.standardError)")
      #expect(end.standardOutput == "")
    }
  }

  @Test func `sign-in-link makes no data in a wrong folder, and knows where the running server is reached`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let none = try await Self.run(["sign-in-link", "--data", folder + "/data"])
    #expect(none.status == 1 && !FileManager.default.fileExists(atPath: folder + "/data"))
    let server = try await ServerProcess.start(data: folder + "/data")
    let link = try await Self.run(["sign-in-link", "--data", folder + "/data"])
    #expect(
      link.standardOutput.hasPrefix("http://127.0.0.1:\(server.port)/sign-in/"),
      "\(link.standardOutput)\(link.standardError)")
    #expect(try await server.get("/sign-in").contains("martlet sign-in-link --data \(folder)/data"))
    // What is configured comes first.
    let configured = try await Self.run([
      "sign-in-link", "--data", folder + "/data", "--public-url", "https://martlet.example",
    ])
    #expect(configured.standardOutput.hasPrefix("https://martlet.example/sign-in/"))
    server.signal(SIGTERM)
    _ = await server.end()
    // Nobody is told of a server that has stopped.
    #expect(!FileManager.default.fileExists(atPath: folder + "/data/server-address"))
  }

  @Test func `doctor makes nothing, and takes a running server for a good sign`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run { server in
      let port = Int(server.url.split(separator: ":").last ?? "") ?? 0
      let end = try await Self.run(["doctor", "--port", String(port), "--data", folder + "/a/b"])
      #expect(
        end.standardOutput.contains("ok    data: \(folder)/a/b has no data yet"), "\(end.standardOutput)")
      #expect(
        end.standardOutput.contains("ok    port: A Martlet server is running on 127.0.0.1:\(port)."),
        "\(end.standardOutput)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  @Test func `doctor says when the data folder cannot be made`() async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("a file".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
    let end = try await Self.run(["doctor", "--port", "0", "--data", folder + "/file/data"])
    #expect(end.status == 1)
    #expect(
      end.standardOutput.contains("FAIL  data: \(folder)/file/data does not exist and cannot be created"),
      "\(end.standardOutput)")
  }

  // MARK: -

  /// A data folder whose file says it has a layout of the future.
  private static func newer(_ folder: String) throws -> String { try folderOfVersion(999, folder) }

  private static func folderOfVersion(_ version: UInt16, _ folder: String) throws -> String {
    _ = try SQLiteLocation(folder).migrate()
    let file = URL(fileURLWithPath: folder + "/" + SQLiteStore.fileName)
    // `user_version` is the big-endian word at byte 60 of the file's header.
    let handle = try FileHandle(forUpdating: file)
    try handle.seek(toOffset: 60)
    try handle.write(contentsOf: Data([0, 0, UInt8(version >> 8), UInt8(version & 0xFF)]))
    try handle.close()
    return folder
  }

  struct End: Sendable {
    var status: Int32
    var standardOutput: String
    var standardError: String
  }

  /// Runs the executable to its end. Off the tests' threads: it waits.
  static func run(_ arguments: [String]) async throws -> End {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try runAndWait(arguments) }) }
    }
  }

  private static func runAndWait(_ arguments: [String]) throws -> End {
    let process = Process()
    let directory = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    process.executableURL = directory.appendingPathComponent("martlet")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARTLET_") }
    let (output, error) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    try process.run()
    // A server that should not have started is ended, and the test fails by its status.
    let identifier = process.processIdentifier
    let watchdog = Task {
      try await Environment.live.sleep(.seconds(60))
      kill(identifier, SIGKILL)
    }
    defer { watchdog.cancel() }
    // Both are a few lines at most: neither pipe fills while the other is read.
    let standardError = error.fileHandleForReading.readDataToEndOfFile()
    let standardOutput = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return End(
      status: process.terminationStatus, standardOutput: String(decoding: standardOutput, as: UTF8.self),
      standardError: String(decoding: standardError, as: UTF8.self))
  }
}
