// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

/// How much callers may do: a burst, and a rate per second over time. A name without a limit is not
/// limited.
///
/// The defaults leave room for many phones behind one address, for a device that returns with
/// 10,000 events, and for an app on its first day.
public struct RateLimits: Hashable, Sendable {
  /// The raw values are the names that operators write.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// Requests of anybody from one address, whatever they ask for; for IPv6, from one 64-bit
    /// network.
    case addressRequests = "address-requests"
    /// Bytes of events from one address, decompressed, and of the room that they take besides
    /// (`StorageCost`).
    case addressBytes = "address-bytes"
    /// Requests of all devices with one key.
    case keyRequests = "key-requests"
    /// Bytes of events of all devices with one key.
    case keyBytes = "key-bytes"
    /// New people, with one key.
    case keyPeople = "key-people"
    /// Requests of one device.
    case deviceRequests = "device-requests"
    /// Bytes of events of one device.
    case deviceBytes = "device-bytes"
    /// Privacy requests of devices from one address.
    case addressPrivacy = "address-privacy"
    /// Privacy requests of all devices with one key, of people who may ask.
    case keyPrivacy = "key-privacy"
    /// Privacy requests of people who are not signed in, with one SDK key.
    case keyAnonymousPrivacy = "key-privacy-anonymous"
    /// Requests with one management key.
    case managementRequests = "management-requests"
    /// Attempts to sign in from one address.
    case signIn = "sign-in"
  }

  private var limits: [Name: RateLimit]

  /// Nothing is limited.
  public static let none = RateLimits(limits: [:])

  public static let standard = RateLimits(limits: [
    .addressRequests: RateLimit(perSecond: 200, burst: 5_000),
    .addressBytes: RateLimit(perSecond: 65_536, burst: 134_217_728),
    .keyRequests: RateLimit(perSecond: 1_000, burst: 20_000),
    .keyBytes: RateLimit(perSecond: 131_072, burst: 536_870_912),
    .keyPeople: RateLimit(perSecond: 50, burst: 10_000),
    .deviceRequests: RateLimit(perSecond: 1, burst: 120),
    .deviceBytes: RateLimit(perSecond: 16_384, burst: 16_777_216),
    .addressPrivacy: RateLimit(perSecond: 0.1, burst: 30),
    .keyPrivacy: RateLimit(perSecond: 2, burst: 500),
    .keyAnonymousPrivacy: RateLimit(perSecond: 0.5, burst: 100),
    .managementRequests: RateLimit(perSecond: 500, burst: 5_000),
    .signIn: RateLimit(perSecond: 0.2, burst: 30),
  ])

  /// What each of several servers admits, of the limits that are about all of them. The others
  /// protect a server, or somebody who comes to one server at a time.
  func shared(among servers: Int) -> RateLimits {
    var shared = self
    for name in [Name.keyPeople, .keyPrivacy, .keyAnonymousPrivacy] {
      guard let limit = limits[name], servers > 1 else { continue }
      let part = Double(servers)
      shared[name] = RateLimit(perSecond: limit.perSecond / part, burst: max(1, limit.burst / part))
    }
    return shared
  }

  public subscript(name: Name) -> RateLimit? {
    get { limits[name] }
    set { limits[name] = newValue }
  }

  /// Changes the limits that the text names: `device-requests=2/240, key-people=off` means 2 per
  /// second with a burst of 240, and no limit. Returns what is wrong with the text; nil when
  /// nothing is.
  public mutating func change(_ text: String) -> String? {
    for part in text.split(separator: ",").map({ $0.filter { $0 != " " } }) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let name = Name(rawValue: String(sides[0])) else {
        return
          "'\(part)' is not a limit: expected NAME=RATE/BURST with one of \(Name.allCases.map(\.rawValue).joined(separator: ", "))."
      }
      guard sides[1] != "off" else {
        limits[name] = nil
        continue
      }
      let numbers = sides[1].split(separator: "/", omittingEmptySubsequences: false).map {
        Double($0) ?? .nan
      }
      guard numbers.count == 2, (0.001...1e12).contains(numbers[0]), (1...1e15).contains(numbers[1]) else {
        return
          "'\(part)' is not a limit: expected NAME=RATE/BURST, such as device-requests=1/120 for one a second and 120 at once, or NAME=off."
      }
      limits[name] = RateLimit(perSecond: numbers[0], burst: numbers[1])
    }
    return nil
  }
}
