// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// The secrets of one device, as hashes, and what a request that carries one, or none, may do.
///
/// A secret is *unused* until a request has carried it. While a device has none that was used, nobody can say who the device is: a request
/// without one is taken, and a sync gets one more, for the answer with the one before may have been lost. From the first use on that secret
/// is the device's only one, until one that was given later to replace it is used.
public struct DeviceCredentials: Hashable, Sendable {
  public struct Credential: Hashable, Sendable {
    /// SHA-256 of the secret.
    public var hash: [UInt8]
    public var issuedAt: Instant
    /// nil: never.
    public var usedAt: Instant?

    public init(hash: [UInt8], issuedAt: Instant, usedAt: Instant? = nil) {
      self.hash = hash
      self.issuedAt = issuedAt
      self.usedAt = usedAt
    }
  }

  public enum Verdict: Hashable, Sendable {
    /// `wantsOne`: a sync gives it a new one.
    case admitted(wantsOne: Bool)
    /// It is used for the first time, which has to be stored.
    case firstUse(hash: [UInt8])
    case refused(Wire.DeviceCredential.Refusal)
  }

  public var credentials: [Credential]
  public var revokedAt: Instant?

  /// A secret that is older is replaced.
  public static let maximumAge = Duration.seconds(30 * 86_400)
  /// Unused ones of a device: answers may be lost, and arrive in another order.
  public static let maximumUnused = 4

  public init(credentials: [Credential] = [], revokedAt: Instant? = nil) {
    self.credentials = credentials
    self.revokedAt = revokedAt
  }

  /// A secret was used: only who has it is this device.
  public var isClaimed: Bool { credentials.contains { $0.usedAt != nil } }

  /// - Parameter matches: whether the request's secret has this hash; nil: it carries none.
  public func judge(_ matches: ((_ hash: [UInt8]) -> Bool)?, at now: Instant) -> Verdict {
    guard revokedAt == nil else { return .refused(.revoked) }
    if let matches, let presented = credentials.first(where: { matches($0.hash) }) {
      guard presented.usedAt != nil else { return .firstUse(hash: presented.hash) }
      return .admitted(wantsOne: now >= presented.issuedAt + Self.maximumAge)
    }
    // Also for a secret of which nothing is known here, as after a backup was restored: anybody could leave it out.
    guard isClaimed else { return .admitted(wantsOne: true) }
    return .refused(matches == nil ? .missing : .unknown)
  }
}
