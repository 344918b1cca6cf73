// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Pages

/// An app's keys: a table of those in use, and below it the revoked ones. A list longer than a page
/// can be searched and sorted.
struct KeyList {
  let keys: [Key]
  let hasKeys: Bool
  let revoked: [Key]
  /// Shown when not all revoked keys are in the list.
  let moreRevoked: String?
  /// nil if there are too few keys to need a search.
  let search: Search?
  let keyColumns: [ListTable.Column]
  let pages: ListTable.Pages?
  let nothingFound: String?

  /// Lines per page; a list that fits on one page has no search.
  static let length = 20

  enum Sort: String, CaseIterable {
    case newest, name, kind, prefix

    fileprivate static let columns: [(Sort, String)] = [
      (.name, "Name"), (.kind, "Type"), (.prefix, "Prefix"), (.newest, "Created"),
    ]
  }

  /// What the user chose; kept in the address.
  struct Query: Hashable {
    var search = ""
    var sort = Sort.newest
    /// The page number, from 1.
    var page = 1

    var path: String {
      QueryString.url(
        SettingsSection.keys.path,
        [("q", search), ("sort", sort == .newest ? "" : sort.rawValue), ("page", page == 1 ? "" : "\(page)")])
        + "#keys-title"
    }
  }

  struct Search {
    let value: String
    let sort: String?
  }

  struct Key {
    let index: Int
    let id: String
    let name: String
    let scopeName: String
    let scopeHint: String
    let prefix: String
    let createdAt: String
    let revokedAt: String?
    fileprivate let times: [String]

    fileprivate init(_ key: APIKey, index: Int) {
      self.index = index
      id = key.id
      name = key.name
      scopeName = key.scope.label
      scopeHint = key.scope.hint
      prefix = key.prefix
      createdAt = UTCTime(key.createdAt).words
      revokedAt = key.revokedAt.map { UTCTime($0).words }
      times = [key.createdAt, key.revokedAt].compactMap(\.self).map(UTCTime.stamp)
    }

    fileprivate var listedWords: String {
      [name, scopeName, prefix, createdAt, revokedAt.map { "revoked " + $0 } ?? ""].joined(separator: " ")
    }
  }

  init(_ keys: [APIKey], query: Query) {
    let all = keys.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }.enumerated().map {
      Key($1, index: $0)
    }
    let isLong = all.count > Self.length || !query.search.isEmpty
    let looked = ListSearch(query.search)
    let found = all.filter { looked.finds(in: $0.listedWords, times: $0.times) }
    let used = found.filter { $0.revokedAt == nil }
    let sorted: [Key] =
      switch query.sort {
      case .newest: used
      case .name: used.ordered { $0.name.lowercased() }
      case .kind: used.ordered { $0.scopeName }
      case .prefix: used.ordered { $0.prefix }
      }
    let part = ListTable.part(sorted, page: query.page, length: Self.length) {
      Query(search: query.search, sort: query.sort, page: $0).path
    }
    self.keys = Array(part.lines)
    pages = part.pages
    hasKeys = all.contains { $0.revokedAt == nil }
    let gone = found.filter { $0.revokedAt != nil }
    revoked = Array(gone.prefix(Self.length))
    moreRevoked =
      gone.count > Self.length
      ? "\(NumberWords.count(gone.count - Self.length)) more revoked keys. Search to find them." : nil
    search =
      isLong ? Search(value: query.search, sort: query.sort == .newest ? nil : query.sort.rawValue) : nil
    keyColumns = Sort.columns.map { sort, label in
      ListTable.Column(
        label: label, href: isLong ? Query(search: query.search, sort: sort).path : nil,
        order: isLong && sort == query.sort ? (sort == .newest ? "descending" : "ascending") : nil)
    }
    nothingFound = hasKeys && used.isEmpty ? "No active keys match “\(query.search)”." : nil
  }
}
