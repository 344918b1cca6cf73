// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// How long to wait before a push is sent again: longer after each attempt.
public struct Wait: Hashable, Sendable {
  /// Whose pushes wait.
  public enum Scope: Hashable, Sendable {
    /// This push. Others can be sent.
    case push
    /// Pushes to this device.
    case device
    /// All pushes of this key.
    case key
  }

  public let scope: Scope
  /// The wait after the first attempt. It doubles with each attempt.
  public let first: Duration
  /// The wait never grows beyond this, except when APNs asks for more.
  public let longest: Duration

  /// Too many pushes to one device.
  public static let ofDevice = Wait(scope: .device, first: .seconds(60), longest: .seconds(3_600))
  /// Apple: “After 15 minutes, you can retry” what received a status that begins with 5.
  public static let ofService = Wait(scope: .push, first: .seconds(900), longest: .seconds(4 * 3_600))
  /// Apple accepts one new provider token in 20 minutes.
  public static let afterTokenUpdates = Wait(scope: .key, first: .seconds(1_200), longest: .seconds(3_600))
  /// Nothing stands in the way of the next attempt.
  public static let none = Wait(scope: .push, first: .zero, longest: .zero)
  /// No connection to APNs.
  public static let forConnection = Wait(scope: .key, first: .seconds(1), longest: .seconds(300))
  /// APNs did not answer in time.
  public static let forAnswer = Wait(scope: .push, first: .seconds(10), longest: .seconds(900))

  /// The longest wait that an answer can ask for.
  public static let longestRetryAfter = Duration.seconds(24 * 3_600)

  /// The time until the next attempt.
  ///
  /// - Parameters:
  ///   - attempts: How often the push was sent, at least 1.
  ///   - retryAfter: What the answer asks for. It applies if it is longer, up to 24 hours.
  ///   - random: From 0 up to, but not including, 1. Spreads waits over another quarter, so that
  ///     pushes that failed together do not return together.
  public func duration(attempts: Int, retryAfter: Duration? = nil, random: Double) -> Duration {
    let doublings = min(max(attempts, 1) - 1, 20)
    let own = min(first * (1 << doublings), longest)
    let asked = min(retryAfter ?? .zero, Self.longestRetryAfter)
    return max(own, asked) * (1 + random / 4)
  }
}
