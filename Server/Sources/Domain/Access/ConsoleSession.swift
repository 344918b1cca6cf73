// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// A signed-in browser. The cookie's secret is stored as its SHA-256.
public struct ConsoleSession: Hashable, Sendable {
  /// Sessions of one member, or of all links together. One more ends the oldest.
  public static let maximumCount = 50

  public var id: String
  public var hash: [UInt8]
  /// Whose it is; nil when the server's own link signed the browser in.
  public var memberID: String?
  /// What the browser says it is, to tell sessions apart: `Firefox on Linux`.
  public var device: String
  public var createdAt: Instant
  /// When it last opened a page, to within five minutes.
  public var seenAt: Instant
  public var expiresAt: Instant

  public init(
    id: String, hash: [UInt8], memberID: String? = nil, device: String = "", createdAt: Instant,
    seenAt: Instant? = nil, expiresAt: Instant
  ) {
    self.id = id
    self.hash = hash
    self.memberID = memberID
    self.device = device
    self.createdAt = createdAt
    self.seenAt = seenAt ?? createdAt
    self.expiresAt = expiresAt
  }
}

/// A session that has not expired, with whose it is.
public struct OpenSession: Hashable, Sendable {
  public var session: ConsoleSession
  /// An active member; nil when the server's own link signed the browser in.
  public var member: Member?

  public init(session: ConsoleSession, member: Member?) {
    self.session = session
    self.member = member
  }
}

/// A link that signs one browser in, once.
public struct SignInLink: Hashable, Sendable {
  public var hash: [UInt8]
  public var createdAt: Instant
  public var expiresAt: Instant

  public init(hash: [UInt8], createdAt: Instant, expiresAt: Instant) {
    self.hash = hash
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}
