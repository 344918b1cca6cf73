// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What somebody is in the team, from the one who may do the least to the one who may do
/// everything.
///
/// `traits` is the one description of the roles: routes, pages and documents read it. A new role is
/// a new case and its row.
public enum Role: String, Hashable, Sendable, CaseIterable {
  case viewer, author, publisher, admin, owner

  public struct Traits: Hashable, Sendable {
    /// At the beginning of a line: `Viewer`.
    public var name: String
    /// What people with the role do, as a sentence.
    public var words: String
    public var permissions: Set<Permission>
    /// The roles of those whom they may invite and change, and which they may give.
    public var manages: Set<Role> = []
  }

  public var traits: Traits {
    switch self {
    case .viewer: Traits(name: "Viewer", words: "Sees campaigns, reports and people.", permissions: [.read])
    case .author:
      Traits(
        name: "Author", words: "Writes drafts and tries them in the Device Lab.",
        permissions: [.read, .author])
    case .publisher:
      Traits(
        name: "Publisher", words: "Writes, launches, pauses and finishes campaigns, and sends pushes.",
        permissions: [.read, .author, .publish])
    case .admin:
      Traits(
        name: "Admin", words: "Does all of this, changes settings and keys, and manages the team.",
        permissions: Set(Permission.allCases),
        manages: [.viewer, .author, .publisher, .admin])
    case .owner:
      Traits(
        name: "Owner", words: "An admin whom only owners can change. There is always one.",
        permissions: Set(Permission.allCases),
        manages: Set(Role.allCases))
    }
  }

  public func may(_ permission: Permission) -> Bool { traits.permissions.contains(permission) }
}
