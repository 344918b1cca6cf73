// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletServer
import MartletWire
import ServerTestSupport
import Testing

/// The real client asks the real server.
@Suite("Privacy requests of the SDK", .timeLimit(.minutes(5)))
struct PrivacyClientTests {
  @Test
  @MainActor
  func
    `a user asks for a copy and for a deletion, and asks again; unsigned or with requests off, the app learns why not`()
    async throws
  {
    try await Self.run { server, martlet, backend in
      martlet.changeUser(userId: "ana", sdkAuthSignature: try await backend.signature(for: "ana"))
      martlet.logCustomEvent(name: "cart_viewed")
      try await eventually("the client sends all") { await martlet.flush().isComplete }
      #expect(await Self.reason { try await martlet.privacy.requestExport() } == .notAllowed)

      try await server.acceptPrivacyRequests("review")
      let export = try await Self.answered { try await martlet.privacy.requestExport() }
      #expect(export.state == .open && export.kind == .export && export.receiptId == nil)
      #expect(export.dueAt == export.requestedAt.addingTimeInterval(14 * 86_400))
      #expect(try await Self.answered { try await martlet.privacy.requestExport() } == export)
      let deletion = try await Self.answered { try await martlet.privacy.requestDeletion() }
      #expect(deletion.state == .open && deletion.kind == .deletion && deletion.id != export.id)

      let id = try #require(deletion.id)
      #expect(try await server.manage("POST", "/privacy/requests/\(id)/done").status == 200)
      #expect(try await server.manage("GET", "/people/u:ana").status == 404)
      #expect(await Self.reason { try await martlet.privacy.requestExport() } == .nothingStored)

      // Nobody vouches for Ben.
      martlet.changeUser(userId: "ben")
      #expect(await Self.reason { try await martlet.privacy.requestDeletion() } == .notAuthenticated)
    }
  }

  @Test
  @MainActor
  func `what was done without signing in is deleted at once, from the device that did it`() async throws {
    try await Self.run { server, martlet, _ in
      try await server.acceptPrivacyRequests("review")
      martlet.logCustomEvent(name: "cart_viewed")
      try await eventually("the client sends all") { await martlet.flush().isComplete }
      let device = try #require(await martlet.deviceId)
      #expect(await Self.reason { try await martlet.privacy.requestExport() } == .notSignedIn)
      #expect(try await server.manage("GET", "/people/d:\(device)").status == 200)
      // The secret arrives with a sync, which a session starts. Before that, nobody knows whose
      // device it is.
      martlet.applicationDidBecomeActive()
      // What arrives after the deletion is stored again.
      try await eventually("the session has arrived") {
        _ = await martlet.flush()
        return try await server.manage("GET", "/people/d:\(device)/timeline").text.contains("session_start")
      }
      var answered: Martlet.PrivacyRequest?
      try await eventually("the server knows whose device it is") {
        answered = try? await martlet.privacy.requestDeletion()
        return answered != nil
      }
      let deletion = try #require(answered)
      #expect(deletion.state == .done && deletion.receiptId != nil && deletion.dueAt == nil)
      #expect(try await server.manage("GET", "/people/d:\(device)").status == 404)
    }
  }

  // MARK: -

  @MainActor
  private static func run(
    _ body: @escaping @MainActor @Sendable (TestServer, Martlet, AppBackend) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run { server in
      let backend = await AppBackend()
      try await server.authenticate("required", [backend])
      try await story(server, backend, device: URL(fileURLWithPath: folder + "/device"), body)
    }
  }

  @MainActor
  private static func story(
    _ server: TestServer, _ backend: AppBackend, device: URL,
    _ body: @MainActor (TestServer, Martlet, AppBackend) async throws -> Void
  ) async throws {
    let configuration = Martlet.Configuration(
      apiKey: server.deviceKey, endpoint: "http://127.0.0.1:\(server.port)")
    configuration.api.sdkAuthentication = true
    configuration.api.requestPolicy = .manual
    configuration.storageDirectory = device
    try await body(server, Martlet(configuration: configuration), backend)
  }

  /// Why a request was not accepted; nil if it was.
  @MainActor
  private static func reason(
    _ body: @MainActor () async throws -> Martlet.PrivacyRequest
  ) async -> Martlet.PrivacyRequestError.Reason? {
    do {
      _ = try await answered(body)
      return nil
    } catch {
      return (error as? Martlet.PrivacyRequestError)?.reason
    }
  }

  /// The server's answer. On a machine that has much else to do, it may take a few tries; a request
  /// that is repeated is the same request.
  @MainActor
  private static func answered(_ body: @MainActor () async throws -> Martlet.PrivacyRequest) async throws
    -> Martlet.PrivacyRequest
  {
    var answer: Martlet.PrivacyRequest?
    try await eventually("the server answers") {
      do {
        answer = try await body()
        return true
      } catch let error as Martlet.PrivacyRequestError
        where [.serverBusy, .unreachable].contains(error.reason)
      {
        return false
      }
    }
    return try #require(answer)
  }
}
