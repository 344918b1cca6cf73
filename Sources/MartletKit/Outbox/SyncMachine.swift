// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// When definitions are fetched: at each session start and at each change of user, once at a time.
///
/// An answer counts only for the request that is under way: a later session or user makes it a late one.
struct SyncMachine: Equatable, Sendable {
  private enum State: Equatable, Sendable {
    case idle
    case wanted
    case inFlight(request: Int)
  }

  private var state = State.idle

  var isWanted: Bool { state == .wanted }

  var isInFlight: Bool {
    if case .inFlight = state { true } else { false }
  }

  /// True from the wish to the answer, failures in between included.
  var isPending: Bool { state != .idle }

  /// A session started or the user changed. Returns the request whose answer must not count any more.
  mutating func want() -> Int? {
    defer { state = .wanted }
    if case .inFlight(let request) = state { return request }
    return nil
  }

  mutating func begin(request: Int) {
    state = .inFlight(request: request)
  }

  func isCurrent(_ request: Int) -> Bool {
    state == .inFlight(request: request)
  }

  /// The server answered, or refuses the question itself; the next session asks again.
  mutating func answered() {
    state = .idle
  }

  /// To be tried again when the retry policy says so.
  mutating func failed() {
    state = .wanted
  }

  /// Returns the request to cancel.
  mutating func stop() -> Int? {
    defer { state = .idle }
    if case .inFlight(let request) = state { return request }
    return nil
  }
}

/// Whether to ask for definitions because the server, answering to events, names others than those held.
///
/// At once the first time. A server that goes on naming others, whatever it hands out, is asked once a minute.
struct RecallMachine: Equatable, Sendable {
  static let pause = Duration.seconds(60)

  private var askedTag: String?
  /// Monotonic.
  private var askedAt = Duration.zero

  /// - Parameters:
  ///   - held: nil: none.
  ///   - named: what the server said that the device should hold.
  ///   - now: monotonic.
  mutating func wantsSync(held: String?, named: String, at now: Duration) -> Bool {
    guard held != named else { return false }
    // Unless the last question brought what it was asked for: then this is a new one.
    if let askedTag, askedTag != held, now < askedAt + Self.pause { return false }
    (askedTag, askedAt) = (named, now)
    return true
  }
}
