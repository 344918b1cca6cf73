// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store
import Testing

extension StoreConformance {
  static var sessions: [Promise] {
    [
      Promise("of twenty browsers with the same link one is signed in") { store async throws in
        try await store.insert(
          SignInLink(hash: hash(1), createdAt: Sample.now, expiresAt: Sample.now + .seconds(900)))
        let wins = await count(20) { _ in
          (try? await store.redeemSignInLink(hash: hash(1), at: Sample.now)) == true
        }
        #expect(wins == 1)
        #expect(try await store.redeemSignInLink(hash: hash(1), at: Sample.now) == false)
      },
      Promise("a link works before its end and not from then on") { store async throws in
        for (number, offset, works) in [(1, -1, true), (2, 0, false), (3, 1, false)] as [(UInt8, Int, Bool)] {
          let link = SignInLink(
            hash: hash(number), createdAt: Sample.now, expiresAt: Sample.now + .seconds(900))
          try await store.insert(link)
          #expect(
            try await store.redeemSignInLink(hash: link.hash, at: link.expiresAt + .milliseconds(offset))
              == works)
        }
        #expect(try await store.redeemSignInLink(hash: hash(9), at: Sample.now) == false)
      },
      Promise("a session is found by its hash until it ends or is deleted") { store async throws in
        let session = session("s", 1)
        try await store.insert(session)
        #expect(
          try await store.session(hash: hash(1), at: Sample.now + .milliseconds(59_999))
            == OpenSession(session: session, member: nil))
        #expect(try await store.session(hash: hash(1), at: Sample.now + .seconds(60)) == nil)
        #expect(try await store.session(hash: hash(2), at: Sample.now) == nil)
        try await store.deleteSession(id: "s")
        try await store.deleteSession(id: "s")
        #expect(try await store.session(hash: hash(1), at: Sample.now) == nil)
      },
      Promise("a session of a member comes with who they are now, and not at all once they are deactivated") {
        store async throws in
        let owner = try await store.owner()
        let author = try await store.author()
        try await store.insert(session("s", 1, of: author.id))
        var seen = author
        seen.seenAt = Sample.now
        #expect(try await store.session(hash: hash(1), at: Sample.now)?.member == seen)
        #expect(try await store.change(author.id, to: .role(.publisher), by: owner.actor) == nil)
        #expect(try await store.session(hash: hash(1), at: Sample.now)?.member?.role == .publisher)
        #expect(try await store.change(author.id, to: .deactivate, by: owner.actor) == nil)
        #expect(try await store.session(hash: hash(1), at: Sample.now) == nil)
        // The session is gone, not hidden.
        #expect(try await store.change(author.id, to: .reactivate, by: owner.actor) == nil)
        #expect(try await store.session(hash: hash(1), at: Sample.now) == nil)
        await expect(.notFound) { () async throws(StoreError) in
          try await store.insert(session("t", 2, of: "nobody"))
        }
      },
      Promise(
        "sessions are listed for each member alone, the one seen last first, without those that have expired"
      ) { store async throws in
        let owner = try await store.owner()
        try await store.insert(session("link", 1))
        try await store.insert(session("early", 2, of: owner.id))
        try await store.insert(session("late", 3, of: owner.id))
        try await store.touchSession(id: "early", at: Sample.now + .seconds(30))
        // An earlier instant changes nothing.
        try await store.touchSession(id: "early", at: Sample.now + .seconds(10))
        let listed = try await store.sessions(member: owner.id, at: Sample.now)
        #expect(listed.map(\.id) == ["early", "late"])
        #expect(listed.first?.seenAt == Sample.now + .seconds(30))
        #expect(try await store.member(owner.id)?.seenAt == Sample.now + .seconds(30))
        #expect(try await store.sessions(member: nil, at: Sample.now).map(\.id) == ["link"])
        #expect(try await store.sessions(member: owner.id, at: Sample.now + .seconds(60)).isEmpty)
      },
      Promise("all sessions of one member end but the one that is kept, and nobody else's") {
        store async throws in
        let (owner, author) = (try await store.owner(), try await store.author())
        for (number, whose) in [nil, nil, owner.id, owner.id, owner.id, author.id].enumerated() {
          try await store.insert(session("s\(number)", UInt8(number), of: whose))
        }
        #expect(try await store.deleteSessions(member: owner.id, keeping: "s3") == 2)
        #expect(try await store.sessions(member: owner.id, at: Sample.now).map(\.id) == ["s3"])
        #expect(try await store.deleteSessions(member: nil, keeping: nil) == 2)
        #expect(try await store.sessions(member: nil, at: Sample.now).isEmpty)
        #expect(try await store.sessions(member: author.id, at: Sample.now).count == 1)
      },
      Promise("a member has a bounded number of sessions: one more ends the oldest") { store async throws in
        let owner = try await store.owner()
        try await store.insert(session("link", 255))
        for number in 0...ConsoleSession.maximumCount {
          var session = session("s\(number)", UInt8(number), of: owner.id)
          session.createdAt = Sample.now + .milliseconds(number)
          try await store.insert(session)
        }
        let ids = Set(try await store.sessions(member: owner.id, at: Sample.now).map(\.id))
        #expect(ids.count == ConsoleSession.maximumCount)
        #expect(!ids.contains("s0") && ids.contains("s1") && ids.contains("s\(ConsoleSession.maximumCount)"))
        #expect(try await store.sessions(member: nil, at: Sample.now).count == 1)
      },
    ]
  }

  private static func session(_ id: String, _ number: UInt8, of member: String? = nil) -> ConsoleSession {
    ConsoleSession(
      id: id, hash: hash(number), memberID: member, device: "Firefox on Linux", createdAt: Sample.now,
      expiresAt: Sample.now + .seconds(60))
  }

  private static func hash(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }
}
