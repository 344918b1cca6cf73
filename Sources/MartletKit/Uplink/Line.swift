// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The connection to the server: the requests in progress, the position up to which the outbox is
/// to be sent, and whether it is closed for now.
struct Line: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case sync(userID: String?)
    /// The user for whom the answer's tag of definitions applies.
    case events(userID: String?)
    /// A message as its recipient sees it.
    case render(presentationID: String)
    /// A request of the person about their own data. `awaited`: its number in `AwaitedPrivacy`.
    case privacy(Wire.PrivacyRequest.Kind, awaited: Int)
  }

  struct Request: Equatable, Sendable {
    var kind: Kind
    var device: Trust.DeviceProof
    var user: UserProofs.Proof
    var hasBatch = false
  }

  enum Closure: Equatable, Sendable {
    /// Closed after failures until a later attempt. A request of the app or a new session opens it
    /// immediately, unless the server named the time.
    case waiting(isServersWord: Bool)
    /// Refused for a reason that only a new session can change.
    case untilNextSession
  }

  /// When the network is back, the first request waits a random time up to this, so that many
  /// devices do not all call at the same moment.
  static let pathJitter = Duration.seconds(1)

  private var underWay: [Int: Request] = [:]
  private var lastRequest = 0
  private var closure: Closure?
  private var reason = Martlet.FlushResult.Reason.unreachable
  private var retry = RetryPolicy()
  /// Events up to this one are sent without waiting for the flush timer.
  private(set) var flushThrough: UInt64 = 0
  /// The platform's last report. nil if there was none yet.
  private(set) var isPathReachable: Bool?

  var isOpen: Bool { closure == nil }
  var isIdle: Bool { underWay.isEmpty }
  /// Why the line is closed. nil if it is open.
  var obstacle: Martlet.FlushResult.Reason? {
    closure.map { $0 == .waiting(isServersWord: true) ? .serverBusy : reason }
  }

  // MARK: - Requests

  mutating func begin(_ request: Request) -> Int {
    lastRequest += 1
    underWay[lastRequest] = request
    return lastRequest
  }

  /// Returns nil if the request was cancelled before.
  mutating func end(_ request: Int) -> Request? {
    underWay.removeValue(forKey: request)
  }

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

  mutating func succeeded() { retry.succeeded() }

  mutating func unblock() {
    if case .waiting = closure { closure = nil }
  }

  /// The app requests an attempt. The client's own pause ends. A pause that the server named does
  /// not.
  mutating func hurry() {
    if closure == .waiting(isServersWord: false) { closure = nil }
  }

  /// Earlier failures no longer count. Returns whether the line is open.
  mutating func resume() -> Bool {
    retry.succeeded()
    hurry()
    return isOpen
  }

  /// A new session started, so a refusal no longer closes the line.
  mutating func sessionStarted() {
    if closure == .untilNextSession { closure = nil }
    hurry()
  }

  /// Returns the time until the next attempt. nil if nothing changes.
  mutating func pathChanged(isReachable: Bool, random: () -> Double) -> Duration? {
    defer { isPathReachable = isReachable }
    // Only when the network returns. At the start, requests are sent as usual.
    guard isReachable, isPathReachable == false, closure == .waiting(isServersWord: false) else { return nil }
    retry.succeeded()
    return Self.pathJitter * min(max(random(), 0), 1)
  }

  /// Forgets the requests in progress. Late answers are ignored.
  mutating func clear() {
    underWay = [:]
    closure = nil
    flushThrough = 0
  }
}
