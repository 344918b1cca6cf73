// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Foundation
import MartletServer
import Pushing

/// A server in a process of its own, so that its memory is its own: this program once more, which
/// serves and does nothing else.
final class ServerChild: Sendable {
  struct Failure: Error {
    var reason: String
  }

  /// The argument by which this program serves.
  static let argument = "--serve"

  let port: Int
  let key: String
  private let process: Process

  /// The variable with the address of a database, instead of data in the folder.
  private static let database = "MARTLET_DATABASE"

  /// - Parameter pushes: Where its pushes go. nil: to Apple.
  init(folder: URL, database: String? = nil, pushes: APNsHost? = nil) throws {
    process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(
      database.map { [Self.database: $0] } ?? [:]
    ) { $1 }
    process.executableURL = Bundle.main.executableURL
    process.arguments = [Self.argument, folder.path]
    if let pushes, case .certificates(let list) = pushes.trust, let certificate = list.first {
      process.arguments?.append(contentsOf: [
        pushes.name, String(pushes.port), Data(certificate).base64EncodedString(),
      ])
    }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = ""
    while !line.contains("\n"), case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      line += String(decoding: bytes, as: UTF8.self)
    }
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let port = Int(words[0]) else {
      throw Failure(reason: "the server did not start")
    }
    self.port = port
    key = String(words[1])
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// What all servers of a benchmark have in common.
  static func configuration(folder: String, database: String? = nil) throws -> ServerConfiguration {
    var configuration = ServerConfiguration(port: 0, storage: .directory(folder), logLevel: .critical)
    if let database {
      configuration.storage = .database(try DatabaseAddress(database), folder: folder)
      configuration.encryption = .key([UInt8](repeating: 7, count: 32))
    }
    return configuration
  }

  /// Serves like `martlet serve`, but without limits for callers, who all have one key here.
  static func serve(_ arguments: [String]) async throws {
    var configuration = try configuration(
      folder: arguments[0], database: ProcessInfo.processInfo.environment[database])
    if arguments.count == 4, let port = Int(arguments[2]), let certificate = Data(base64Encoded: arguments[3])
    {
      let host = APNsHost(
        name: arguments[1], address: "127.0.0.1", port: port, trust: .certificates([Array(certificate)]))
      configuration.pushHosts = PushHosts(production: host, development: host)
    }
    let server = try await ServerApplication.build(configuration: configuration)
    // A folder that was used before has no first key to tell.
    let key = server.firstDeviceKey ?? "-"
    try await server.run(handlesSignals: true) { url in
      FileHandle.standardOutput.write(Data("\(url.port ?? 0) \(key)\n".utf8))
    }
  }

  /// Bytes, now and at most; nil where the system does not tell.
  var memory: (now: Int, peak: Int)? {
    guard let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    else { return nil }
    func bytes(_ name: String) -> Int? {
      text.split(separator: "\n").first { $0.hasPrefix(name) }?.split(whereSeparator: \.isWhitespace)
        .dropFirst().first
        .flatMap { Int($0) }.map { $0 * 1_024 }
    }
    guard let now = bytes("VmRSS:"), let peak = bytes("VmHWM:") else { return nil }
    return (now, peak)
  }

  /// Of all its threads, in the program and in the system; 0 where the system does not tell.
  var processorSeconds: Double {
    guard let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    else { return 0 }
    // The name of the program, in brackets, may contain spaces.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst()
    let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Returns the exit status.
  func stop() -> Int32 {
    process.terminate()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
