// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import Store
import Testing

extension StoreConformance {
  static var members: [Promise] {
    [
      Promise("of twenty people who create the owner one does") { store async throws in
        #expect(try await !store.hasMembers())
        let wins = await count(20) { number in
          do throws(StoreError) {
            try await store.insertFirst(member("m\(number)", .owner), password: .sample(1))
            return true
          } catch {
            return false
          }
        }
        #expect(wins == 1)
        #expect(try await store.members().count == 1)
        #expect(try await store.hasMembers())
      },
      Promise("a member is found by the address, however it is written, with the password as it was stored") {
        store async throws in
        let owner = try await store.owner()
        for address in ["ana@example.com", " ANA@Example.COM ", "Ana@example.com"] {
          let email = try #require(EmailAddress(address))
          #expect(
            try await store.credentials(email: email)
              == MemberCredentials(member: owner, password: .sample(1)))
        }
        #expect(try await store.credentials(email: #require(EmailAddress("ben@example.com"))) == nil)
        #expect(try await store.credentials(member: owner.id)?.password == .sample(1))
        #expect(try await store.member(owner.id) == owner)
        #expect(try await store.member("nobody") == nil)
      },
      Promise("nobody is invited twice under one address, and a team has a bounded size") {
        store async throws in
        _ = try await store.owner()
        var again = member("again", .viewer, state: .invited)
        again.email = try #require(EmailAddress("ANA@example.com"))
        let refused = again
        await expect(.alreadyExists) { () async throws(StoreError) in
          try await store.invite(refused, link: link(1, of: refused.id))
        }
        #expect(try await store.memberLink(hash: hash(1), at: Sample.now) == nil)
        for number in 1..<Member.maximumCount {
          let id = "m\(number)"
          try await store.invite(
            member(id, .viewer, state: .invited),
            link: MemberLink(
              hash: [UInt8(number >> 8), UInt8(number & 255)], memberID: id, kind: .invitation,
              createdAt: Sample.now))
        }
        await expect(.conflict) { () async throws(StoreError) in
          try await store.invite(member("more", .viewer, state: .invited), link: link(2, of: "more"))
        }
        #expect(try await store.members().count == Member.maximumCount)
      },
      Promise(
        "an invitation is accepted by exactly one of twenty, who has the name and the password from then on"
      ) { store async throws in
        _ = try await store.owner()
        let invited = member("ben", .author, state: .invited, name: "")
        try await store.invite(invited, link: link(1, of: "ben"))
        let found = try await store.memberLink(hash: hash(1), at: Sample.now)
        #expect(found?.member == invited && found?.link == link(1, of: "ben"))
        let wins = await count(20) { number in
          let used = try? await store.useLink(
            hash: hash(1), name: "Ben \(number)", password: .sample(UInt8(number)), at: Sample.now)
          return (used ?? nil) != nil
        }
        #expect(wins == 1)
        let joined = try #require(try await store.credentials(member: "ben"))
        #expect(joined.member.state == .active && joined.member.role == .author)
        #expect(joined.password.map { "Ben \($0.key[0])" } == joined.member.name)
        #expect(try await store.memberLink(hash: hash(1), at: Sample.now) == nil)
      },
      Promise("a link works before its end, and only the newest of a member") { store async throws in
        _ = try await store.owner()
        try await store.invite(member("ben", .author, state: .invited), link: link(1, of: "ben"))
        let end = link(1, of: "ben").expiresAt
        #expect(try await store.memberLink(hash: hash(1), at: end - .milliseconds(1)) != nil)
        #expect(try await store.memberLink(hash: hash(1), at: end) == nil)
        #expect(try await store.useLink(hash: hash(1), name: "Ben", password: .sample(2), at: end) == nil)
        try await store.insert(link(2, of: "ben"))
        #expect(
          try await store.useLink(hash: hash(1), name: "Ben", password: .sample(2), at: Sample.now) == nil)
        #expect(try await store.member("ben")?.state == .invited)
        #expect(
          try await store.useLink(hash: hash(2), name: "Ben", password: .sample(2), at: Sample.now)?.name
            == "Ben")
      },
      Promise("a link is only for members in its state: invitations for the invited, resets for the active") {
        store async throws in
        let owner = try await store.owner()
        try await store.invite(member("ben", .author, state: .invited), link: link(1, of: "ben"))
        await expect(.conflict) { () async throws(StoreError) in
          try await store.insert(link(3, of: "ben", .reset))
        }
        await expect(.conflict) { () async throws(StoreError) in
          try await store.insert(link(3, of: owner.id, .invitation))
        }
        await expect(.notFound) { () async throws(StoreError) in
          try await store.insert(link(3, of: "nobody", .reset))
        }
        // A deactivated member's link is gone.
        #expect(try await store.change("ben", to: .deactivate, by: owner.actor) == nil)
        #expect(
          try await store.useLink(hash: hash(1), name: "Ben", password: .sample(2), at: Sample.now) == nil)
        await expect(.conflict) { () async throws(StoreError) in
          try await store.insert(link(3, of: "ben", .reset))
        }
      },
      Promise("a link ends with a new role or state of its member, and of the member who made it") {
        store async throws in
        let owner = try await store.owner()
        let admin = try await store.author()
        func works(_ number: UInt8) async throws -> Bool {
          try await store.memberLink(hash: hash(number), at: Sample.now) != nil
        }
        func change(_ id: String, _ change: TeamChange) async throws {
          #expect(try await store.change(id, to: change, by: owner.actor) == nil)
        }
        try await change(admin.id, .role(.admin))
        try await store.invite(
          member("cleo", .author, state: .invited), link: link(5, of: "cleo", by: admin.id))
        #expect(try await works(5))
        // Nothing changes, and then the member becomes an owner: the admin who kept the link would
        // become one with it.
        try await change("cleo", .role(.author))
        #expect(try await works(5))
        try await change("cleo", .role(.owner))
        #expect(try await !works(5))
        #expect(
          try await store.useLink(hash: hash(5), name: "Cleo", password: .sample(2), at: Sample.now) == nil)
        // Nor can the admin make another one: the present role counts, whatever the page showed.
        await expect(.conflict) { () async throws(StoreError) in
          try await store.insert(link(6, of: "cleo", by: admin.id))
        }
        try await store.insert(link(6, of: "cleo", by: owner.id))
        try await change("cleo", .deactivate)
        #expect(try await !works(6))

        for (number, demotion) in [(7, TeamChange.role(.viewer)), (8, .deactivate)] as [(UInt8, TeamChange)] {
          try await change(admin.id, .role(.admin))
          try await store.invite(
            member("d\(number)", .admin, state: .invited), link: link(number, of: "d\(number)", by: admin.id))
          try await change(admin.id, demotion)
          #expect(try await !works(number))
          await expect(.conflict) { () async throws(StoreError) in
            try await store.insert(link(number, of: "d\(number)", by: admin.id))
          }
        }
        // Those of somebody else stay.
        try await store.invite(
          member("eve", .viewer, state: .invited), link: link(9, of: "eve", by: owner.id))
        try await change(admin.id, .reactivate)
        #expect(try await store.memberLink(hash: hash(9), at: Sample.now)?.link.author == owner.id)
      },
      Promise("a new password ends the member's links and sessions, except the session that is kept") {
        store async throws in
        let owner = try await store.owner()
        for (id, number) in [("kept", 1), ("other", 2)] as [(String, UInt8)] {
          try await store.insert(
            ConsoleSession(
              id: id, hash: hash(number), memberID: owner.id, createdAt: Sample.now,
              expiresAt: Sample.now + .seconds(60)))
        }
        try await store.insert(link(3, of: owner.id, .reset))
        try await store.setPassword(.sample(7), of: owner.id, keeping: "kept")
        #expect(try await store.sessions(member: owner.id, at: Sample.now).map(\.id) == ["kept"])
        #expect(try await store.memberLink(hash: hash(3), at: Sample.now) == nil)
        #expect(try await store.credentials(member: owner.id)?.password == .sample(7))
        // A reset also ends the session that made it.
        try await store.insert(link(4, of: owner.id, .reset))
        #expect(
          try await store.useLink(hash: hash(4), name: nil, password: .sample(8), at: Sample.now)?.name
            == owner.name)
        #expect(try await store.sessions(member: owner.id, at: Sample.now).isEmpty)
        await expect(.notFound) { () async throws(StoreError) in
          try await store.setPassword(.sample(9), of: "nobody", keeping: nil)
        }
      },
      Promise("a password is replaced only while it is the old one, and no session ends") {
        store async throws in
        let owner = try await store.owner()
        try await store.insert(
          ConsoleSession(
            id: "s", hash: hash(1), memberID: owner.id, createdAt: Sample.now,
            expiresAt: Sample.now + .seconds(60)))
        try await store.replacePassword(.sample(9), with: .sample(3), of: owner.id)
        #expect(try await store.credentials(member: owner.id)?.password == .sample(1))
        try await store.replacePassword(.sample(1), with: .sample(3), of: owner.id)
        #expect(try await store.credentials(member: owner.id)?.password == .sample(3))
        #expect(try await store.sessions(member: owner.id, at: Sample.now).count == 1)
      },
      Promise("when two owners deactivate each other at the same moment, one stays") { store async throws in
        let owner = try await store.owner()
        try await store.invite(member("ben", .owner, state: .invited), link: link(1, of: "ben"))
        let other = try #require(
          try await store.useLink(hash: hash(1), name: "Ben", password: .sample(2), at: Sample.now))
        async let first = store.change(other.id, to: .deactivate, by: owner.actor)
        async let second = store.change(owner.id, to: .role(.viewer), by: other.actor)
        let problems = [try await first, try await second]
        #expect(problems.count { $0 == .lastOwner } == 1 && problems.count { $0 == nil } == 1)
        #expect(try await store.members().count { $0.role == .owner && $0.state == .active } == 1)
      },
      Promise("what is refused changes nothing, and nobody is changed who is not there") {
        store async throws in
        let owner = try await store.owner()
        let author = try await store.author()
        #expect(
          try await store.change(owner.id, to: .deactivate, by: TeamActor(memberID: author.id, role: .admin))
            == .notManaged(.owner))
        #expect(try await store.members() == [owner, author])
        await expect(.notFound) { () async throws(StoreError) in
          _ = try await store.change("nobody", to: .deactivate, by: owner.actor)
        }
        try await store.rename(author.id, to: "Benjamin")
        #expect(try await store.member(author.id)?.name == "Benjamin")
        await expect(.notFound) { () async throws(StoreError) in try await store.rename("nobody", to: "x") }
      },
      Promise("an invitation can be withdrawn until it is accepted") { store async throws in
        let author = try await store.author()
        try await store.invite(member("cleo", .viewer, state: .invited), link: link(9, of: "cleo"))
        try await store.withdrawInvitation("cleo")
        #expect(try await store.member("cleo") == nil)
        #expect(
          try await store.useLink(hash: hash(9), name: "Cleo", password: .sample(2), at: Sample.now) == nil)
        await expect(.conflict) { () async throws(StoreError) in try await store.withdrawInvitation(author.id)
        }
        await expect(.notFound) { () async throws(StoreError) in try await store.withdrawInvitation("cleo") }
      },
    ]
  }

  private static func hash(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

  private static func link(
    _ number: UInt8, of member: String, _ kind: MemberLink.Kind = .invitation, by author: String? = nil
  )
    -> MemberLink
  {
    MemberLink(hash: hash(number), memberID: member, kind: kind, author: author, createdAt: Sample.now)
  }

  fileprivate static func member(
    _ id: String, _ role: Role, state: Member.State = .active, name: String? = nil
  ) -> Member {
    Sample.member(id, role, state: state, name: name)
  }
}

