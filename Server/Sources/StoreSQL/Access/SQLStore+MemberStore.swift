// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import MartletCore
public import Store

extension SQLStore {
  // MARK: - Reading

  public func members() async throws(StoreError) -> [Member] {
    try await read { db in
      try db.rows(SQL.members).map { try Member($0) }
    }
  }

  public func member(_ id: String) async throws(StoreError) -> Member? {
    try await credentials(member: id)?.member
  }

  public func hasMembers() async throws(StoreError) -> Bool {
    try await read { db in try db.value(SQL.hasMembers, as: Int.self) == 1 }
  }

  public func credentials(email: EmailAddress) async throws(StoreError) -> MemberCredentials? {
    try await read { db in
      try db.row(SQL.memberByEmail, [email.key]).map(
        MemberCredentials.init)
    }
  }

  public func credentials(member id: String) async throws(StoreError) -> MemberCredentials? {
    try await read { db in try db.credentials(id) }
  }

  public func memberLink(hash: [UInt8], at: Instant) async throws(StoreError) -> (
    link: MemberLink, member: Member
  )? {
    let found = try await read { db in try db.link(hash, at: at) }
    return found.map { ($0.link, $0.credentials.member) }
  }

  // MARK: - Joining

  public func insertFirst(_ member: Member, password: PasswordHash) async throws(StoreError) {
    try await write { db in
      guard try db.value(SQL.hasMembers, as: Int.self) != 1 else { throw StoreError.conflict }
      try db.insert(member, password: password)
    }
  }

  public func invite(_ member: Member, link: MemberLink) async throws(StoreError) {
    try await write { db in
      let known = try db.row(SQL.memberByEmail, [member.email.key])
      guard known == nil else { throw StoreError.alreadyExists }
      guard try db.value(SQL.countMembers, as: Int.self) ?? 0 < Member.maximumCount else {
        throw StoreError.conflict
      }
      try db.insert(member, password: nil)
      try db.insert(link)
    }
  }

  public func withdrawInvitation(_ id: String) async throws(StoreError) {
    try await write { db in
      guard let found = try db.credentials(id) else { throw StoreError.notFound }
      guard found.member.state == .invited else { throw StoreError.conflict }
      try db.run("DELETE FROM member WHERE id = ?", [id])
    }
  }

  public func insert(_ link: MemberLink) async throws(StoreError) {
    try await write { db in
      guard let found = try db.credentials(link.memberID) else { throw StoreError.notFound }
      guard found.member.state == link.kind.state else { throw StoreError.conflict }
      try db.deleteLinks(of: link.memberID)
      try db.insert(link)
    }
  }

  public func useLink(hash: [UInt8], name: String?, password: PasswordHash, at: Instant)
    async throws(StoreError) -> Member?
  {
    try await write { db in
      guard let found = try db.link(hash, at: at) else { return nil }
      var member = found.credentials.member
      guard member.state == found.link.kind.state else { return nil }
      member.name = name ?? member.name
      member.state = .active
      try db.update(member)
      try db.setPassword(password, of: member.id, keeping: nil)
      return member
    }
  }

  // MARK: - Changing

  public func change(_ id: String, to change: TeamChange, by actor: TeamActor) async throws(StoreError)
    -> TeamProblem?
  {
    try await write { db in
      guard let found = try db.credentials(id) else { throw StoreError.notFound }
      let before = found.member
      var member = before
      let others = try db.value(SQL.otherOwners, [id], as: Int.self) ?? 0
      if let problem = change.apply(
        to: &member, by: actor, otherOwners: others, hasPassword: found.password != nil)
      {
        return problem
      }
      guard member != before else { return nil }
      try db.update(member)
      try db.deleteLinks(of: id)
      try db.run("DELETE FROM member_link WHERE author = ?", [try db.memberNumber(id)])
      guard member.state == .deactivated else { return nil }
      try db.run(SQL.deleteSessions, [try db.memberNumber(id), nil])
      return nil
    }
  }

