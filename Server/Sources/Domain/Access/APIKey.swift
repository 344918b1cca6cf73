// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// A key that programs use. The secret itself is shown once and never stored.
public struct APIKey: Hashable, Sendable {
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    /// In apps: sync and events only.
    case device
    /// In programs: the management API.
    case management

    /// What pages, errors and documents call a key of this scope.
    public var words: String {
      switch self {
      case .device: "SDK key"
      case .management: "management key"
      }
    }
  }

  public var id: String
  public var appID: AppID
  public var scope: Scope
  public var name: String
  /// The first characters, to tell keys apart: `mk_live_4f2a`.
  public var prefix: String
  /// SHA-256 of the whole key. The key carries at least 128 random bits, so a slow hash would add
  /// nothing.
  public var hash: [UInt8]
  public var createdAt: Instant
  public var revokedAt: Instant?

  public init(
    id: String, appID: AppID, scope: Scope, name: String, prefix: String, hash: [UInt8], createdAt: Instant,
    revokedAt: Instant? = nil
  ) {
    self.id = id
    self.appID = appID
    self.scope = scope
    self.name = name
    self.prefix = prefix
    self.hash = hash
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }
}
