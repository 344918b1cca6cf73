// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import StoreSQLite
import Testing

/// `martlet serve` in a process of its own, as an operator runs it, on a free port.
final class ServerProcess: Sendable {
  let port: Int
  /// Of the sample app; when the data were there before, what the test knows of it.
  let deviceKey: String
  private let process: Process
  private let errors: FileHandle

  struct End: Sendable {
    var reason: Process.TerminationReason
    var status: Int32
    var standardError: String
  }

  struct NeverListened: Error {
    var standardError: String
  }

  /// Returns when it listens.
  static func start(data: String, deviceKey: String? = nil, arguments: [String] = [], prefix: [String] = [])
    async throws -> ServerProcess
  {
    let directory = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try ServerProcess(
              directory: directory, data: data, deviceKey: deviceKey, arguments: arguments, prefix: prefix)
          })
      }
    }
  }

  private init(directory: URL, data: String, deviceKey: String?, arguments: [String], prefix: [String]) throws
  {
    process = Process()
    let isFirst =
      deviceKey == nil && !FileManager.default.fileExists(atPath: data + "/" + SQLiteStore.fileName)
    // A busy machine may need longer for a clean stop than ten seconds.
    let stop = arguments.contains("--stop-timeout") ? [] : ["--stop-timeout", "100"]
    let command =
      prefix + [directory.appendingPathComponent("martlet").path, "serve", "--port", "0", "--data", data]
      + stop + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MARTLET_") }
    let (output, error) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    errors = error.fileHandleForReading
    try process.run()
    // The one line on standard output is the sign-in link; what came before it on standard error is
    // there by then.
    var line = ""
    while !line.contains("\n") {
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { break }
      line += String(decoding: bytes, as: UTF8.self)
    }
    guard let url = URL(string: line.trimmingCharacters(in: .whitespacesAndNewlines)), let port = url.port
    else {
      kill(process.processIdentifier, SIGKILL)
      throw NeverListened(standardError: String(decoding: errors.readDataToEndOfFile(), as: UTF8.self))
    }
    self.port = port
    // The line about the first start was written before.
    let words =
      isFirst
      ? String(decoding: errors.availableData, as: UTF8.self).split(whereSeparator: \.isWhitespace) : []
    self.deviceKey = deviceKey ?? String(words.last ?? "")
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits until the process has ended by itself, or ends it after two minutes.
  func end() async -> End {
    let identifier = process.processIdentifier
    let watchdog = Task {
      try await Environment.live.sleep(.seconds(120))
      kill(identifier, SIGKILL)
    }
    defer { watchdog.cancel() }
    return await RawConnection.offThread { [process, errors] in
      let text = errors.readDataToEndOfFile()
      process.waitUntilExit()
      return End(
        reason: process.terminationReason, status: process.terminationStatus,
        standardError: String(decoding: text, as: UTF8.self))
    }
  }

  // MARK: - Requests

  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// A whole request of a device, after which the connection ends.
  func deviceRequest(_ path: String, _ body: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Martlet-Key: \(deviceKey)\r\nConnection: close\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  func post(_ path: String, _ body: String) async throws -> String {
    let connection = try connect()
    try connection.send(deviceRequest(path, body))
    return await connection.readToEnd()
  }

  func get(_ path: String) async throws -> String {
    let connection = try connect()
    try connection.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    return await connection.readToEnd()
  }

  /// A batch of one device.
  static func events(_ ids: some Sequence<Int>, device: String = "d1") -> String {
    let events = ids.map { #"{"id":"e\#($0)","kind":"session_start","at":1790000000000}"# }.joined(
      separator: ",")
    return #"{"version":1,"device":{"id":"\#(device)"},"sent_at":1790000000000,"events":[\#(events)]}"#
  }
}
