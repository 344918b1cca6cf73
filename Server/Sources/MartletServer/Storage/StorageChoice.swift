// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Store
import StoreSQLite

/// With what the server stores its data: nothing else of the server knows.
extension ServerConfiguration.Storage {
  /// nil for data in memory.
  var location: (any StoreLocation)? {
    switch self {
    case .directory(let path): SQLiteLocation(path)
    case .memory: nil
    }
  }

  func open() throws(StoreError) -> any Store {
    if let location { try location.open() } else { try SQLiteStore.inMemory() }
  }
}
