// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Store
import Synchronization

/// What is stored and cannot be read. Lists go on without it, and it is remembered, so that it can
/// be said.
///
/// One damaged definition concerns its own campaign, not everybody's events.
final class LeftOut: Sendable {
  private struct Name: Hashable, Comparable {
    var app: AppID
    var kind: String
    var id: String

    static func < (one: Name, other: Name) -> Bool {
      (one.app.rawValue, one.kind, one.id) < (other.app.rawValue, other.kind, other.id)
    }
  }

  private let found = Mutex<[Name: String]>([:])

  /// One sentence for each, of an app or of all.
  func sentences(of app: AppID?) -> [String] {
    found.withLock { found in
      found.filter { app == nil || $0.key.app == app }.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// The value; nil if it cannot be read. Throws what concerns the whole file.
  ///
  /// - Parameter kind: What it is, such as `campaign`.
  func reading<Value>(_ kind: String, _ id: String, _ app: AppID, _ read: () throws -> Value) throws -> Value?
  {
    let name = Name(app: app, kind: kind, id: id)
    do {
      let value = try read()
      found.withLock { $0[name] = nil }
      return value
    } catch StoreError.failed(let reason) {
      found.withLock { $0[name] = reason }
      return nil
    }
  }

  /// Forgets those of a list that was read whole and no longer has them.
  func keep(only ids: [String], _ kind: String, _ app: AppID) {
    let kept = Set(ids)
    found.withLock { found in
      found = found.filter { $0.key.app != app || $0.key.kind != kind || kept.contains($0.key.id) }
    }
  }
}
