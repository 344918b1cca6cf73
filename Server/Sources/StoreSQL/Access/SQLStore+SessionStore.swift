// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import MartletCore
public import Store

extension SQLStore {
  // MARK: - Sign-in links

  public func insert(_ link: SignInLink) async throws(StoreError) {
    try await write { db in
      try db.run("DELETE FROM sign_in_link WHERE expires_at <= ?", [link.createdAt.milliseconds])
      try db.run(
        "INSERT INTO sign_in_link (hash, created_at, expires_at) VALUES (?, ?, ?)",
        [Data(link.hash), link.createdAt.milliseconds, link.expiresAt.milliseconds])
    }
  }

  public func redeemSignInLink(hash: [UInt8], at: Instant) async throws(StoreError) -> Bool {
    try await write { db in
      try db.execute(SQL.redeemLink, [Data(hash), at.milliseconds]) == 1
    }
  }

  // MARK: - Console sessions

  public func insert(_ session: ConsoleSession) async throws(StoreError) {
    try await write { db in
      try db.run("DELETE FROM console_session WHERE expires_at <= ?", [session.createdAt.milliseconds])
      let member = try session.memberID.map { try db.memberNumber($0) }
      try db.run(
        SQL.insertSession,
        [
          session.id, Data(session.hash), member, session.device, session.createdAt.milliseconds,
          session.seenAt.milliseconds,
          session.expiresAt.milliseconds,
        ])
      try db.run(SQL.memberSeen, [session.seenAt.milliseconds, session.id])
      try db.run(SQL.endOldestSessions, [member, session.id, ConsoleSession.maximumCount - 1])
    }
  }

  public func session(hash: [UInt8], at: Instant) async throws(StoreError) -> OpenSession? {
    try await read { db in
      guard
        let row = try db.row(SQL.sessionByHash, [Data(hash), at.milliseconds])
      else { return nil }
      let session = ConsoleSession(row)
      guard session.memberID != nil else { return OpenSession(session: session, member: nil) }
      let member = try Member(row, prefix: "member_")
      return member.state == .active ? OpenSession(session: session, member: member) : nil
    }
  }

  public func sessions(member: String?, at: Instant) async throws(StoreError) -> [ConsoleSession] {
    try await read { db in
      let number = try member.map { try db.memberNumber($0) }
      return try db.rows(SQL.sessionsOfMember, [number, at.milliseconds]).map(ConsoleSession.init)
    }
  }

  public func touchSession(id: String, at: Instant) async throws(StoreError) {
    try await write { db in
      try db.run(
        "UPDATE console_session SET seen_at = max(seen_at, ?) WHERE id = ?", [at.milliseconds, id])
      try db.run(SQL.memberSeen, [at.milliseconds, id])
    }
  }

  public func deleteSession(id: String) async throws(StoreError) {
    try await write { db in
      try db.run("DELETE FROM console_session WHERE id = ?", [id])
    }
  }

  public func deleteSessions(member: String?, keeping kept: String?) async throws(StoreError) -> Int {
    try await write { db in
      let number = try member.map { try db.memberNumber($0) }
      return try db.execute(SQL.deleteSessions, [number, kept])
    }
  }
}

extension ConsoleSession {
  fileprivate init(_ row: SQLRow) {
    self.init(
      id: row["id"], hash: Array(row["hash"] as Data), memberID: row["member_id"], device: row["device"],
      createdAt: Instant(milliseconds: row["created_at"]), seenAt: Instant(milliseconds: row["seen_at"]),
      expiresAt: Instant(milliseconds: row["expires_at"]))
  }
}

extension SQL {
  static let redeemLink = "DELETE FROM sign_in_link WHERE hash = ? AND expires_at > ?"
  static let insertSession = """
    INSERT INTO console_session (id, hash, member, device, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
    """
  /// Ends all sessions of a member, or of links, but the new one and as many of the newest as may
  /// stay.
  static let endOldestSessions = """
    DELETE FROM console_session WHERE member IS NOT DISTINCT FROM ?1 AND id <> ?2 AND id NOT IN (
      SELECT id FROM console_session WHERE member IS NOT DISTINCT FROM ?1 AND id <> ?2 ORDER BY created_at DESC, id LIMIT ?3)
    """
  private static let sessionColumns =
    "s.id, s.hash, m.id AS member_id, s.device, s.created_at, s.seen_at, s.expires_at"
  static let sessionByHash = """
    SELECT \(sessionColumns), m.email AS member_email, m.name AS member_name, m.state AS member_state, m.created_at AS member_created_at,
      m.seen_at AS member_seen_at, r.role AS member_role
    FROM console_session s LEFT JOIN member m ON m.number = s.member LEFT JOIN member_role r ON r.member = s.member AND r.scope = ''
    WHERE s.hash = ? AND s.expires_at > ?
    """
  static let sessionsOfMember = """
    SELECT \(sessionColumns) FROM console_session s LEFT JOIN member m ON m.number = s.member
    WHERE s.member IS NOT DISTINCT FROM ? AND s.expires_at > ? ORDER BY s.seen_at DESC, s.id
    """
  static let deleteSessions =
    "DELETE FROM console_session WHERE member IS NOT DISTINCT FROM ?1 AND id IS DISTINCT FROM ?2"
  static let memberSeen = """
    UPDATE member SET seen_at = max(coalesce(seen_at, 0), ?1) WHERE number = (SELECT member FROM console_session WHERE id = ?2)
    """
}
