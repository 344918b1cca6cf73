// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import Store

extension StoreError {
  /// What a database error means to callers. SQL and values stay out of the text, because they may
  /// be personal.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(error)
    default: self = .failed("Unexpected: \(type(of: error)).")
    }
  }

  private init(_ error: DatabaseError) {
    switch error.resultCode {
    case .SQLITE_FULL:
      self = .unavailable("The disk is full. Free some space. No repair is needed.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = .unavailable("The data file is locked by another process.")
    case .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_ABORT:
      self = .unavailable("The data file cannot be read or written right now (\(error.resultCode)).")
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH:
      self = .unavailable(
        "The data file cannot be written (\(error.resultCode)). Check its owner, its permissions and its folder's."
      )
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      // Senders keep their events until a backup is restored.
      self = .unavailable(
        "The data file is damaged or is not a data file (\(error.resultCode)). Restore a backup.")
    case .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY:
      self = .notFound
    case .SQLITE_CONSTRAINT
    where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
      || error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE:
      self = .alreadyExists
    default: self = .failed("The database returned \(error.extendedResultCode).")
    }
  }
}
