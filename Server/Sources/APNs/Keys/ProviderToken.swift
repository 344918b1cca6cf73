// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The signed token that says who sends.
struct ProviderToken: Hashable, Sendable {
  let text: String
  /// By the wall clock, which is what APNs compares.
  let issuedAt: Instant
  /// By the clock that never jumps.
  let signedAt: Duration

  /// How old it is. The larger of both clocks' words: one of them stands still while the machine
  /// sleeps, the other one can be set.
  func age(at time: SenderTime) -> Duration {
    max(time.wall.duration(since: issuedAt), time.monotonic - signedAt)
  }
}

/// The two clocks, read together.
struct SenderTime: Hashable, Sendable {
  var wall: Instant
  var monotonic: Duration
}

/// Decides when a provider token is renewed. APNs accepts a token for an hour, and rejects new ones
/// that come more often than every 20 minutes.
struct ProviderTokenState: Sendable {
  private(set) var current: ProviderToken?
  private var isSigning = false

  /// Leaves ten minutes for clocks that differ.
  static let renewalAge = Duration.seconds(50 * 60)
  static let minimumAge = Duration.seconds(20 * 60)
  static let maximumAge = Duration.seconds(60 * 60)

  enum Expiry {
    /// Another token is or will be there.
    case sendAgain
    /// The token is too young for APNs to accept another one, so the clocks do not agree.
    case clocksDiffer
  }

  /// The token to send with, or nil if the push must wait for one. `mustSign` is true once for each
  /// renewal.
  mutating func token(at time: SenderTime) -> (token: ProviderToken?, mustSign: Bool) {
    let age = current?.age(at: time)
    if let age, age < Self.renewalAge { return (current, false) }
    defer { isSigning = true }
    let isUsable = age.map { $0 < Self.maximumAge } ?? false
    return (isUsable ? current : nil, !isSigning)
  }

  mutating func signed(_ token: ProviderToken) {
    current = token
    isSigning = false
  }

  /// The signature failed, and is tried again with the next push.
  mutating func failed() { isSigning = false }

  /// APNs says that this token, with which a push was sent, has expired.
  mutating func expired(_ text: String, at time: SenderTime) -> Expiry {
    guard let current, current.text == text else { return .sendAgain }
    guard current.age(at: time) >= Self.minimumAge else { return .clocksDiffer }
    self.current = nil
    return .sendAgain
  }
}