extension PasswordHash {
  /// A password that nobody has derived.
  public static func sample(_ number: UInt8) -> PasswordHash {
    PasswordHash(
      cost: .standard, salt: [UInt8](repeating: number, count: 16), key: [UInt8](repeating: number, count: 32)
    )
  }
}

extension Sample {
  public static func member(_ id: String, _ role: Role, state: Member.State = .active, name: String? = nil)
    -> Member
  {
    guard let email = EmailAddress("\(id)@example.com") else {
      preconditionFailure("\(id) is no part of an address")
    }
    return Member(id: id, email: email, name: name ?? id, role: role, state: state, createdAt: now)
  }
}

extension Member {
  var actor: TeamActor { TeamActor(memberID: id, role: role) }
}

extension MemberStore {
  /// Stores the first member, `ana@example.com`.
  func owner() async throws -> Member {
    let owner = Sample.member("ana", .owner)
    try await insertFirst(owner, password: .sample(1))
    return owner
  }

  /// Stores an active author, `ben@example.com`.
  func author() async throws -> Member {
    let invited = Sample.member("ben", .author, state: .invited)
    let hash = [UInt8](repeating: 200, count: 32)
    try await invite(
      invited, link: MemberLink(hash: hash, memberID: "ben", kind: .invitation, createdAt: Sample.now))
    return try #require(try await useLink(hash: hash, name: "ben", password: .sample(2), at: Sample.now))
  }
}
