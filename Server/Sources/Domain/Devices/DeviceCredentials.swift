// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// The secrets of one device, stored as hashes, and what a request may do with or without one.
///
/// A secret is *unused* until a request carries it. Until a device has a used secret, nobody can
/// tell who the device is: requests without a secret are accepted, and each sync issues another
/// one, because the answer with the previous one may have been lost. After its first use, a secret
/// is the device's only one, until a replacement that was issued later is used.
public struct DeviceCredentials: Hashable, Sendable {
  public struct Credential: Hashable, Sendable {
    /// SHA-256 of the secret.
    public var hash: [UInt8]
    public var issuedAt: Instant
    /// nil when it was never used.
    public var usedAt: Instant?

    public init(hash: [UInt8], issuedAt: Instant, usedAt: Instant? = nil) {
      self.hash = hash
      self.issuedAt = issuedAt
      self.usedAt = usedAt
    }
  }

  public enum Verdict: Hashable, Sendable {
    /// `wantsOne`: a sync issues a new secret.
    case admitted(wantsOne: Bool)
    /// The secret is used for the first time, which must be stored.
    case firstUse(hash: [UInt8])
    case refused(Wire.DeviceCredential.Refusal)
  }

  public var credentials: [Credential]
  public var revokedAt: Instant?

  /// An older secret is replaced.
  public static let maximumAge = Duration.seconds(30 * 86_400)
  /// The most unused secrets of a device. There can be several because answers can be lost or
  /// arrive out of order.
  public static let maximumUnused = 4

  public init(credentials: [Credential] = [], revokedAt: Instant? = nil) {
    self.credentials = credentials
    self.revokedAt = revokedAt
  }

  /// A secret was used: only its holder is this device.
  public var isClaimed: Bool { credentials.contains { $0.usedAt != nil } }

  /// - Parameter matches: Whether the request's secret has this hash; nil when the request carries
  ///   none.
  public func check(_ matches: ((_ hash: [UInt8]) -> Bool)?, at now: Instant) -> Verdict {
    guard revokedAt == nil else { return .refused(.revoked) }
    if let matches, let presented = credentials.first(where: { matches($0.hash) }) {
      guard presented.usedAt != nil else { return .firstUse(hash: presented.hash) }
      return .admitted(wantsOne: now >= presented.issuedAt + Self.maximumAge)
    }
    // Also for a secret that is unknown here, for example after a backup was restored: the sender
    // could just as well leave it out.
    guard isClaimed else { return .admitted(wantsOne: true) }
    return .refused(matches == nil ? .missing : .unknown)
  }
}
