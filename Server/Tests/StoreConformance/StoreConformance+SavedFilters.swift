// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store
import Testing

extension StoreConformance {
  private static func filter(_ number: Int, name: String? = nil, query: String = "state=running")
    -> SavedFilter
  {
    SavedFilter(
      id: "filter-\(number)", list: .campaigns, name: name ?? "Filter \(number)", query: query,
      createdAt: Sample.now + .seconds(number))
  }

  static var savedFilters: [Promise] {
    [
      Promise(
        "a member's filters are kept in the order in which they were made, for that member and app only"
      ) { store async throws in
        try await store.insert(Sample.app())
        try await store.insert(Sample.app("other"))
        let (ana, ben) = (try await store.owner(), try await store.author())
        for number in [2, 1] { try await store.save(filter(number), member: ana.id, app: "shop") }
        #expect(
          try await store.savedFilters(.campaigns, member: ana.id, app: "shop") == [filter(1), filter(2)])
        #expect(try await store.savedFilters(.campaigns, member: ben.id, app: "shop") == [])
        #expect(try await store.savedFilters(.campaigns, member: ana.id, app: "other") == [])
        #expect(try await store.savedFilters(.campaigns, member: "nobody", app: "shop") == [])
      },
      Promise("a filter with a name that is taken changes in its place") { store async throws in
        try await store.insert(Sample.app())
        let ana = try await store.owner()
        for number in 1...2 { try await store.save(filter(number), member: ana.id, app: "shop") }
        try await store.save(filter(3, name: "Filter 1", query: "state=draft"), member: ana.id, app: "shop")
        let kept = try await store.savedFilters(.campaigns, member: ana.id, app: "shop")
        #expect(kept == [filter(1, query: "state=draft"), filter(2)])
      },
      Promise("a member has a bounded number of filters, and room again after removing one") {
        store async throws in
        try await store.insert(Sample.app())
        let (ana, ben) = (try await store.owner(), try await store.author())
        for number in 1...SavedFilter.maximumCount {
          try await store.save(filter(number), member: ana.id, app: "shop")
        }
        await expect(.conflict) { () async throws(StoreError) in
          try await store.save(filter(99), member: ana.id, app: "shop")
        }
        // One of them can still change.
        try await store.save(filter(98, name: "Filter 7", query: "q=x"), member: ana.id, app: "shop")
        #expect(try await store.deleteSavedFilter("filter-1", member: ben.id, app: "shop") == nil)
        #expect(try await store.deleteSavedFilter("filter-1", member: ana.id, app: "shop") == filter(1))
        #expect(try await store.deleteSavedFilter("filter-1", member: ana.id, app: "shop") == nil)
        try await store.save(filter(99), member: ana.id, app: "shop")
        #expect(
          try await store.savedFilters(.campaigns, member: ana.id, app: "shop").count
            == SavedFilter.maximumCount)
      },
      Promise("nobody saves a filter for a member or an app that does not exist") { store async throws in
        try await store.insert(Sample.app())
        let ana = try await store.owner()
        await expect(.notFound) { () async throws(StoreError) in
          try await store.save(filter(1), member: "nobody", app: "shop")
        }
        await expect(.notFound) { () async throws(StoreError) in
          try await store.save(filter(1), member: ana.id, app: "nothing")
        }
      },
    ]
  }
}
