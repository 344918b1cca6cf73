// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// A person with an account for the console.
public struct Member: Hashable, Sendable {
  /// Members of a team, also those who are deactivated.
  public static let maximumCount = 500
  /// Characters of a name.
  public static let nameLength = 120

  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Has an invitation and no password yet.
    case invited
    case active
    /// Cannot sign in. What they did stays.
    case deactivated
  }

  public var id: String
  public var email: EmailAddress
  /// Empty until an invitation is accepted.
  public var name: String
  /// For the whole server.
  public var role: Role
  public var state: State
  public var createdAt: Instant
  /// When a signed-in browser last opened a page, to within five minutes; nil before the first
  /// time.
  public var seenAt: Instant?

  public init(
    id: String, email: EmailAddress, name: String, role: Role, state: State, createdAt: Instant,
    seenAt: Instant? = nil
  ) {
    self.id = id
    self.email = email
    self.name = name
    self.role = role
    self.state = state
    self.createdAt = createdAt
    self.seenAt = seenAt
  }

  /// The name, or the address of somebody who has none yet.
  public var title: String { name.isEmpty ? email.text : name }
}

/// A member with what is needed to check a password.
public struct MemberCredentials: Hashable, Sendable {
  public var member: Member
  /// nil for somebody who has not accepted the invitation.
  public var password: PasswordHash?

  public init(member: Member, password: PasswordHash?) {
    self.member = member
    self.password = password
  }
}

/// A link that lets its holder set a member's password, once. The link's secret is stored as its
/// SHA-256.
public struct MemberLink: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// For an invited member.
    case invitation
    /// For an active member who has lost the password.
    case reset

    /// How long the link works.
    public var length: Duration {
      switch self {
      case .invitation: .seconds(7 * 86_400)
      case .reset: .seconds(86_400)
      }
    }

    /// The state of the members that it is for.
    public var state: Member.State {
      switch self {
      case .invitation: .invited
      case .reset: .active
      }
    }
  }

  public var hash: [UInt8]
  public var memberID: String
  public var kind: Kind
  /// The member who made it; nil for a browser that the server's own link signed in.
  public var author: String?
  public var createdAt: Instant
  public var expiresAt: Instant

  public init(hash: [UInt8], memberID: String, kind: Kind, author: String? = nil, createdAt: Instant) {
    self.hash = hash
    self.author = author
    self.memberID = memberID
    self.kind = kind
    self.createdAt = createdAt
    expiresAt = createdAt + kind.length
  }
}