  public func rename(_ id: String, to name: String) async throws(StoreError) {
    try await write { db in
      guard try db.execute("UPDATE member SET name = ? WHERE id = ?", [name, id]) == 1 else {
        throw StoreError.notFound
      }
    }
  }

  public func setPassword(_ password: PasswordHash, of member: String, keeping session: String?)
    async throws(StoreError)
  {
    try await write { db in try db.setPassword(password, of: member, keeping: session) }
  }

  public func admitGuess(_ buckets: [GuessBucket], at now: Instant) async throws(StoreError) -> Duration? {
    try await write(alone: false) { db in
      let now = Duration.milliseconds(now.milliseconds)
      try db.run("DELETE FROM guess WHERE full_at <= ?", [now.wholeMilliseconds])
      for guess in buckets {
        let hash = Data(guess.hash)
        try db.run("INSERT INTO guess (hash, full_at) VALUES (?, 0) ON CONFLICT (hash) DO NOTHING", [hash])
        // Other servers wait for this row.
        let fullAt: Int64? = try db.value(
          "UPDATE guess SET full_at = full_at WHERE hash = ? RETURNING full_at", [hash])
        var bucket = TokenBucket(fullAt: fullAt.map { .milliseconds($0) })
        if case .wait(let wait) = bucket.take(limit: guess.limit, at: now) { return wait }
        let full = bucket.fullAt?.wholeMilliseconds ?? 0
        try db.run("UPDATE guess SET full_at = ? WHERE hash = ?", [full, hash])
      }
      return nil
    }
  }

  public func replacePassword(_ old: PasswordHash, with new: PasswordHash, of member: String)
    async throws(StoreError)
  {
    try await write { db in
      try db.run(
        "UPDATE member SET password = ? WHERE id = ? AND password = ?", [new.text, member, old.text])
    }
  }
}

extension SQLSession {
  /// The number by which other tables know a member. Throws `.notFound` for nobody.
  func memberNumber(_ id: String) throws -> Int64 {
    guard let number = try value(SQL.memberNumber, [id], as: Int64.self) else {
      throw StoreError.notFound
    }
    return number
  }

  fileprivate func credentials(_ id: String) throws -> MemberCredentials? {
    try row(SQL.memberByID, [id]).map(MemberCredentials.init)
  }

  fileprivate func link(_ hash: [UInt8], at: Instant) throws -> (
    link: MemberLink, credentials: MemberCredentials
  )? {
    guard
      let row = try row(SQL.memberLink, [Data(hash), at.milliseconds])
    else { return nil }
    guard let kind = MemberLink.Kind(rawValue: row["link_kind"]) else {
      throw StoreError.failed("A link is stored with a kind that this version does not know.")
    }
    let credentials = try MemberCredentials(row)
    let link = MemberLink(
      hash: hash, memberID: credentials.member.id, kind: kind, author: row["link_author"],
      createdAt: Instant(milliseconds: row["link_created_at"]))
    return (link, credentials)
  }

  fileprivate func insert(_ member: Member, password: PasswordHash?) throws {
    try run(
      SQL.insertMember,
      [
        member.id, member.email.text, member.email.key, member.name, member.state.rawValue, password?.text,
        member.createdAt.milliseconds,
        member.seenAt?.milliseconds,
      ])
    try run(SQL.putRole, [try memberNumber(member.id), member.role.rawValue])
  }

  fileprivate func update(_ member: Member) throws {
    try run(
      "UPDATE member SET name = ?, state = ? WHERE id = ?", [member.name, member.state.rawValue, member.id])
    try run(SQL.putRole, [try memberNumber(member.id), member.role.rawValue])
  }

