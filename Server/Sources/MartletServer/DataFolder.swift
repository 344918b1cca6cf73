// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Store
public import StoreSQLite

/// Opens what a configuration names.
public enum DataFolder {
  public static func open(_ storage: ServerConfiguration.Storage) throws(StoreError) -> SQLiteStore {
    switch storage {
    case .directory(let path): try SQLiteStore(directory: path)
    case .memory: try SQLiteStore.inMemory()
    }
  }
}
