// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import StoreConformance
import Testing

@Suite struct TeamRulesTests {
  private static let link = TeamActor(memberID: nil, role: .owner)

  @Test func `each role may do what the one before it may, and more or for longer`() {
    for (less, more) in zip(Role.allCases, Role.allCases.dropFirst()) {
      #expect(less.traits.permissions.isSubset(of: more.traits.permissions), "\(less) \(more)")
      #expect(less.traits.manages.isSubset(of: more.traits.manages), "\(less) \(more)")
      #expect(less.traits != more.traits)
    }
    #expect(Permission.allCases.map(\.leastRole) == [.viewer, .author, .publisher, .admin])
    // Whoever manages somebody may do what they may, so nobody gives away more than they have.
    for role in Role.allCases {
      for managed in role.traits.manages {
        #expect(managed.traits.permissions.isSubset(of: role.traits.permissions))
      }
      #expect(role.traits.manages.isEmpty == !role.may(.administer))
    }
  }

  @Test(arguments: Role.allCases, Role.allCases)
  func `a role is given by those who manage both the old and the new one`(
    _ actor: Role, _ role: Role
  ) {
    for old in Role.allCases {
      var member = Sample.member("ben", old)
      let problem = TeamChange.role(role).apply(
        to: &member, by: TeamActor(memberID: "ana", role: actor), otherOwners: 1, hasPassword: true)
      let isAllowed =
        actor.traits.manages.contains(old) && (old == role || actor.traits.manages.contains(role))
      #expect((problem == nil) == isAllowed, "\(old)")
      #expect(member.role == (isAllowed ? role : old))
    }
  }

  @Test(arguments: [TeamChange.role(.viewer), .deactivate]) func `the last active owner stays`(
    _ change: TeamChange
  ) {
    var owner = Sample.member("ana", .owner)
    #expect(change.apply(to: &owner, by: Self.link, otherOwners: 0, hasPassword: true) == .lastOwner)
    #expect(owner == Sample.member("ana", .owner))
    #expect(change.apply(to: &owner, by: Self.link, otherOwners: 1, hasPassword: true) == nil)
    #expect(owner != Sample.member("ana", .owner))
  }

  @Test(arguments: [TeamChange.role(.viewer), .deactivate, .reactivate]) func `nobody changes themselves`(
    _ change: TeamChange
  ) {
    var admin = Sample.member("ben", .admin)
    #expect(
      change.apply(
        to: &admin, by: TeamActor(memberID: "ben", role: .admin), otherOwners: 1, hasPassword: true)
        == .oneself)
    #expect(admin == Sample.member("ben", .admin))
  }

  @Test func `who comes back is active with a password, and invited without one`() {
    for (hasPassword, state) in [(true, Member.State.active), (false, .invited)] {
      var member = Sample.member("ben", .author, state: .deactivated)
      #expect(
        TeamChange.reactivate.apply(to: &member, by: Self.link, otherOwners: 1, hasPassword: hasPassword)
          == nil)
      #expect(member.state == state)
    }
  }

  @Test(arguments: [
    ("ana@example.com", "ana@example.com"), ("  Ana@Example.com ", "ana@example.com"), ("a@b", "a@b"),
    ("ÅSA@example.com", "åsa@example.com"),
    ("A\u{30A}sa@example.com", "åsa@example.com"),
  ])
  func `an address is the same however it is written`(text: String, key: String) throws {
    #expect(try #require(EmailAddress(text)).key == key)
  }

  @Test(arguments: [
    "", "ana", "@example.com", "ana@", "a@b@c", "a b@example.com", "a\u{0}@example.com", "a\n@b",
    String(repeating: "a", count: 250) + "@b.example",
  ])
  func `what cannot be an address is none`(text: String) {
    #expect(EmailAddress(text) == nil)
  }
}
