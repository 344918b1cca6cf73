// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Decides when definitions are fetched: at each session start and each change of user, one request
/// at a time.
///
/// An answer only counts for the current request. After a new session or a change of user, an
/// earlier answer is ignored.
struct SyncMachine: Equatable, Sendable {
  private enum State: Equatable, Sendable {
    case idle
    case wanted
    case inFlight(request: Int)
  }

  private var state = State.idle
  private var request: Int? { if case .inFlight(let request) = state { request } else { nil } }

  var isWanted: Bool { state == .wanted }

  var isInFlight: Bool { request != nil }

  /// True until the answer arrives, including failures in between.
  var isPending: Bool { state != .idle }

  /// A session started or the user changed. Returns the request whose answer no longer counts.
  mutating func want() -> Int? {
    defer { state = .wanted }
    return request
  }

  mutating func begin(request: Int) {
    state = .inFlight(request: request)
  }

  /// The server answered, or refused the request itself. The next session asks again.
  mutating func answered() {
    state = .idle
  }

  /// The request failed. It is repeated according to the retry policy.
  mutating func failed() {
    state = .wanted
  }

  /// Returns the request to cancel.
  mutating func stop() -> Int? {
    defer { state = .idle }
    return request
  }
}

/// Decides whether to fetch definitions because an answer to events names other definitions than
/// those held.
///
/// The first time, they are fetched immediately. A server that keeps naming others, whatever it
/// returns, is asked once a minute.
struct RecallMachine: Equatable, Sendable {
  static let pause = Duration.seconds(60)

  private var askedTag: String?
  /// In monotonic time.
  private var askedAt = Duration.zero

  /// `held`: the tag of the definitions held. nil if there are none. `named`: the tag of those that
  /// the server wants the device to hold.
  mutating func wantsSync(held: String?, named: String, at now: Duration) -> Bool {
    guard held != named else { return false }
    // If the last request returned what it asked for, this is a new difference.
    if let askedTag, askedTag != held, now < askedAt + Self.pause { return false }
    (askedTag, askedAt) = (named, now)
    return true
  }
}
