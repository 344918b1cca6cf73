// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

/// The filters that members keep of lists. They are seen by nobody else, and go with the member.
public protocol SavedFilterStore: Sendable {
  /// Oldest first.
  func savedFilters(_ list: SavedFilter.List, member: String, app: AppID) async throws(StoreError)
    -> [SavedFilter]
  /// Stores the filter. One with the same name changes in its place and keeps its id. Throws
  /// `.conflict` beyond `SavedFilter.maximumCount`, and `.notFound` for a member or an app that
  /// does not exist.
  func save(_ filter: SavedFilter, member: String, app: AppID) async throws(StoreError)
  /// Returns the filter that was removed; nil if the member has none with this id.
  func deleteSavedFilter(_ id: String, member: String, app: AppID) async throws(StoreError) -> SavedFilter?
}
