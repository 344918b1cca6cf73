// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import ServerTestSupport
import Testing

/// The real client against the real server, with an app's backend between them.
@Suite("The SDK with signatures", .timeLimit(.minutes(5)))
struct SignedClientTests {
  /// Gives a new signature whenever one is refused, as an app does.
  @MainActor
  private final class App: MartletDelegate {
    private(set) var refusals: [Martlet.SDKAuthenticationError] = []
    let signature: String

    init(signature: String) {
      self.signature = signature
    }

    func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError) {
      refusals.append(error)
      martlet.setSDKAuthenticationSignature(signature)
    }
  }

  @Test
  @MainActor
  func
    `where signatures are required, what waits beside one that has ended goes out with the next, and nothing of the user before that`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run { server in
      try await Self.story(server, device: URL(fileURLWithPath: folder + "/device"))
    }
  }

  @MainActor
  private static func story(_ server: TestServer, device: URL) async throws {
    let backend = await AppBackend()
    try await server.authenticate("required", [backend])
    let configuration = Martlet.Configuration(
      apiKey: server.deviceKey, endpoint: "http://127.0.0.1:\(server.port)")
    configuration.api.sdkAuthentication = true
    configuration.api.requestPolicy = .manual
    configuration.storageDirectory = device
    let martlet = Martlet(configuration: configuration)
    let app = App(signature: try await backend.signature(for: "ana"))

    martlet.changeUser(userId: "ana", sdkAuthSignature: try await backend.signature(for: "ana", length: -61))
    martlet.user.setCustomAttribute(key: "plan", value: "gold")
    martlet.logCustomEvent(name: "cart_viewed")
    var refused = await martlet.flush()
    // A machine that runs many tests at once may keep an answer longer than a flush waits for it,
    // or than the server lets anybody wait.
    try await eventually("the server answers") {
      if [.timedOut, .serverBusy, .unreachable].contains(refused.reason) { refused = await martlet.flush() }
      return ![.timedOut, .serverBusy, .unreachable].contains(refused.reason)
    }
    #expect(!refused.isComplete && refused.sent == 0 && refused.reason == .notAuthenticated, "\(refused)")
    #expect(try await server.manage("GET", "/people/u:ana").status == 404)

    martlet.delegate = app
    // The one that has ended is tried once more, is refused, and the app answers with another.
    try await eventually("the client sends all") { await martlet.flush().isComplete }
    let sent = await martlet.flush()
    let refusals = app.refusals
    #expect(
      sent.isComplete && refusals.first?.reason == .expired
        && refusals.allSatisfy { $0.userId == "ana" && !$0.isOptional })
    let person = try await server.manage("GET", "/people/u:ana")
    #expect(person.status == 200 && person.text.contains("gold"))
  }
}
