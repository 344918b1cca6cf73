// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
public import Domain
import Foundation
public import MartletCore
public import Store

/// What people do with accounts: the first owner, invitations, passwords. It opens no sessions and
/// makes no links: callers do, with secrets.
public struct TeamAccounts: Sendable {
  let store: any MemberStore
  let hasher: PasswordHasher
  let environment: Environment

  public init(store: any MemberStore, hasher: PasswordHasher = PasswordHasher(), environment: Environment) {
    self.store = store
    self.hasher = hasher
    self.environment = environment
  }

  /// Whether anybody has an account.
  public func hasMembers() async throws(StoreError) -> Bool { try await store.hasMembers() }

  // MARK: - Signing in

  /// A member whose password was right.
  public struct SignedIn: Hashable, Sendable {
    public var member: Member
    /// For the browser to keep: proves at the next attempt that it signed in to this account
    /// before. It is no secret that opens anything.
    public var mark: String
  }

  /// Checks a password. Unknown addresses, wrong passwords and members who are not active get the
  /// same answer after the same work.
  ///
  /// - Parameters:
  ///   - place: Where the attempt comes from; nil for this machine.
  ///   - mark: What the browser kept.
  public func signIn(email: String, password: String, place: String?, mark: String?)
    async throws(AccountProblem) -> SignedIn
  {
    let address = EmailAddress(email)
    let found: MemberCredentials? =
      if let address {
        try await stored { () async throws(StoreError) in try await store.credentials(email: address) }
      } else { nil }
    let known = found.flatMap(Self.mark).flatMap { own in mark.flatMap { Self.isEqual($0, own) ? own : nil } }
    let account = address?.key ?? String(email.prefix(EmailAddress.maximumLength))
    try await admitGuess(account: account, place: place, mark: known)
    // A password that is too long for an account costs as much as any other.
    let isRight = try await derived { () async throws(PasswordHasher.Busy) in
      try await hasher.matches(
        String(password.prefix(PasswordRules.maximumLength + 1)), found?.password,
        in: known == nil ? .strangers : .known)
    }
    guard isRight, let found, let old = found.password, found.member.state == .active else { throw .wrong }
    return SignedIn(member: found.member, mark: Self.mark(try await renewed(old, password, of: found)) ?? "")
  }

  private func admitGuess(account: String, place: String?, mark: String?) async throws(AccountProblem) {
    let wait = try await stored { [now = environment.now()] () async throws(StoreError) in
      try await store.admitGuess(GuessLimits.buckets(account: account, place: place, mark: mark), at: now)
    }
    if let wait { throw .wait(wait) }
  }

  /// Derives the password anew when it was derived with less work than today's.
  private func renewed(_ old: PasswordHash, _ password: String, of found: MemberCredentials)
    async throws(AccountProblem)
    -> MemberCredentials
  {
    guard old.cost != hasher.cost else { return found }
    let new = try await derived { () async throws(PasswordHasher.Busy) in try await hasher.hash(password) }
    try await stored { () async throws(StoreError) in
      try await store.replacePassword(old, with: new, of: found.member.id)
    }
    return MemberCredentials(member: found.member, password: new)
  }

  /// What the browser keeps in which the member just chose a password, as after a sign-in
  /// (`SignedIn.mark`). nil for somebody without a password.
  public func mark(of id: String) async throws(AccountProblem) -> String? {
    try await stored { () async throws(StoreError) in try await store.credentials(member: id) }.flatMap(
      Self.mark)
  }

  /// Changes with the password. Who has it learns nothing about the password: it depends on the
  /// whole derived key.
  private static func mark(_ found: MemberCredentials) -> String? {
    guard let password = found.password else { return nil }
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("known browser \(found.member.id)".utf8), using: SymmetricKey(data: password.key))
    return Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  private static func isEqual(_ left: String, _ right: String) -> Bool {
    SymmetricKey(data: Data(left.utf8)) == SymmetricKey(data: Data(right.utf8))
  }

  // MARK: - Joining

  /// The first member, who owns the server. Throws `.team(.lastOwner)` when there is one already.
  public func createOwner(_ form: AccountForm) async throws(AccountProblem) -> Member {
    let (name, email) = try form.checked(asksForEmail: true)
    guard let email else { throw .fields([.email: Self.emailWords]) }
    let member = Member(
      id: environment.makeID(), email: email, name: name, role: .owner, state: .active,
      createdAt: environment.now())
    let password = try await derived { () async throws(PasswordHasher.Busy) in
      try await hasher.hash(form.password)
    }
    do throws(StoreError) {
      try await store.insertFirst(member, password: password)
    } catch .conflict {
      throw .team(.lastOwner)
    } catch {
      throw .store(error)
    }
    return member
  }

  /// Invites somebody. `link` is the hash of the secret that the invitation's link has.
  public func invite(email: String, role: Role, by actor: TeamActor, link: [UInt8])
    async throws(AccountProblem) -> Member
  {
    guard let address = EmailAddress(email) else { throw .fields([.email: Self.emailWords]) }
    guard actor.role.traits.manages.contains(role) else {
      throw .fields([.role: "Your role cannot give this role."])
    }
    let now = environment.now()
    let member = Member(
      id: environment.makeID(), email: address, name: "", role: role, state: .invited, createdAt: now)
    do throws(StoreError) {
      try await store.invite(
        member,
        link: MemberLink(
          hash: link, memberID: member.id, kind: .invitation, author: actor.memberID, createdAt: now))
    } catch .alreadyExists {
      throw .fields([.email: "Somebody in the team has this address already."])
    } catch .conflict {
      throw .fields([
        .email: "A team can have up to \(Member.maximumCount) members. Withdraw invitations that nobody uses."
      ])
    } catch {
      throw .store(error)
    }
    return member
  }

