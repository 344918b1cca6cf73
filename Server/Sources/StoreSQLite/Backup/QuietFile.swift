// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Store

/// A data file, or a backup of one, that is read and not changed.
enum QuietFile {
  /// Opens an existing file; creates nothing. A file with a write-ahead log is opened as SQLite
  /// needs it, because otherwise the log's files would stay behind. Statements that write are
  /// refused in either case.
  static func open(_ path: String) throws(StoreError) -> DatabaseQueue {
    do {
      return try connect(path, header: Header(of: path))
    } catch {
      throw DataFile.opening(error, path)
    }
  }

  /// Like `open`, for a file whose header has been read. Throws the database's error, so that
  /// damage can be told from other problems.
  static func connect(_ path: String, header: Header) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = !header.hasLog || !FileManager.default.isWritableFile(atPath: path)
    configuration.busyMode = .timeout(5)
    configuration.label = "martlet-quiet"
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// The contents of a file's first bytes.
  struct Header {
    private let bytes: [UInt8]

    /// Throws unless the file begins like a database.
    init(of path: String) throws(StoreError) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw .cannotOpen("The file \(path) does not exist.")
      }
      guard !isFolder.boolValue else { throw .cannotOpen("\(path) is a folder. Name a file.") }
      guard let bytes = QuietFile.beginning(of: path) else {
        throw .cannotOpen("\(path) cannot be read. Check its owner and its permissions.")
      }
      guard bytes.starts(with: QuietFile.magic), bytes.count == QuietFile.headerLength else {
        throw .cannotOpen(bytes.isEmpty ? "\(path) is empty." : "\(path) is not a data file.")
      }
      self.bytes = bytes
    }

    /// 2 means that the file is written with a write-ahead log.
    var hasLog: Bool { bytes[18] == 2 || bytes[19] == 2 }
    var version: Int { word(60) }
    var isMartlets: Bool { word(68) == Schema.applicationID }

    private func word(_ place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  fileprivate static let magic = Array("SQLite format 3\0".utf8)

  /// Whether the file begins like a database.
  static func isDatabase(_ path: String) -> Bool {
    beginning(of: path)?.starts(with: magic) ?? false
  }

  static func size(of path: String) -> Int64 {
    ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? NSNumber)?.int64Value ?? 0
  }

  fileprivate static let headerLength = 100

  /// nil when the file cannot be read.
  fileprivate static func beginning(of path: String) -> [UInt8]? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    do {
      return Array(try handle.read(upToCount: headerLength) ?? Data())
    } catch {
      return nil
    }
  }
}
