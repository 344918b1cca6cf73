// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import APNs
public import MartletCore
import Synchronization

/// APNs as the phones of the lab have it: what the server sends them, and the device tokens that
/// exist. Nothing leaves the process, so it needs no key, no certificate and no open port.
public final class LabPushService: PushSending {
  /// The bundle id of the app on the phones.
  public static let topic = "example.corner-shop"

  /// A push on its way to a phone.
  struct Arrival: Sendable {
    /// Its place among all pushes to the lab, from 1.
    let number: Int
    let push: Push
  }

  private struct Phones {
    /// The device tokens that exist.
    var tokens: Set<String> = []
    var accepted = 0
    var isStopped = false
  }

  private let environment: Environment
  private let phones = Mutex(Phones())
  /// Accepted pushes in their order. Whoever delivers them keeps no sender waiting.
  let arrivals: AsyncStream<Arrival>
  private let accept: AsyncStream<Arrival>.Continuation

  public init(environment: Environment) {
    self.environment = environment
    (arrivals, accept) = AsyncStream.makeStream()
  }

  /// Accepts a push to a phone that exists, for the app on it.
  public func send(_ push: Push) async -> PushResult {
    let now = environment.now()
    return phones.withLock { phones in
      if phones.isStopped { return .later(Postponement(cause: .shutDown, wait: .none)) }
      guard phones.tokens.contains(push.deviceToken) else {
        return .invalidToken(InvalidToken(reason: .unregistered, since: now))
      }
      phones.accepted += 1
      // Inside the lock, so that numbers arrive in their order.
      accept.yield(Arrival(number: phones.accepted, push: push))
      return .sent
    }
  }

  /// Accepts no later push, and ends `arrivals`.
  public func stop() {
    phones.withLock { $0.isStopped = true }
    accept.finish()
  }

  // MARK: - Phones

  func add(_ token: String) { phones.withLock { _ = $0.tokens.insert(token) } }

  /// Its app is gone: pushes to it are refused as `Unregistered`.
  func remove(_ token: String) { phones.withLock { _ = $0.tokens.remove(token) } }
}
