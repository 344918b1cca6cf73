// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore

/// The people who have an account for the console.
public protocol MemberStore: Sendable {
  /// Oldest first.
  func members() async throws(StoreError) -> [Member]
  func member(_ id: String) async throws(StoreError) -> Member?
  /// Whether anybody has an account, also somebody who is invited or deactivated. Cheap.
  func hasMembers() async throws(StoreError) -> Bool
  /// The member with that address, however it is written (`EmailAddress.key`).
  func credentials(email: EmailAddress) async throws(StoreError) -> MemberCredentials?
  func credentials(member: String) async throws(StoreError) -> MemberCredentials?

  /// Stores the first member. Throws `.conflict` when there is one already: of several callers,
  /// exactly one succeeds.
  func insertFirst(_ member: Member, password: PasswordHash) async throws(StoreError)
  /// Stores an invited member with the link of the invitation. Throws `.alreadyExists` for an
  /// address that somebody has, `.conflict` beyond `Member.maximumCount`, or if the link's author
  /// may not invite with that role, or not any more.
  func invite(_ member: Member, link: MemberLink) async throws(StoreError)
  /// Removes an invited member. Throws `.conflict` for a member in another state, `.notFound` when
  /// there is none.
  func withdrawInvitation(_ id: String) async throws(StoreError)
  /// Gives a member a link; earlier links of that member no longer work. Throws `.conflict` when
  /// the member's state is not the one that the link is for, or if the link's author may not change
  /// the member, or not any more. Throws `.notFound` when there is no such member.
  func insert(_ link: MemberLink) async throws(StoreError)
  /// Whose link it is; nil when it is unknown, was used or has expired. Uses nothing up.
  func memberLink(hash: [UInt8], at: Instant) async throws(StoreError) -> (link: MemberLink, member: Member)?
  /// Sets the password of the link's member, who is active from now on, ends their sessions, and
  /// uses the link up. Returns the member to exactly one caller, and nil when the link does not
  /// work.
  ///
  /// - Parameter name: The member's name from now on; nil to keep it.
  func useLink(hash: [UInt8], name: String?, password: PasswordHash, at: Instant) async throws(StoreError)
    -> Member?

  /// Applies the change, which sees the present member: nothing else changes the team between the
  /// reading and the writing, so there is always an active owner. A link was made for the member as
  /// they were, by somebody who could then: with a new role or state, all links for the member end,
  /// and all that the member made. A member who is deactivated loses the sessions too. Returns what
  /// prevented the change. Throws `.notFound` for nobody.
  func change(_ id: String, to change: TeamChange, by actor: TeamActor) async throws(StoreError)
    -> TeamProblem?
  func rename(_ id: String, to name: String) async throws(StoreError)
  /// Sets the password, and ends the member's links and sessions, except the one with the id
  /// `session`. Throws `.notFound` for nobody.
  func setPassword(_ password: PasswordHash, of member: String, keeping session: String?)
    async throws(StoreError)
  /// Takes one guess from each of the buckets, in order, up to the first that is empty. Returns how
  /// long to wait for that one; nil when the guess may be made.
  func admitGuess(_ buckets: [GuessBucket], at now: Instant) async throws(StoreError) -> Duration?
  /// Replaces a password that is still `old`, for example with one derived with more work. Ends no
  /// session.
  func replacePassword(_ old: PasswordHash, with new: PasswordHash, of member: String)
    async throws(StoreError)
}

/// How many passwords may be guessed for an account, or for an account from one place.
public struct GuessBucket: Hashable, Sendable {
  /// Of the account and the place: what is stored names neither.
  public var hash: [UInt8]
  public var limit: RateLimit

  public init(hash: [UInt8], limit: RateLimit) { (self.hash, self.limit) = (hash, limit) }
}

/// Signed-in browsers, and the links of the server itself that sign one in.
public protocol SessionStore: Sendable {
  func insert(_ link: SignInLink) async throws(StoreError)
  /// Removes the link from the store. True for exactly one caller, while the link has not expired.
  func redeemSignInLink(hash: [UInt8], at: Instant) async throws(StoreError) -> Bool
  /// Stores the session; its member was last seen now. Beyond `ConsoleSession.maximumCount` of the
  /// same member, or of links, the oldest end.
  func insert(_ session: ConsoleSession) async throws(StoreError)
  /// nil also for the session of a member who is not active.
  func session(hash: [UInt8], at: Instant) async throws(StoreError) -> OpenSession?
  /// The sessions of a member, or with nil those that links opened, that have not expired. The one
  /// seen last is first.
  func sessions(member: String?, at: Instant) async throws(StoreError) -> [ConsoleSession]
  /// Records when the session and its member were last seen; an earlier instant changes nothing.
  func touchSession(id: String, at: Instant) async throws(StoreError)
  func deleteSession(id: String) async throws(StoreError)
  /// Ends the sessions of a member, or with nil those that links opened, except the one with the id
  /// `kept`. Returns how many.
  func deleteSessions(member: String?, keeping kept: String?) async throws(StoreError) -> Int
}
