// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Domain
import HTTPTypes
public import Hummingbird
public import MartletCore
public import MartletWire
public import Metrics
import NIOConcurrencyHelpers

/// Counts what addresses, keys and devices do, and refuses those that do too much, with the time to
/// wait.
public final class RequestLimiter: Sendable {
  private let configured: RateLimits
  private let present: NIOLockedValueBox<RateLimits>
  private let proxies: TrustedProxies
  private let environment: MartletCore.Environment
  private let metrics: any MetricsFactory
  private let buckets = NIOLockedValueBox<[RateLimits.Name: TokenBuckets]>([:])

  public init(
    _ limits: RateLimits, proxies: TrustedProxies, environment: MartletCore.Environment,
    metrics: any MetricsFactory
  ) {
    configured = limits
    present = NIOLockedValueBox(limits)
    self.proxies = proxies
    self.environment = environment
    self.metrics = metrics
  }

  /// What this server admits.
  public var limits: RateLimits { present.withLockedValue { $0 } }

  /// This server is one of so many, which together admit what is configured.
  public func share(among servers: Int) {
    present.withLockedValue { $0 = configured.shared(among: servers) }
  }

  /// Throws 429 when the caller has to wait.
  public func admit(_ tokens: Double = 1, _ name: RateLimits.Name, of caller: some Hashable) throws {
    guard let limit = limits[name] else { return }
    let now = environment.monotonicNow()
    let verdict = buckets.withLockedValue {
      $0[name, default: TokenBuckets()].take(tokens, of: caller, limit: limit, at: now)
    }
    guard case .wait(let wait) = verdict else { return }
    Counter(label: "martlet_limited_total", dimensions: [("limit", name.rawValue)], factory: metrics)
      .increment()
    throw Answers.limited(wait: wait, by: name, random: environment.random())
  }

  /// The caller's address; nil for a caller on this machine for whom no proxy says more.
  public func address(of request: Request, _ context: ServerRequestContext) -> IPAddress.Place? {
    guard let peer = context.peer else { return nil }
    return proxies.client(of: peer, headers: request.headers)?.place
  }

  /// Admits a device's request, and its events before they are stored. `bytes` is the decompressed
  /// size of the request's body.
  ///
  /// The device's own limit is checked first, so that a device that sends too much takes nothing
  /// from the others.
  public func admit(
    _ events: [Wire.EventRecord] = [], bytes: Int = 0, of device: Wire.Device, _ request: Request,
    _ context: ServerRequestContext
  ) throws {
    guard case .device(let app, let keyID) = context.principal else { return }
    try admit(.deviceRequests, of: [app.rawValue, device.id])
    guard !events.isEmpty else { return }
    let cost = Double(StorageCost.of(events, bytes: bytes, from: device))
    try admit(cost, .deviceBytes, of: [app.rawValue, device.id])
    if let place = address(of: request, context) { try admit(cost, .addressBytes, of: place) }
    try admit(cost, .keyBytes, of: keyID)
  }

  private func admit(_ name: RateLimits.Name, of caller: some Hashable) throws {
    try admit(1, name, of: caller)
  }
}

/// Limits the requests of an address. Runs before the store is asked anything for them.
public struct AddressLimit: RouterMiddleware {
  private let limiter: RequestLimiter
  private let name: RateLimits.Name

  public init(_ name: RateLimits.Name, _ limiter: RequestLimiter) {
    self.name = name
    self.limiter = limiter
  }

  public func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    if let place = limiter.address(of: request, context) { try limiter.admit(1, name, of: place) }
    return try await next(request, context)
  }
}

/// Limits the requests with one key. Use after `KeyAuthentication`.
public struct KeyLimit: RouterMiddleware {
  private let limiter: RequestLimiter

  public init(_ limiter: RequestLimiter) {
    self.limiter = limiter
  }

  public func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    switch context.principal {
    case .device(_, let keyID): try limiter.admit(1, .keyRequests, of: keyID)
    case .program(_, let keyID, _): try limiter.admit(1, .managementRequests, of: keyID)
    case .browser, nil: break
    }
    return try await next(request, context)
  }
}

extension Answers {
  /// Callers who wait for a shared limit get different times, so that they do not all return
  /// together. `random`: 0..<1.
  static func limited(wait: Duration, by name: RateLimits.Name, random: Double) -> Refusal {
    let (whose, spread): (String, Double) =
      switch name {
      case .deviceRequests, .deviceBytes: ("this device", 0)
      case .addressRequests, .addressBytes, .addressPrivacy, .signIn: ("this address", 10)
      case .keyRequests, .keyBytes, .keyPeople, .keyPrivacy, .keyAnonymousPrivacy: ("this key", 60)
      case .managementRequests: ("this key", 0)
      }
    let seconds = min(3_600, max(1, (wait / .seconds(1) + random * spread).rounded(.up)))
    let problem = Wire.Problem(
      status: 429, code: "too_many_requests",
      title: "Too many requests from \(whose): the limit \(name.rawValue) is reached.",
      remedy: "Send it again after the time in Retry-After. Operators can change limits with --limit.")
    return Refusal(problem, headers: [.retryAfter: "\(Int(seconds))"])
  }
}