  /// Role and state of both are those of this transaction, not those that somebody saw before it.
  fileprivate func insert(_ link: MemberLink) throws {
    if let author = link.author {
      guard let maker = try credentials(author)?.member, maker.state == .active,
        let member = try credentials(link.memberID)?.member,
        TeamChange.problem(of: TeamActor(memberID: maker.id, role: maker.role), managing: member) == nil
      else { throw StoreError.conflict }
    }
    try run(
      "INSERT INTO member_link (hash, member, kind, author, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
      [
        Data(link.hash), try memberNumber(link.memberID), link.kind.rawValue,
        try link.author.map { try memberNumber($0) },
        link.createdAt.milliseconds, link.expiresAt.milliseconds,
      ])
  }

  fileprivate func deleteLinks(of member: String) throws {
    try run(SQL.deleteMemberLinks, [try memberNumber(member)])
  }

  fileprivate func setPassword(_ password: PasswordHash, of member: String, keeping session: String?) throws {
    guard
      try execute("UPDATE member SET password = ? WHERE id = ?", [password.text, member]) == 1
    else { throw StoreError.notFound }
    try deleteLinks(of: member)
    try run(SQL.deleteSessions, [try memberNumber(member), session])
  }
}

extension Member {
  /// - Parameter prefix: Of the columns' names.
  init(_ row: SQLRow, prefix: String = "") throws {
    guard let email = EmailAddress(row[prefix + "email"]), let state = State(rawValue: row[prefix + "state"]),
      let role = (row[prefix + "role"] as String?).flatMap(Role.init)
    else {
      throw StoreError.failed("A member is stored with a role or state that this version does not know.")
    }
    self.init(
      id: row[prefix + "id"], email: email, name: row[prefix + "name"], role: role, state: state,
      createdAt: Instant(milliseconds: row[prefix + "created_at"]),
      seenAt: Instant(stored: row[prefix + "seen_at"]))
  }
}

extension MemberCredentials {
  fileprivate init(_ row: SQLRow) throws {
    let text = row["password"] as String?
    let password = text.flatMap { PasswordHash(text: $0) }
    guard password != nil || text == nil else {
      throw StoreError.failed("A password is stored in a form that this version does not know.")
    }
    self.init(member: try Member(row), password: password)
  }
}

extension SQL {
  private static let memberColumns =
    "m.id, m.email, m.name, m.state, m.created_at, m.seen_at, m.password, r.role"
  private static let memberSource = "member m LEFT JOIN member_role r ON r.member = m.number AND r.scope = ''"

  /// The whole team, which is small (`Member.maximumCount`).
  static let members = "SELECT \(memberColumns) FROM \(memberSource) ORDER BY m.number"
  static let hasMembers = "SELECT 1 FROM member LIMIT 1"
  static let countMembers = "SELECT count(*) FROM member"
  static let memberNumber = "SELECT number FROM member WHERE id = ?"
  static let memberByID = "SELECT \(memberColumns) FROM \(memberSource) WHERE m.id = ?"
  static let memberByEmail = "SELECT \(memberColumns) FROM \(memberSource) WHERE m.email_key = ?"
  static let memberLink = """
    SELECT l.kind AS link_kind, l.created_at AS link_created_at, (SELECT a.id FROM member a WHERE a.number = l.author) AS link_author,
      \(memberColumns)
    FROM member_link l JOIN member m ON m.number = l.member LEFT JOIN member_role r ON r.member = m.number AND r.scope = ''
    WHERE l.hash = ? AND l.expires_at > ?
    """
  static let insertMember = """
    INSERT INTO member (id, email, email_key, name, state, password, created_at, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """
  static let putRole = """
    INSERT INTO member_role (member, scope, role) VALUES (?, '', ?) ON CONFLICT (member, scope) DO UPDATE SET role = excluded.role
    """
  static let deleteMemberLinks = "DELETE FROM member_link WHERE member = ?"
  static let otherOwners = """
    SELECT count(*) FROM member_role r JOIN member m ON m.number = r.member
    WHERE r.scope = '' AND r.role = 'owner' AND m.state = 'active' AND m.id <> ?
    """
}
