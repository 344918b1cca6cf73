// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The line to the server: what is under way on it, up to where the outbox is to be emptied, and whether it is closed for now.
struct Line: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case sync(userID: String?)
    /// Whose definitions the answer's tag is of.
    case events(userID: String?)
    /// A message as this person shall see it.
    case render(presentationID: String)
  }

  enum Closure: Hashable, Sendable {
    /// Failures: asked again later; the app's own request or a new session opens it at once, unless the server named the time.
    case waiting(isServersWord: Bool)
    /// Refused for a reason that only a new session can change.
    case untilNextSession
  }

  private(set) var underWay: [Int: Kind] = [:]
  private(set) var closure: Closure?
  /// Events up to here are to be sent without waiting for the flush timer.
  private(set) var flushThrough: UInt64 = 0
  private var lastRequest = 0

  var isOpen: Bool { closure == nil }

  mutating func begin(_ kind: Kind) -> Int {
    lastRequest += 1
    underWay[lastRequest] = kind
    return lastRequest
  }

  /// nil: it was cancelled before.
  mutating func end(_ request: Int) -> Kind? {
    underWay.removeValue(forKey: request)
  }

  mutating func flush(through sequence: UInt64) {
    flushThrough = max(flushThrough, sequence)
  }

  mutating func close(_ closure: Closure) {
    self.closure = closure
  }

  mutating func unblock() {
    if case .waiting = closure { closure = nil }
  }

  /// The app asks for it: waiting of our own ends, a time that the server named does not.
  mutating func hurry() {
    if closure == .waiting(isServersWord: false) { closure = nil }
  }

  /// A new session: what was refused is tried again.
  mutating func sessionStarted() {
    if closure == .untilNextSession { closure = nil }
    hurry()
  }

  /// Forgets everything; answers that still come count for nothing.
  mutating func clear() {
    underWay = [:]
    closure = nil
    flushThrough = 0
  }
}
