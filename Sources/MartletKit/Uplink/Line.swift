// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The line to the server: what is under way on it, up to where the outbox is to be emptied, and whether it is closed for now.
struct Line: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case sync(userID: String?)
    /// Whose definitions the answer's tag is of.
    case events(userID: String?)
    /// A message as this person shall see it.
    case render(presentationID: String)
  }

  struct Request: Equatable, Sendable {
    var kind: Kind
    /// What it says of the device.
    var device: Trust.DeviceProof
    /// Of the user whom it is about.
    var user: UserProofs.Proof
    /// It carries the outbox's batch.
    var hasBatch = false
  }

  enum Closure: Equatable, Sendable {
    /// Failures: asked again later; the app's own request or a new session opens it at once, unless the server named the time.
    case waiting(isServersWord: Bool)
    /// Refused for a reason that only a new session can change.
    case untilNextSession
  }

  /// After the network is back the first request goes within this time, by chance: a whole train that leaves a tunnel does not call at once.
  static let pathJitter = Duration.seconds(1)

  private var underWay: [Int: Request] = [:]
  private var lastRequest = 0
  private var closure: Closure?
  private var reason = Martlet.FlushResult.Reason.unreachable
  private var retry = RetryPolicy()
  /// Events up to here are to be sent without waiting for the flush timer.
  private(set) var flushThrough: UInt64 = 0
  /// As the platform said last; nil: nothing yet.
  private(set) var isPathReachable: Bool?

  var isOpen: Bool { closure == nil }
  var isIdle: Bool { underWay.isEmpty }
  /// Why it is closed; nil: it is open.
  var obstacle: Martlet.FlushResult.Reason? { closure.map { $0 == .waiting(isServersWord: true) ? .serverBusy : reason } }

  // MARK: - Requests

  mutating func begin(_ request: Request) -> Int {
    lastRequest += 1
    underWay[lastRequest] = request
    return lastRequest
  }

  /// nil: it was cancelled before.
  mutating func end(_ request: Int) -> Request? {
    underWay.removeValue(forKey: request)
  }

  /// The request that renders a presentation's message.
  func rendering(of presentationID: String) -> Int? {
    underWay.first { $0.value.kind == .render(presentationID: presentationID) }?.key
  }

  mutating func flush(through sequence: UInt64) {
    flushThrough = max(flushThrough, sequence)
  }

  // MARK: - Closing

  /// - Parameter random: uniform in 0..<1.
  mutating func failed(
    _ failure: RetryPolicy.Failure, because reason: Martlet.FlushResult.Reason? = nil, random: Double
  ) -> RetryPolicy.Advice {
    let advice = retry.failed(failure, random: random)
    switch advice {
    case .wait(_, let isServersWord): close(.waiting(isServersWord: isServersWord), reason ?? .init(failure))
    case .stop: close(.untilNextSession, reason ?? .init(failure))
    case .split: break
    }
    return advice
  }

  mutating func close(_ closure: Closure, _ reason: Martlet.FlushResult.Reason) {
    (self.closure, self.reason) = (closure, reason)
  }

  // MARK: - Opening

  /// The server took what it was asked.
  mutating func succeeded() { retry.succeeded() }

  mutating func unblock() {
    if case .waiting = closure { closure = nil }
  }

  /// The app asks for it: waiting of our own ends, a time that the server named does not.
  mutating func hurry() {
    if closure == .waiting(isServersWord: false) { closure = nil }
  }

  /// Failures so far say nothing of what comes now. Returns whether it is open.
  mutating func resume() -> Bool {
    retry.succeeded()
    hurry()
    return isOpen
  }

  /// A new session: what was refused is tried again.
  mutating func sessionStarted() {
    if closure == .untilNextSession { closure = nil }
    hurry()
  }

  /// Returns the time after which it is tried again; nil: what there is stays.
  ///
  /// - Parameter random: uniform in 0..<1.
  mutating func pathChanged(isReachable: Bool, random: () -> Double) -> Duration? {
    defer { isPathReachable = isReachable }
    // Only one that was away comes back: at the start everything goes its usual way.
    guard isReachable, isPathReachable == false, closure == .waiting(isServersWord: false) else { return nil }
    retry.succeeded()
    return Self.pathJitter * min(max(random(), 0), 1)
  }

  /// Forgets what is under way; answers that still come count for nothing.
  mutating func clear() {
    underWay = [:]
    closure = nil
    flushThrough = 0
  }
}
