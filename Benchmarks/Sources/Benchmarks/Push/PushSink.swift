// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Foundation
import MartletKit
import PushEndpoint
import Synchronization

/// An endpoint for pushes in a process of its own, so that its processor time is its own: this
/// program once more, which receives and does nothing else.
final class PushSink: Sendable {
  struct Failure: Error {
    var reason: String
  }

  /// The argument by which this program receives.
  static let argument = "--push-sink"

  /// What came between two questions.
  struct Tally: Codable {
    var pushes = 0
    /// How many devices got one.
    var devices = 0
    /// By seconds, from the first on.
    var perSecond: [Int] = []

    /// The most in so many seconds that follow each other.
    func most(in seconds: Int) -> Int {
      perSecond.indices.map { perSecond[$0..<min($0 + seconds, perSecond.count)].reduce(0, +) }.max() ?? 0
    }
  }

  let host: APNsHost
  private let process: Process
  private let (input, output) = (Pipe(), Pipe())

  init(keys: [PushKey]) throws {
    process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [Self.argument, keys.map(\.registration).joined(separator: ",")]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let words = Self.line(of: output).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let port = Int(words[0]), let certificate = Data(base64Encoded: String(words[1]))
    else {
      throw Failure(reason: "the sink did not start")
    }
    host = APNsHost(
      name: EndpointIdentity.name, address: "127.0.0.1", port: port,
      trust: .certificates([Array(certificate)]))
  }

  private static func line(of pipe: Pipe) -> String {
    var line = ""
    while !line.contains("\n"), case let bytes = pipe.fileHandleForReading.availableData, !bytes.isEmpty {
      line += String(decoding: bytes, as: UTF8.self)
    }
    return line
  }

  /// What has come since the last question.
  func tally() throws -> Tally {
    input.fileHandleForWriting.write(Data("\n".utf8))
    return try JSONDecoder().decode(Tally.self, from: Data(Self.line(of: output).utf8))
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Accepts every push that passes Apple's checks and counts it, until this process is ended.
  static func serve(keys: String) async throws {
    let registered = try keys.split(separator: ",").map { part in
      let words = part.split(separator: ":")
      guard words.count == 2, let pem = Data(base64Encoded: String(words[1])) else {
        throw Failure(reason: "not a key: \(part)")
      }
      return try RegisteredKey(
        keyID: String(words[0]), teamID: PushKey.teamID, publicKeyPEM: String(decoding: pem, as: UTF8.self))
    }
    var configuration = APNsEndpoint.Configuration(
      keys: registered, identity: try EndpointIdentity(), environment: .live)
    configuration.keepsPushes = false
    let counts = Mutex(Counts())
    let endpoint = try await APNsEndpoint(configuration) { push in counts.withLock { $0.add(push) } }
    let certificate = Data(configuration.identity.certificate).base64EncodedString()
    FileHandle.standardOutput.write(Data("\(endpoint.host.port) \(certificate)\n".utf8))
    while readLine() != nil {
      let tally = counts.withLock { $0.finish() }
      FileHandle.standardOutput.write(try JSONEncoder().encode(tally) + Data("\n".utf8))
    }
  }

  private struct Counts {
    private var devices: Set<String> = []
    private var seconds: [Int64: Int] = [:]

    mutating func add(_ push: ReceivedPush) {
      devices.insert(push.deviceToken)
      seconds[Stopwatch.now.milliseconds / 1_000, default: 0] += 1
    }

    mutating func finish() -> Tally {
      defer { self = Counts() }
      guard let first = seconds.keys.min(), let last = seconds.keys.max() else { return Tally() }
      return Tally(
        pushes: seconds.values.reduce(0, +), devices: devices.count,
        perSecond: (first...last).map { seconds[$0] ?? 0 })
    }
  }
}
