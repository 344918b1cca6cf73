// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func add(_ request: PrivacyRequest, app: AppID) async throws(StoreError) -> PrivacyRequest? {
    guard let name = request.personID, name.hasPrefix("u:"), !name.utf8.contains(0) else { return nil }
    return try await write { db in
      let key = try db.appKey(app)
      guard let person = try IngestTables(app: key).person(name, db) else { return nil }
      if let row = try db.row(SQL.newestRequestOfPerson, [key, person, request.kind.rawValue]) {
        let known = try PrivacyRequest(row)
        if known.answersRepetition(at: request.requestedAt) { return known }
      }
      try db.run(
        SQL.insertPrivacyRequest,
        [
          key, request.id, request.kind.rawValue, person, request.requestedAt.milliseconds,
          request.dueAt.milliseconds,
        ])
      return request
    }
  }

  public func privacyRequest(_ id: String, app: AppID) async throws(StoreError) -> PrivacyRequest? {
    guard !id.utf8.contains(0) else { return nil }
    return try await read { db in try db.privacyRequest(id, app) }
  }

  public func privacyRequests(
    isOpen: Bool, app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<PrivacyRequest> {
    let limit = limit.clamped(to: PrivacyRequest.page)
    let place = after.flatMap { Int64($0) } ?? (isOpen ? 0 : Int64.max)
    return try await read { db in
      let rows = try db.rows(
        isOpen ? SQL.openPrivacyRequests : SQL.closedPrivacyRequests, [app.rawValue, place, limit + 1])
      let elements = try rows.prefix(limit).map { try PrivacyRequest($0) }
      let last: Int64? = rows.count > limit ? rows[limit - 1]["number"] : nil
      return ListPage(elements: elements, next: last.map { "\($0)" })
    }
  }

  public func openPrivacyRequests(app: AppID, at now: Instant) async throws(StoreError) -> (
    count: Int, overdue: Int
  ) {
    try await read { db in
      let row = try db.row(SQL.countOpenPrivacyRequests, [now.milliseconds, app.rawValue])
      return (row?["n"] ?? 0, row?["overdue"] ?? 0)
    }
  }

  // MARK: - Answers

  public func answerPrivacyRequest(
    _ id: String, with answer: PrivacyRequest.Answer, app: AppID, at: Instant
  ) async throws(StoreError) -> PrivacyRequest {
    guard !id.utf8.contains(0) else { throw .notFound }
    return try await write { db in
      let key = try db.appKey(app)
      guard var request = try db.privacyRequest(id, app) else { throw StoreError.notFound }
      guard request.isOpen else { throw StoreError.conflict }
      if case .done(let receipt) = answer, request.kind == .deletion, let person = request.personID {
        // It answers the request too.
        _ = try PersonDeletion(person, app: key, db)?.run(writing: receipt, at: at, db)
      } else if request.close(answer, at: at) {
        try request.write(app: key, db)
      }
      guard let answered = try db.privacyRequest(id, app) else { throw StoreError.notFound }
      return answered
    }
  }

  public func deleteAnonymousPerson(
    onDevice deviceID: String, app: AppID, receipt: String, at: Instant
  ) async throws(StoreError) -> AnonymousDeletion {
    let name = PersonID.of(userID: nil, deviceID: deviceID)
    guard !name.utf8.contains(0) else { return .nothingStored }
    return try await write { db in
      guard let deletion = try PersonDeletion(name, app: db.appKey(app), db) else { return .nothingStored }
      guard deletion.name == name else { return .belongsToUser }
      return .deleted(try deletion.run(writing: receipt, at: at, db))
    }
  }
}

extension PrivacyRequest {
  /// Those of a person, for the end of their data.
  static func all(of person: Int64, app: Int64, _ db: any SQLSession) throws -> [PrivacyRequest] {
    try db.rows(SQL.requestsOfPerson, [app, person]).map {
      try PrivacyRequest($0)
    }
  }

  /// Writes what changes with an answer. Whom it belongs to is only written when it belongs to
  /// nobody any more.
  func write(app: Int64, _ db: any SQLSession) throws {
    try db.run(
      SQL.writePrivacyRequest,
      [
        state.rawValue, closedAt?.milliseconds, note, receiptID, personID == nil, app, id,
      ])
  }

  fileprivate init(_ row: SQLRow) throws {
    guard let kind = Kind(rawValue: row["kind"]), let state = State(rawValue: row["state"]) else {
      throw StoreError.failed("A stored privacy request is of a kind that this version does not know.")
    }
    self.init(
      id: row["id"], kind: kind, personID: row["alias"],
      requestedAt: Instant(milliseconds: row["requested_at"]),
      dueAt: Instant(milliseconds: row["due_at"]), state: state, closedAt: Instant(stored: row["closed_at"]),
      note: row["note"],
      receiptID: row["receipt"])
  }
}

/// The statements of requests about personal data. The description of `SQL` applies here too.
extension SQLSession {
  fileprivate func privacyRequest(_ id: String, _ app: AppID) throws -> PrivacyRequest? {
    try row(SQL.privacyRequest, [app.rawValue, id]).map {
      try PrivacyRequest($0)
    }
  }
}

extension SQL {
  private static let request = """
    SELECT q.number, q.id, q.kind, p.alias, q.requested_at, q.due_at, q.state, q.closed_at, q.note, q.receipt
    FROM privacy_request q LEFT JOIN person p ON p.app = q.app AND p.person_id = q.person_id
    """
  static let privacyRequest = "\(request) WHERE q.app = \(thisApp) AND q.id = ?"
  static let newestRequestOfPerson = """
    \(request) WHERE q.app = ? AND q.person_id = ? AND q.kind = ? ORDER BY q.number DESC LIMIT 1
    """
  static let openPrivacyRequests = """
    \(request) WHERE q.app = \(thisApp) AND q.state = 'open' AND q.number > ? ORDER BY q.number LIMIT ?
    """
  static let closedPrivacyRequests = """
    \(request) WHERE q.app = \(thisApp) AND q.state <> 'open' AND q.number < ? ORDER BY q.number DESC LIMIT ?
    """
  static let countOpenPrivacyRequests = """
    SELECT count(*) AS n, count(*) FILTER (WHERE due_at < ?) AS overdue FROM privacy_request WHERE app = \(thisApp) AND state = 'open'
    """
  static let insertPrivacyRequest = """
    INSERT INTO privacy_request (app, id, kind, person_id, requested_at, due_at, state) VALUES (?, ?, ?, ?, ?, ?, 'open')
    """
  static let requestsOfPerson = "\(request) WHERE q.app = ? AND q.person_id = ?"
  static let writePrivacyRequest = """
    UPDATE privacy_request SET state = ?, closed_at = ?, note = ?, receipt = ?, person_id = CASE WHEN ? THEN NULL ELSE person_id END
    WHERE app = ? AND id = ?
    """
}
