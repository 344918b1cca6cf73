// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import HTTPSupport
import Logging
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Store

/// The whole loop in one process, with nothing left out: a real server with a real file on a real
/// port, the real client and presenter, and a host without a screen.
public enum Demo {
  /// Prints a transcript, with the counts as its last line. Throws when the server's counts differ
  /// from the transcript.
  public static func run(print: @escaping @Sendable (String) -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-demo-" + Environment.live.makeID())
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try await ServerApplication.build(
      configuration: ServerConfiguration(
        port: 0, storage: .directory(folder.appendingPathComponent("server").path), logLevel: .error))
    let management = APIKey.make(
      app: FirstStart.sampleApp, scope: .management, name: "Demo", environment: .live)
    do { try await server.services.store.insert(management.key) } catch { throw StartProblem.store(error) }

    let (listening, continuation) = AsyncStream.makeStream(of: PublicURL.self)
    let serving = Task {
      defer { continuation.finish() }
      try await server.run { continuation.yield($0) }
    }
    var addresses = listening.makeAsyncIterator()
    guard let address = await addresses.next() else { return try await serving.value }
    let outcome: Result<String, any Error>
    do {
      let story = DemoStory(
        client: ManagementClient(url: address.description, key: management.secret.text),
        deviceKey: server.services.keys.makeEphemeralKey(
          app: FirstStart.sampleApp, scope: .device, name: "Demo"
        ).text,
        folder: folder.appendingPathComponent("device"), print: print)
      outcome = .success(try await story.run())
    } catch {
      outcome = .failure(error)
    }
    serving.cancel()
    try await serving.value
    print(try outcome.get())
  }
}
