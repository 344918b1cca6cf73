// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import Store
public import StoreSQLite

/// Opens the storage that a configuration names.
public enum DataFolder {
  public static func open(_ storage: ServerConfiguration.Storage) throws(StoreError) -> SQLiteStore {
    switch storage {
    case .directory(let path): try SQLiteStore(directory: path)
    case .memory: try SQLiteStore.inMemory()
    }
  }

  /// The path from the root, without a slash at its end.
  static func absolute(_ path: String) -> String {
    var path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Opens the data for the duration of `body`, also while a server uses it.
  static func use<Value>(
    _ storage: ServerConfiguration.Storage, _ body: (SQLiteStore) async throws(StoreError) -> Value
  ) async throws(StartProblem) -> Value {
    do throws(StoreError) {
      let store = try open(storage)
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
