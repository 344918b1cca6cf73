// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CLibPQ
import Store

/// What went wrong, without SQL and without values, which may be personal.
struct PostgresError: Error, Hashable, Sendable {
  /// Five characters; `08006` when the connection is lost or does not answer.
  var sqlState: String
  var message: String

  /// What a caller has to do. Every code that is not named here is a bug or damage.
  enum Fate: Hashable, Sendable {
    /// Nothing was stored. The same transaction again: a deadlock, or a conflict with another.
    case again
    /// The connection is of no use any more. Whether a commit under way was stored is not known:
    /// the sender repeats, and ids make that harmless.
    case reconnect
    /// Nothing was stored, and the connection is fine: there is no room or no time, or somebody
    /// holds a lock.
    case later
    case duplicate
    case missingReference
    case bug
  }

  var fate: Fate {
    switch sqlState {
    case "40001", "40P01": .again
    // 25006: a server that can only read, which is a standby. 25P03: it waited too long for us.
    case "25006", "25P03", "57P01", "57P02", "57P03", "57P04", "57P05": .reconnect
    case "55P03", "57014": .later
    case "23505": .duplicate
    case "23503": .missingReference
    default:
      if sqlState.hasPrefix("08") {
        .reconnect
      } else if sqlState.hasPrefix("53") || sqlState.hasPrefix("58") {
        .later
      } else {
        .bug
      }
    }
  }

  /// Whether a statement that was prepared is not there, or is another one's: a pooler gave us
  /// another connection.
  var isPoolers: Bool { sqlState == "42P05" || sqlState == "26000" }

  /// What to do about a pooler that does not keep a session's state: prepared statements, locks
  /// and notifications.
  static let pooler =
    "A pooler gives each transaction another connection. Let it pool sessions (PgBouncer: pool_mode = session), or connect without it."

  /// A commit whose wait for the standby was cancelled counts as a success for PostgreSQL, which
  /// only warns.
  static let notReplicated = PostgresError(
    sqlState: "08007", message: "A commit was stored on one machine only.")
  static let noAnswer = PostgresError(sqlState: "08006", message: "The database does not answer in time.")
}

extension PostgresError {
  /// The error of a result.
  init(_ result: OpaquePointer) {
    func field(_ code: Character) -> String? {
      PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
    }
    self.init(sqlState: field("C") ?? "08006", message: field("M") ?? "The connection was lost.")
  }

  /// The connection itself failed.
  static func lost(_ connection: OpaquePointer) -> PostgresError {
    let text = String(cString: PQerrorMessage(connection)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return PostgresError(sqlState: "08006", message: text.isEmpty ? "The connection was lost." : text)
  }
}

extension StoreError {
  /// What an error means to callers. Texts of PostgreSQL stay out when they may contain values.
  init(postgres error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as PostgresError: self.init(error)
    default: self = .failed("Unexpected: \(type(of: error)).")
    }
  }

  private init(_ error: PostgresError) {
    switch error.fate {
    case .duplicate: self = .alreadyExists
    case .missingReference: self = .notFound
    case .again:
      self = .unavailable("Others write the same rows right now.")
    case .reconnect where error.sqlState == "25006":
      self = .unavailable("The database only lets us read. It may be a standby.")
    case .reconnect:
      self = .unavailable("The database cannot be reached right now (\(error.sqlState)).")
    case .later where error.sqlState == "53100":
      self = .unavailable("The database's disk is full. Free some space. No repair is needed.")
    case .later where error.sqlState == "53300":
      self = .unavailable("The database has no connection left. Raise max_connections.")
    case .later: self = .unavailable("The database has no room or time right now (\(error.sqlState)).")
    case .bug where error.isPoolers:
      self = .unavailable(PostgresError.pooler)
    case .bug where error.sqlState == "42501":
      self = .unavailable("The database's user may not do what Martlet needs. Make it the tables' owner.")
    case .bug where error.sqlState == "22021":
      self = .failed("A text contains U+0000, which PostgreSQL cannot keep. Remove it.")
    case .bug: self = .failed("The database returned \(error.sqlState).")
    }
  }
}
