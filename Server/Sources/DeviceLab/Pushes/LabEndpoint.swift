// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import APNs
import Crypto
public import MartletCore
import PushEndpoint
import Synchronization

/// APNs as the phones of the lab have it: an HTTP/2 endpoint on loopback, to which the server sends as it sends to Apple. It opens when the first
/// push is sent.
public actor LabEndpoint {
  /// What a sender needs.
  public struct Route: Sendable {
    public let host: APNsHost
    public let key: SigningKey
    public let topic: String
  }

  /// The bundle id of the app on the phones.
  public static let topic = "example.corner-shop"

  private struct Phones {
    /// The device tokens that exist.
    var tokens: Set<String> = []
    var deliver: (@Sendable (ReceivedPush) async -> Void)?
  }

  private let environment: Environment
  private nonisolated let phones = Mutex(Phones())
  private var opening: Task<(endpoint: APNsEndpoint, route: Route), any Error>?
  private var isStopped = false

  public init(environment: Environment) {
    self.environment = environment
  }

  /// Where to send, once the endpoint listens.
  ///
  /// - Throws: An error if no port is free, or after `stop()`.
  public func route() async throws -> Route {
    guard !isStopped else { throw CancellationError() }
    if let opening { return try await opening.value.route }
    let task = Task { try await open() }
    opening = task
    do {
      return try await task.value.route
    } catch {
      // The next push tries again.
      opening = nil
      throw error
    }
  }

  /// Closes the endpoint. No later push arrives.
  public func stop() async {
    isStopped = true
    phones.withLock { $0 = Phones() }
    guard let opening, let opened = try? await opening.value else { return }
    await opened.endpoint.stop()
  }

  private nonisolated func open() async throws -> (endpoint: APNsEndpoint, route: Route) {
    let secret = P256.Signing.PrivateKey()
    let (keyID, teamID) = ("DEVICELAB0", "MARTLET000")
    let key = try SigningKey(p8: secret.pemRepresentation, keyID: keyID, teamID: teamID)
    var configuration = APNsEndpoint.Configuration(
      keys: [try RegisteredKey(keyID: keyID, teamID: teamID, publicKeyPEM: secret.publicKey.pemRepresentation)],
      identity: try EndpointIdentity(), environment: environment)
    configuration.topics = [Self.topic]
    configuration.keepsPushes = false
    configuration.isRegistered = { [weak self] token in self?.phones.withLock { $0.tokens.contains(token) } ?? false }
    let endpoint = try await APNsEndpoint(configuration) { [weak self] push in
      await self?.phones.withLock { $0.deliver }?(push)
    }
    return (endpoint, Route(host: endpoint.host, key: key, topic: Self.topic))
  }

  // MARK: - Phones

  nonisolated func add(_ token: String) { phones.withLock { _ = $0.tokens.insert(token) } }

  /// Its app is gone: pushes to it are refused as `Unregistered`.
  nonisolated func remove(_ token: String) { phones.withLock { _ = $0.tokens.remove(token) } }

  nonisolated func setReceiver(_ deliver: @escaping @Sendable (ReceivedPush) async -> Void) {
    phones.withLock { $0.deliver = deliver }
  }
}
