// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletTesting
import Store
import StoreSQLite
import Testing

@testable import Identity

@Suite struct TeamAccountsTests {
  private let store: SQLiteStore
  private let accounts: TeamAccounts
  private let clock = ManualClock(start: Instant(milliseconds: 1_795_000_000_000))
  private static let password = "a quiet bird at dawn"
  private static let link = TeamActor(memberID: nil, role: .owner)

  init() throws {
    store = try SQLiteStore.inMemory()
    let hasher = PasswordHasher(cost: try #require(PasswordHasherTests.cheap))
    accounts = TeamAccounts(store: store, hasher: hasher, environment: clock.environment)
  }

  private func owner() async throws -> Member {
    try await accounts.createOwner(
      AccountForm(name: " Ana ", email: "ana@example.com", password: Self.password))
  }

  private func signIn(_ email: String, _ password: String, mark: String? = nil) async throws(AccountProblem)
    -> TeamAccounts.SignedIn
  {
    try await accounts.signIn(email: email, password: password, place: "here", mark: mark)
  }

  private func refusal(_ body: () async throws(AccountProblem) -> Void) async -> AccountProblem? {
    do throws(AccountProblem) {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `the first person owns the server and signs in with the password`() async throws {
    let owner = try await owner()
    #expect(owner.role == .owner && owner.name == "Ana" && owner.state == .active)
    #expect(try await signIn("ANA@example.com", Self.password).member == owner)
    let second = await refusal { () async throws(AccountProblem) in
      _ = try await accounts.createOwner(
        AccountForm(name: "Ben", email: "ben@example.com", password: Self.password))
    }
    #expect(second == .team(.lastOwner))
  }

  @Test func `every problem of a form is found together`() async throws {
    let problem = await refusal { () async throws(AccountProblem) in
      _ = try await accounts.createOwner(AccountForm(name: " ", email: "nobody", password: "short"))
    }
    guard case .fields(let fields) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(Set(fields.keys) == [.name, .email, .password])
    #expect(try await !store.hasMembers())
  }

  @Test func `an unknown address, a wrong password and a member who may not sign in get one answer`()
    async throws
  {
    _ = try await owner()
    let secret: [UInt8] = Array(repeating: 1, count: 32)
    let invited = try await accounts.invite(
      email: "ben@example.com", role: .author, by: Self.link, link: secret)
    for (email, password) in [
      ("nobody@example.com", Self.password), ("ana@example.com", "another quiet bird"),
      ("ana@example.com", ""), ("no address", "x"),
      ("", ""),
      ("ben@example.com", Self.password),
    ] {
      #expect(
        await refusal { () async throws(AccountProblem) in _ = try await signIn(email, password) } == .wrong,
        "\(email)")
    }
    _ = try await accounts.useLink(secret, AccountForm(name: "Ben", password: Self.password))
    #expect(try await signIn("ben@example.com", Self.password).member.id == invited.id)
    try await accounts.change(invited.id, to: .deactivate, by: Self.link)
    #expect(
      await refusal { () async throws(AccountProblem) in
        _ = try await signIn("ben@example.com", Self.password)
      } == .wrong)
  }

  @Test func `guesses are limited whether or not there is an account, and the right password waits too`()
    async throws
  {
    _ = try await owner()
    for email in ["ana@example.com", "nobody@example.com"] {
      for _ in 0..<10 {
        #expect(
          await refusal { () async throws(AccountProblem) in _ = try await signIn(email, "wrong") } == .wrong)
      }
      #expect(
        await refusal { () async throws(AccountProblem) in _ = try await signIn(email, Self.password) }
          == .wait(.seconds(30)))
    }
    await clock.advance(by: .seconds(30))
    #expect(try await signIn("ana@example.com", Self.password).member.name == "Ana")
  }

  @Test
  func `a browser that signed in before gets past guesses of others, and not with somebody else's mark`()
    async throws
  {
    _ = try await owner()
    let mark = try await signIn("ana@example.com", Self.password).mark
    for number in 0..<100 {
      _ = await refusal { () async throws(AccountProblem) in
        _ = try await accounts.signIn(
          email: "ana@example.com", password: "wrong", place: "address \(number)", mark: "forged")
      }
    }
    for other in [nil, "forged", mark + "x"] {
      let problem = await refusal { () async throws(AccountProblem) in
        _ = try await accounts.signIn(
          email: "ana@example.com", password: Self.password, place: "new", mark: other)
      }
      #expect(problem == .wait(.seconds(15)), "\(other ?? "none")")
    }
    #expect(try await signIn("ana@example.com", Self.password, mark: mark).mark == mark)
  }

  @Test func `a password that was derived with less work is derived anew at the next sign-in`() async throws {
    let owner = try await owner()
    let before = try #require(try await store.credentials(member: owner.id)?.password)
    let dearer = PasswordHasher(cost: try #require(PasswordCost(logRounds: 5, blockSize: 8, parallelism: 1)))
    let later = TeamAccounts(store: store, hasher: dearer, environment: clock.environment)
    _ = await refusal { () async throws(AccountProblem) in
      _ = try await later.signIn(email: "ana@example.com", password: "wrong", place: nil, mark: nil)
    }
    #expect(try await store.credentials(member: owner.id)?.password == before)
    let signedIn = try await later.signIn(
      email: "ana@example.com", password: Self.password, place: nil, mark: nil)
    #expect(try await store.credentials(member: owner.id)?.password?.cost == dearer.cost)
    // The mark is the one that the next sign-in expects.
    #expect(
      try await later.signIn(email: "ana@example.com", password: Self.password, place: nil, mark: nil).mark
        == signedIn.mark)
  }

  @Test func `an invitation is used once, and its problems use nothing up`() async throws {
    _ = try await owner()
    let secret: [UInt8] = Array(repeating: 1, count: 32)
    _ = try await accounts.invite(email: "ben@example.com", role: .publisher, by: Self.link, link: secret)
    guard
      case .fields(let fields) = await refusal({ () async throws(AccountProblem) in
        _ = try await accounts.useLink(secret, AccountForm(name: "", password: "ben@example.com"))
      })
    else {
      Issue.record("a form without a name was accepted")
      return
    }
    #expect(Set(fields.keys) == [.name, .password])
    #expect(
      try await accounts.useLink(secret, AccountForm(name: "Ben", password: Self.password)).role == .publisher
    )
    let again = await refusal { () async throws(AccountProblem) in
      _ = try await accounts.useLink(secret, AccountForm(name: "Ben", password: Self.password))
    }
    #expect(again == .linkGone)
  }

  @Test func `a link does not outlive the role for which it was made`() async throws {
    _ = try await owner()
    let (secret, reset): ([UInt8], [UInt8]) = (Array(repeating: 3, count: 32), Array(repeating: 4, count: 32))
    let ben = try await accounts.invite(email: "ben@example.com", role: .admin, by: Self.link, link: secret)
    _ = try await accounts.useLink(secret, AccountForm(name: "Ben", password: Self.password))
    let cleo = try await accounts.invite(
      email: "cleo@example.com", role: .author, by: TeamActor(memberID: ben.id, role: .admin), link: secret)
    #expect(try await accounts.link(secret).link.author == ben.id)
    try await accounts.change(cleo.id, to: .role(.owner), by: Self.link)
    let used = await refusal { () async throws(AccountProblem) in
      _ = try await accounts.useLink(secret, AccountForm(name: "Ben, as owner", password: Self.password))
    }
    #expect(used == .linkGone)
    // Ben's page still says that he is an admin, and he is not.
    try await accounts.change(ben.id, to: .role(.viewer), by: Self.link)
    try await accounts.change(cleo.id, to: .role(.author), by: Self.link)
    let renewed = await refusal { () async throws(AccountProblem) in
      _ = try await accounts.renewLink(
        of: cleo.id, by: TeamActor(memberID: ben.id, role: .admin), link: reset)
    }
    #expect(renewed == .team(.notNow(.invited)))
  }

  @Test func `a browser in which a password was chosen is known, until the next password`() async throws {
    let owner = try await owner()
    func isKnown(_ mark: String?) async throws -> Bool {
      // Guesses have used up the account, but not its known browsers.
      for _ in 0..<50 {
        _ = await refusal { () async throws(AccountProblem) in
          _ = try await signIn("ana@example.com", "wrong")
        }
      }
      return await refusal { () async throws(AccountProblem) in
        _ = try await signIn("ana@example.com", "wrong", mark: mark)
      } == .wrong
    }
    let first = try await accounts.mark(of: owner.id)
    #expect(try await isKnown(first))
    #expect(try await !isKnown(nil))
    try await accounts.changePassword(
      of: owner.id, from: Self.password, to: "nineteen quiet birds", keeping: "session")
    let second = try await accounts.mark(of: owner.id)
    #expect(try await isKnown(second))
    #expect(try await !isKnown(first))
    #expect(try await signIn("ana@example.com", "nineteen quiet birds", mark: second).mark == second)
    #expect(try await accounts.mark(of: "nobody") == nil)
  }

  @Test func `a link resets the password of an active member, and gives no new name`() async throws {
    let owner = try await owner()
    let secret: [UInt8] = Array(repeating: 2, count: 32)
    #expect(try await accounts.renewLink(of: owner.id, by: Self.link, link: secret).kind == .reset)
    #expect(
      try await accounts.useLink(secret, AccountForm(name: "Somebody", password: "nineteen quiet birds")).name
        == "Ana")
    #expect(
      await refusal { () async throws(AccountProblem) in
        _ = try await signIn("ana@example.com", Self.password)
      } == .wrong)
    #expect(try await signIn("ana@example.com", "nineteen quiet birds").member.id == owner.id)
  }

  @Test func `an admin makes no link that opens an owner's account, and invites no owner`() async throws {
    let owner = try await owner()
    let admin = TeamActor(memberID: "somebody", role: .admin)
    let link = await refusal { () async throws(AccountProblem) in
      _ = try await accounts.renewLink(of: owner.id, by: admin, link: [1])
    }
    #expect(link == .team(.notManaged(.owner)))
    let invited = await refusal { () async throws(AccountProblem) in
      _ = try await accounts.invite(email: "ben@example.com", role: .owner, by: admin, link: [1])
    }
    #expect(invited == .fields([.role: "Your role cannot give this role."]))
  }

  @Test func `one's own password needs the present one, whose guesses are limited`() async throws {
    let owner = try await owner()
    func change(from current: String) async -> AccountProblem? {
      await refusal { () async throws(AccountProblem) in
        try await accounts.changePassword(
          of: owner.id, from: current, to: "nineteen quiet birds", keeping: "session")
      }
    }
    for _ in 0..<9 {
      #expect(await change(from: "wrong") == .fields([.current: "This is not your password."]))
    }
    #expect(await change(from: Self.password) == nil)
    #expect(await change(from: "nineteen quiet birds") == .wait(.seconds(30)))
  }
}
