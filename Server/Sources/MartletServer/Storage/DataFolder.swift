// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import Store

/// The folder that a configuration names.
enum DataFolder {
  /// The path from the root; nil for data in memory.
  static func path(_ storage: ServerConfiguration.Storage) -> String? {
    storage.folder.map(absolute)
  }

  /// What makes a sign-in link.
  static func linkCommand(_ storage: ServerConfiguration.Storage) -> String {
    if case .database = storage {
      return BrowserSessions.linkCommand(dataFolder: path(storage), hasDatabase: true)
    }
    return BrowserSessions.linkCommand(dataFolder: path(storage))
  }

  // MARK: - The running server

  private static func addressFile(_ storage: ServerConfiguration.Storage) -> String? {
    path(storage).map { $0 + "/server-address" }
  }

  /// Writes where the running server is reached into the data folder, so that other commands know
  /// it. nil: it runs no more.
  static func write(_ address: PublicURL?, in storage: ServerConfiguration.Storage) {
    guard let file = addressFile(storage) else { return }
    if let address {
      // With a database, nothing else has made it.
      try? FileManager.default.createDirectory(
        atPath: path(storage) ?? "", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      _ = FileManager.default.createFile(
        atPath: file, contents: Data((address.description + "\n").utf8),
        attributes: [.posixPermissions: 0o600])
    } else {
      try? FileManager.default.removeItem(atPath: file)
    }
  }

  /// Where the running server is reached; nil if none runs.
  static func serverAddress(_ storage: ServerConfiguration.Storage) -> PublicURL? {
    addressFile(storage).flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }.flatMap {
      PublicURL($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// The path from the root, without a slash at its end.
  static func absolute(_ path: String) -> String {
    var path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Opens the data for the duration of `body`, also while a server uses it. Creates no data: a
  /// wrong folder must not look like an empty server.
  static func use<Value>(
    _ storage: ServerConfiguration.Storage, _ body: (any Store) async throws(StoreError) -> Value
  ) async throws(StartProblem) -> Value {
    if case .database(let database, _) = storage, storage.location?.hasData == false {
      throw .configuration(
        field: "--database",
        "the database \(database) has no data of Martlet. Give the database with which the server runs.")
    }
    if let path = path(storage), storage.location?.hasData == false {
      throw .configuration(
        field: "--data",
        "the folder \(path) has no data of Martlet. Give the folder with which the server runs, for example --data /var/lib/martlet."
      )
    }
    do throws(StoreError) {
      let store = try storage.open()
      let value: Value
      do throws(StoreError) {
        value = try await body(store)
      } catch {
        // Only the first error is reported.
        try? await store.leave()
        throw error
      }
      try await store.leave()
      return value
    } catch {
      throw .store(error)
    }
  }
}
