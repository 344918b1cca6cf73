// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
public import MartletCore
public import MartletKit
import Store
import StoreSQLite

extension ServerMaintenance {
  /// Copies the data to a file, also while a server runs. Returns a description of what was done.
  public static func backUp(
    configuration: ServerConfiguration, to file: String, replacing: Bool, progress: (Double) -> Void
  ) throws(StartProblem) -> String {
    let folder = try folder(configuration)
    do throws(StoreError) {
      let copy = try SQLiteStore.backUp(directory: folder, to: file, replacing: replacing, progress: progress)
      return "Backed up \(folder) to \(file): \(size(copy.bytes)), schema \(copy.schema), verified."
    } catch {
      if error == .alreadyExists {
        throw .store(.failed("\(file) already exists. Choose another name, or replace it with --replace."))
      }
      throw .store(error)
    }
  }

  /// Replaces the data with a backup. Returns what was done, and what is left to do.
  public static func restore(
    _ file: String, configuration: ServerConfiguration, environment: MartletCore.Environment = .live,
    progress: (Double) -> Void
  ) throws(StartProblem) -> [String] {
    let folder = try folder(configuration)
    do throws(StoreError) {
      let restored = try SQLiteStore.restore(
        file, to: folder, label: label(environment.now()), progress: progress)
      var lines = [
        "Restored \(file) to \(folder): \(size(restored.copy.bytes)), schema \(restored.copy.schema)."
      ]
      if let replaced = restored.replaced { lines.append("The previous data is kept in \(replaced).") }
      if restored.copy.schema < SQLiteStore.schemaVersion {
        lines.append(
          "The backup is from an older version. The next start migrates it to schema \(SQLiteStore.schemaVersion)."
        )
      }
      return lines
    } catch {
      throw .store(error)
    }
  }

  /// Checks a backup, or without one the data, and changes nothing. The lines have the form of
  /// `martlet doctor`.
  public static func verify(
    _ file: String?, configuration: ServerConfiguration
  ) throws(StartProblem) -> (lines: [String], isSound: Bool) {
    let path = if let file { file } else { try folder(configuration) + "/" + SQLiteStore.fileName }
    do throws(StoreError) {
      let report = try DataReport(of: path)
      return (report.lines, report.isSound)
    } catch {
      throw .store(error)
    }
  }

  private static func folder(_ configuration: ServerConfiguration) throws(StartProblem) -> String {
    guard case .directory(let path) = configuration.storage else {
      throw .store(.failed("The data is only in memory."))
    }
    return path
  }

  /// The instant in UTC, as a name: `20260131T235900Z`.
  private static func label(_ instant: Instant) -> String {
    let time = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    return time.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
  }

  private static func size(_ bytes: Int64) -> String {
    bytes < 1_000_000 ? "\((bytes + 999) / 1_000) KB" : "\((bytes + 500_000) / 1_000_000) MB"
  }
}

extension DataReport {
  fileprivate var lines: [String] {
    let name = (path as NSString).lastPathComponent
    var lines: [String] = []
    lines += damages.map { "FAIL  \(name): \($0)" }
    if damages.isEmpty { lines.append("ok    \(name): intact, \(bytes) bytes, schema \(schema).") }
    lines += unreadable.map { "FAIL  definitions: \($0)" }
    lines += disagreements.map { "FAIL  counters: \($0)" }
    if disagreements.isEmpty {
      lines.append(
        schema == SQLiteStore.schemaVersion
          ? "ok    counters: match the data."
          : "      counters: not checked, the file is from an older version (this one has schema \(SQLiteStore.schemaVersion))."
      )
    }
    lines += rows.map { "      \($0.name): \($0.rows)" }
    return lines
  }
}
