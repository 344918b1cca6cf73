// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

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