  /// Replaces a member's link: a new invitation for somebody who is invited, a reset of the
  /// password for somebody who is active.
  public func renewLink(of id: String, by actor: TeamActor, link: [UInt8]) async throws(AccountProblem)
    -> MemberLink
  {
    let member = try await managed(id, by: actor)
    guard let kind = MemberLink.Kind.allCases.first(where: { $0.state == member.state }) else {
      throw .team(.notNow(member.state))
    }
    let link = MemberLink(
      hash: link, memberID: id, kind: kind, author: actor.memberID, createdAt: environment.now())
    do throws(StoreError) {
      try await store.insert(link)
    } catch .conflict {
      // The member has another role or state meanwhile, or the actor has.
      throw .team(.notNow(try await managed(id, by: actor).state))
    } catch {
      throw .store(error)
    }
    return link
  }

  /// Whose link it is. Uses nothing up.
  public func link(_ hash: [UInt8]) async throws(AccountProblem) -> (link: MemberLink, member: Member) {
    guard
      let found = try await stored({ () async throws(StoreError) in
        try await store.memberLink(hash: hash, at: environment.now())
      })
    else { throw .linkGone }
    return found
  }

  /// Sets the password of the link's member, and with an invitation the name. The link is used up,
  /// and the member's sessions end.
  public func useLink(_ hash: [UInt8], _ form: AccountForm) async throws(AccountProblem) -> Member {
    let (link, member) = try await self.link(hash)
    var form = form
    form.email = member.email.text
    if link.kind == .reset { form.name = member.name }
    let (name, _) = try form.checked(asksForEmail: false)
    let password = try await derived { () async throws(PasswordHasher.Busy) in
      try await hasher.hash(form.password)
    }
    let used = try await stored { () async throws(StoreError) in
      try await store.useLink(hash: hash, name: name, password: password, at: environment.now())
    }
    guard let used else { throw .linkGone }
    return used
  }

  // MARK: - Changing

  public func change(_ id: String, to change: TeamChange, by actor: TeamActor) async throws(AccountProblem) {
    let problem = try await stored { () async throws(StoreError) in
      try await store.change(id, to: change, by: actor)
    }
    if let problem { throw .team(problem) }
  }

  public func withdrawInvitation(of id: String, by actor: TeamActor) async throws(AccountProblem) {
    let member = try await managed(id, by: actor)
    do throws(StoreError) {
      try await store.withdrawInvitation(id)
    } catch .conflict {
      throw .team(.notNow(member.state))
    } catch {
      throw .store(error)
    }
  }

  /// The member, if the actor manages them.
  public func managed(_ id: String, by actor: TeamActor) async throws(AccountProblem) -> Member {
    guard let member = try await stored({ () async throws(StoreError) in try await store.member(id) }) else {
      throw .store(.notFound)
    }
    if let problem = TeamChange.problem(of: actor, managing: member) { throw .team(problem) }
    return member
  }

  public func rename(_ id: String, to name: String) async throws(AccountProblem) {
    if let words = AccountForm.problem(name: name) { throw .fields([.name: words]) }
    try await stored { () async throws(StoreError) in try await store.rename(id, to: name.trimmed) }
  }

  /// Changes one's own password, and ends all other sessions. Guesses of the present password are
  /// limited like those at sign-in.
  public func changePassword(
    of id: String, from current: String, to password: String, keeping session: String
  ) async throws(AccountProblem) {
    guard
      let found = try await stored({ () async throws(StoreError) in try await store.credentials(member: id) })
    else {
      throw .store(.notFound)
    }
    if let problem = PasswordRules.problem(password, email: found.member.email, name: found.member.name) {
      throw .fields([.password: problem.words])
    }
    try await admitGuess(account: found.member.email.key, place: nil, mark: "session \(session)")
    let isRight = try await derived { () async throws(PasswordHasher.Busy) in
      try await hasher.matches(String(current.prefix(PasswordRules.maximumLength + 1)), found.password)
    }
    guard isRight else { throw .fields([.current: "This is not your password."]) }
    let hash = try await derived { () async throws(PasswordHasher.Busy) in try await hasher.hash(password) }
    try await stored { () async throws(StoreError) in
      try await store.setPassword(hash, of: id, keeping: session)
    }
  }

  // MARK: -

  static let emailWords = "Enter an e-mail address, such as name@example.com."

  private func stored<Value>(_ body: () async throws(StoreError) -> Value) async throws(AccountProblem)
    -> Value
  {
    do throws(StoreError) { return try await body() } catch { throw .store(error) }
  }

  private func derived<Value>(_ body: () async throws(PasswordHasher.Busy) -> Value)
    async throws(AccountProblem) -> Value
  {
    do throws(PasswordHasher.Busy) { return try await body() } catch { throw .busy }
  }
}
