// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Where one request leaves something for another for a while, whichever server answers it: a
/// secret that is shown once, a draft on its way to the lab, how far an import is.
public struct Shelf: Hashable, Sendable {
  /// The same for all servers.
  public let name: String
  /// How many items of one owner are kept: the newest.
  public let most: Int
  public let lifetime: Duration

  public init(_ name: String, most: Int, lifetime: Duration) {
    (self.name, self.most, self.lifetime) = (name, most, lifetime)
  }
}

public protocol ShelfStore: Sendable {
  /// Puts something there, in place of what its owner had there under the id. Removes what has been
  /// there too long, and the owner's oldest items beyond `Shelf.most`.
  func put(_ value: [UInt8], as id: String, of owner: String, on shelf: Shelf, at now: Instant)
    async throws(StoreError)
  /// What an owner has there, the newest first, with the ids.
  func items(of owner: String, on shelf: Shelf, at now: Instant) async throws(StoreError) -> [ShelfItem]
  /// nil if the owner has nothing there under the id.
  func item(_ id: String, of owner: String, on shelf: Shelf, at now: Instant) async throws(StoreError)
    -> [UInt8]?
  /// The same, and removes it: of several who ask, one gets it.
  func takeItem(_ id: String, of owner: String, on shelf: Shelf, at now: Instant) async throws(StoreError)
    -> [UInt8]?
}

public struct ShelfItem: Hashable, Sendable {
  public var id: String
  public var value: [UInt8]

  public init(id: String, value: [UInt8]) { (self.id, self.value) = (id, value) }
}
