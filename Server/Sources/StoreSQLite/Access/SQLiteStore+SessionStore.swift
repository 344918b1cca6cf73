// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
import GRDB
public import MartletCore
public import Store

extension SQLiteStore {
  // MARK: - Sign-in links

  public func insert(_ link: SignInLink) async throws(StoreError) {
    try await write { db in
      try db.cachedStatement(sql: "DELETE FROM sign_in_link WHERE expires_at <= ?").execute(arguments: [
        link.createdAt.milliseconds
      ])
      try db.cachedStatement(sql: "INSERT INTO sign_in_link (hash, created_at, expires_at) VALUES (?, ?, ?)")
        .execute(arguments: [Data(link.hash), link.createdAt.milliseconds, link.expiresAt.milliseconds])
    }
  }

  public func redeemSignInLink(hash: [UInt8], at: Instant) async throws(StoreError) -> Bool {
    try await write { db in
      try db.cachedStatement(sql: SQL.redeemLink).execute(arguments: [Data(hash), at.milliseconds])
      return db.changesCount == 1
    }
  }

  // MARK: - Console sessions

  public func insert(_ session: ConsoleSession) async throws(StoreError) {
    try await write { db in
      try db.cachedStatement(sql: "DELETE FROM console_session WHERE expires_at <= ?").execute(arguments: [
        session.createdAt.milliseconds
      ])
      let member = try session.memberID.map { try db.memberNumber($0) }
      try db.cachedStatement(sql: SQL.insertSession).execute(arguments: [
        session.id, Data(session.hash), member, session.device, session.createdAt.milliseconds,
        session.seenAt.milliseconds,
        session.expiresAt.milliseconds,
      ])
      try db.cachedStatement(sql: SQL.memberSeen).execute(arguments: [
        session.seenAt.milliseconds, session.id,
      ])
      try db.cachedStatement(sql: SQL.endOldestSessions).execute(arguments: [
        member, session.id, ConsoleSession.maximumCount - 1,
      ])
    }
  }

  public func session(hash: [UInt8], at: Instant) async throws(StoreError) -> OpenSession? {
    try await read { db in
      guard
        let row = try Row.fetchOne(
          db.cachedStatement(sql: SQL.sessionByHash), arguments: [Data(hash), at.milliseconds])
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
      return try Row.fetchAll(
        db.cachedStatement(sql: SQL.sessionsOfMember), arguments: [number, at.milliseconds]
      ).map(ConsoleSession.init)
    }
  }

  public func touchSession(id: String, at: Instant) async throws(StoreError) {
    try await write { db in
      try db.cachedStatement(sql: "UPDATE console_session SET seen_at = max(seen_at, ?) WHERE id = ?")
        .execute(arguments: [at.milliseconds, id])
      try db.cachedStatement(sql: SQL.memberSeen).execute(arguments: [at.milliseconds, id])
    }
  }

  public func deleteSession(id: String) async throws(StoreError) {
    try await write { db in
      try db.cachedStatement(sql: "DELETE FROM console_session WHERE id = ?").execute(arguments: [id])
    }
  }

  public func deleteSessions(member: String?, keeping kept: String?) async throws(StoreError) -> Int {
    try await write { db in
      let number = try member.map { try db.memberNumber($0) }
      try db.cachedStatement(sql: SQL.deleteSessions).execute(arguments: [number, kept])
      return db.changesCount
    }
  }
}

extension ConsoleSession {
  fileprivate init(_ row: Row) {
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
    DELETE FROM console_session WHERE member IS ?1 AND id <> ?2 AND id NOT IN (
      SELECT id FROM console_session WHERE member IS ?1 AND id <> ?2 ORDER BY created_at DESC, id LIMIT ?3)
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
    WHERE s.member IS ? AND s.expires_at > ? ORDER BY s.seen_at DESC, s.id
    """
  static let deleteSessions = "DELETE FROM console_session WHERE member IS ?1 AND id IS NOT ?2"
  static let memberSeen = """
    UPDATE member SET seen_at = max(ifnull(seen_at, 0), ?1) WHERE number = (SELECT member FROM console_session WHERE id = ?2)
    """
}
