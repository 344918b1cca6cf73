// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
public import MartletCore
public import MartletKit
import Store

extension ServerMaintenance {
  /// Copies the data to a file, also while a server runs. Returns a description of what was done.
  public static func backUp(
    configuration: ServerConfiguration, to file: String, replacing: Bool, progress: (Double) -> Void
  ) throws(StartProblem) -> String {
    let (folder, location) = try place(configuration)
    do throws(StoreError) {
      let copy = try location.backUp(to: file, replacing: replacing, progress: progress)
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
    let (folder, location) = try place(configuration)
    do throws(StoreError) {
      let restored = try location.restore(file, label: label(environment.now()), progress: progress)
      var lines = [
        "Restored \(file) to \(folder): \(size(restored.copy.bytes)), schema \(restored.copy.schema)."
      ]
      if let replaced = restored.replaced { lines.append("The previous data is kept in \(replaced).") }
      if restored.copy.schema < location.schema {
        lines.append(
          "The backup is from an older version. The next start migrates it to schema \(location.schema)."
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
    let location = try place(configuration).location
    do throws(StoreError) {
      let report = try location.verify(file)
      return (report.lines(knowing: location.schema), report.isSound)
    } catch {
      throw .store(error)
    }
  }

  private static func place(
    _ configuration: ServerConfiguration
  ) throws(StartProblem) -> (folder: String, location: any StoreLocation) {
    guard let location = configuration.storage.location else {
      throw .store(.failed("The data is only in memory."))
    }
    return ("\(location)", location)
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
  /// - Parameter known: The schema of this version.
  fileprivate func lines(knowing known: Int) -> [String] {
    let name = (path as NSString).lastPathComponent
    var lines: [String] = []
    lines += damages.map { "FAIL  \(name): \($0)" }
    if damages.isEmpty { lines.append("ok    \(name): intact, \(bytes) bytes, schema \(schema).") }
    lines += unreadable.map { "FAIL  definitions: \($0)" }
    lines += disagreements.map { "FAIL  counters: \($0)" }
    if disagreements.isEmpty {
      lines.append(
        schema == known
          ? "ok    counters: match the data."
          : "      counters: not checked, the file is from an older version (this one has schema \(known))."
      )
    }
    lines += rows.map { "      \($0.name): \($0.rows)" }
    return lines
  }
}
