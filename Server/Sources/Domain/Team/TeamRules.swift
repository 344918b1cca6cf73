// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Who asks for a change of the team.
public struct TeamActor: Hashable, Sendable {
  /// nil for a browser that the server's own link signed in.
  public var memberID: String?
  public var role: Role

  public init(memberID: String?, role: Role) {
    self.memberID = memberID
    self.role = role
  }
}

/// Why a change of the team is refused.
public enum TeamProblem: Error, Hashable, Sendable {
  /// The role of the one who asks does not manage this role.
  case notManaged(Role)
  /// Nobody changes their own role or deactivates themselves, so that nobody locks the door from
  /// outside by mistake.
  case oneself
  /// There must be an active owner.
  case lastOwner
  /// The member is not in a state for it.
  case notNow(Member.State)
}

/// A change of a member. It changes nothing when it returns a problem.
public enum TeamChange: Hashable, Sendable {
  case role(Role)
  case deactivate
  case reactivate

  /// - Parameters:
  ///   - otherOwners: How many other active owners there are.
  ///   - hasPassword: Whether the member has ever set a password.
  public func apply(to member: inout Member, by actor: TeamActor, otherOwners: Int, hasPassword: Bool)
    -> TeamProblem?
  {
    if let problem = Self.problem(of: actor, managing: member) { return problem }
    let losesOwner = member.role == .owner && member.state == .active && otherOwners == 0
    switch self {
    case .role(let role):
      guard role != member.role else { return nil }
      guard actor.role.traits.manages.contains(role) else { return .notManaged(role) }
      if losesOwner { return .lastOwner }
      member.role = role
    case .deactivate:
      guard member.state != .deactivated else { return nil }
      if losesOwner { return .lastOwner }
      member.state = .deactivated
    case .reactivate:
      guard member.state == .deactivated else { return nil }
      member.state = hasPassword ? .active : .invited
    }
    return nil
  }

  /// Why the actor may not change this member at all.
  public static func problem(of actor: TeamActor, managing member: Member) -> TeamProblem? {
    if actor.memberID == member.id { return .oneself }
    return actor.role.traits.manages.contains(member.role) ? nil : .notManaged(member.role)
  }
}
