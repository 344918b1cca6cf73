// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Foundation
import MartletKit
import PushEndpoint

/// An endpoint for pushes in a process of its own, so that its processor time is its own: this
/// program once more, which receives and does nothing else.
final class PushSink: Sendable {
  struct Failure: Error {
    var reason: String
  }

  /// The argument by which this program receives.
  static let argument = "--push-sink"

  let host: APNsHost
  private let process: Process

  init(keys: [PushKey]) throws {
    process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [Self.argument, keys.map(\.registration).joined(separator: ",")]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = ""
    while !line.contains("\n"), case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
      line += String(decoding: bytes, as: UTF8.self)
    }
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let port = Int(words[0]), let certificate = Data(base64Encoded: String(words[1]))
    else {
      throw Failure(reason: "the sink did not start")
    }
    host = APNsHost(
      name: EndpointIdentity.name, address: "127.0.0.1", port: port,
      trust: .certificates([Array(certificate)]))
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Accepts every push that passes Apple's checks and forgets it, until this process is ended.
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
    let endpoint = try await APNsEndpoint(configuration)
    let certificate = Data(configuration.identity.certificate).base64EncodedString()
    FileHandle.standardOutput.write(Data("\(endpoint.host.port) \(certificate)\n".utf8))
    await endpoint.waitForRequests(.max)
  }
}
