// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import StoreSQLite
import Testing

/// Every command that prints, with a standard output that cannot be written.
@Suite("Output that nobody gets", .timeLimit(.minutes(5)))
struct StandardOutputTests {
  enum Fault: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case full, unread, closed

    var testDescription: String { rawValue }
  }

  struct Command: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// In a folder of the test's own that holds data.
    let arguments: @Sendable (String) async throws -> [String]

    init(_ name: String, _ arguments: @escaping @Sendable (String) async throws -> [String]) {
      testDescription = name
      self.arguments = arguments
    }
  }

  static let commands: [Command] = [
    Command("version") { _ in ["version"] },
    Command("--version") { _ in ["--version"] },
    Command("help") { _ in ["help", "serve"] },
    Command("sign-in-link") { ["sign-in-link", "--data", $0] },
    Command("migrate") { ["migrate", "--data", $0] },
    Command("doctor") { ["doctor", "--port", "0", "--data", $0] },
    Command("verify") { ["verify", "--data", $0] },
    Command("backup") { ["backup", $0 + "/copy.sqlite", "--data", $0] },
    Command("prune") { ["prune", "--keep-events", "1", "--data", $0] },
    Command("lint") { ["lint", "--data", $0] },
    Command("lint --json") { ["lint", "--json", "--data", $0] },
    Command("scenario") { _ in ["scenario", fixture("Scenarios/C11-native-kinds.json")] },
    Command("replay") { folder in
      var configuration = Martlet.Configuration(apiKey: "none", endpoint: "http://127.0.0.1:9")
      configuration.storageDirectory = URL(fileURLWithPath: folder + "/device")
      configuration.logger.level = .disabled
      let martlet = Martlet(configuration: configuration)
      martlet.logCustomEvent(name: "a")
      await martlet.settled()
      return ["replay", folder + "/device"]
    },
  ]

  private static func fixture(_ path: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../" + path)
      .standardizedFileURL.path
  }

  @Test(arguments: commands, Fault.allCases)
  func `a command ends with a status that says so, and neither crashes nor succeeds`(
    _ command: Command, _ fault: Fault
  ) async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try SQLiteLocation(folder).migrate()
    let end = try await Self.run(try await command.arguments(folder), output: fault)
    #expect(end.reason == .exit)
    switch fault {
    case .unread:
      #expect(end.status == 128 + SIGPIPE, "\(end.standardError)")
      #expect(!end.standardError.contains("martlet: Standard output"))
    case .full:
      #expect(end.status == 74, "\(end.standardError)")
      #expect(
        end.standardError.contains("martlet: Standard output cannot be written: No space left on device.\n"),
        "\(end.standardError)")
    case .closed:
      #expect(end.status == 74, "\(end.standardError)")
      #expect(
        end.standardError.contains("martlet: Standard output cannot be written: Bad file descriptor.\n"),
        "\(end.standardError)")
    }
    // Whatever number a file got, nothing was written into the data.
    if FileManager.default.fileExists(atPath: folder + "/" + SQLiteStore.fileName) {
      let verified = try await CommandTests.run(["verify", "--data", folder])
      #expect(verified.status == 0, "\(verified.standardOutput)\(verified.standardError)")
    }
  }

  @Test(arguments: Fault.allCases)
  func `without an error output a command does what it does`(_ fault: Fault) async throws {
    let end = try await Self.run(["lint", "/no/such/file"], output: nil, error: fault)
    #expect(end.reason == .exit)
    #expect(end.status == 2)
  }

  @Test(arguments: Fault.allCases)
  func `the server runs when nobody gets the sign-in link, and says how to get another`(_ fault: Fault)
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = try Self.start(["serve", "--port", "0", "--data", folder], output: fault, error: nil)
    let said = await RawConnection.offThread {
      var said = ""
      while !said.contains("martlet sign-in-link --data \(folder)\n"),
        case let bytes = process.errors.availableData, !bytes.isEmpty
      {
        said += String(decoding: bytes, as: UTF8.self)
      }
      return said
    }
    #expect(
      said.contains("martlet: The server runs, but has no sign-in link: Standard output cannot be written: "),
      "\(said)")
    #expect(!said.contains("/sign-in/"), "\(said)")
    kill(process.process.processIdentifier, SIGTERM)
    let end = await process.end()
    #expect(end.reason == .exit && end.status == 0, "\(end.standardError)")
  }

  // MARK: -

  private struct Running: Sendable {
    let process: Process
    let errors: FileHandle

    func end() async -> ServerProcess.End {
      let identifier = process.processIdentifier
      let watchdog = Task {
        try await Environment.live.sleep(.seconds(60))
        kill(identifier, SIGKILL)
      }
      defer { watchdog.cancel() }
      return await RawConnection.offThread { [process, errors] in
        let text = errors.readDataToEndOfFile()
        process.waitUntilExit()
        return ServerProcess.End(
          reason: process.terminationReason, status: process.terminationStatus,
          standardError: String(decoding: text, as: UTF8.self))
      }
    }
  }

  /// nil: somebody reads it.
  private static func start(_ arguments: [String], output: Fault?, error: Fault?) throws -> Running {
    let process = Process()
    let directory = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    // The shell alone can start a program without an output.
    let closing = (output == .closed ? ">&- " : "") + (error == .closed ? "2>&- " : "")
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$@\" \(closing)", "sh", directory.appendingPathComponent("martlet").path] + arguments
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARTLET_") }
    process.standardInput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardOutput = try handle(output) ?? FileHandle.nullDevice
    process.standardError = try handle(error) ?? errors.fileHandleForWriting
    try process.run()
    try errors.fileHandleForWriting.close()
    return Running(process: process, errors: errors.fileHandleForReading)
  }

  private static func handle(_ fault: Fault?) throws -> FileHandle? {
    switch fault {
    case nil, .closed: return nil
    case .full: return try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    case .unread:
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      return pipe.fileHandleForWriting
    }
  }

  private static func run(_ arguments: [String], output: Fault?, error: Fault? = nil) async throws
    -> ServerProcess.End
  {
    try await start(arguments, output: output, error: error).end()
  }
}
