// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Pages
import StoreSQLite
import Testing

@testable import Console

@Suite struct KeyListTests {
  private static func keys(_ count: Int, revoked: Int = 0) -> [APIKey] {
    (0..<(count + revoked)).map { number in
      APIKey(
        id: "k\(number)", appID: "app", scope: number % 3 == 0 ? .management : .device,
        name: "Shop app, build \((number * 7) % (count + revoked))",
        prefix: "mk_\(number)", hash: [UInt8(number / 256), UInt8(number % 256)],
        createdAt: Samples.now - .seconds(number * 3_600),
        revokedAt: number < count ? nil : Samples.now)
    }
  }

  @Test func `a list that fits on a page is neither searched nor sorted`() {
    let list = KeyList(Self.keys(KeyList.length - 2, revoked: 2), query: .init())
    #expect(
      list.search == nil && list.pages == nil
        && list.keyColumns.allSatisfy { $0.href == nil && $0.order == nil })
    #expect(list.keys.count == KeyList.length - 2 && list.revoked.count == 2)
  }

  @Test(arguments: KeyList.Sort.allCases)
  func `every key is on one page of a longer one, in the order that is asked for`(sort: KeyList.Sort) throws {
    let keys = Self.keys(70, revoked: 70)
    var found: [KeyList.Key] = []
    var page = 1
    var list = KeyList(keys, query: .init(sort: sort))
    let head = try #require(list.keyColumns.first { $0.order != nil })
    #expect(
      head.href == KeyList.Query(sort: sort).path && list.keyColumns.filter { $0.order != nil }.count == 1)
    while true {
      #expect(list.keys.count <= KeyList.length)
      found += list.keys
      guard list.pages?.next == KeyList.Query(sort: sort, page: page + 1).path else { break }
      page += 1
      list = KeyList(keys, query: .init(sort: sort, page: page))
    }
    #expect(Set(found.map(\.id)) == Set(keys.filter { $0.revokedAt == nil }.map(\.id)) && found.count == 70)
    let texts: [String] =
      switch sort {
      case .newest: found.map { "\(1_000 + Int($0.id.dropFirst())!)" }
      case .name: found.map { $0.name.lowercased() }
      case .kind: found.map(\.scopeName)
      case .prefix: found.map(\.prefix)
      }
    #expect(texts == texts.sorted())
    #expect(
      list.revoked.count == KeyList.length && list.moreRevoked == "50 more revoked keys. Search to find them."
    )
  }

  @Test func `all that the list says of a key can be searched`() throws {
    let keys = Self.keys(30, revoked: 30)
    for key in [keys[4], keys[40]] {
      let created = UTCTime(key.createdAt)
      let isoDay = String(created.field.prefix(10))
      let searches = [
        key.name, "\(key.prefix) \(key.scope.label)", "\(created.words) \(key.prefix)",
        "\(isoDay) \(key.prefix)",
      ]
      for search in searches {
        let list = KeyList(keys, query: .init(search: search))
        #expect((list.keys + list.revoked).contains { $0.id == key.id }, "\(search)")
        #expect((list.keys + list.revoked).count < 30, "\(search)")
      }
    }
    let nothing = KeyList(keys, query: .init(search: "<nobody>"))
    #expect(nothing.nothingFound == "No active keys match “<nobody>”.")
    #expect(nothing.keys.isEmpty && nothing.search != nil)
    #expect(KeyList(keys, query: .init(search: "revoked")).keys.isEmpty)
    #expect(KeyList([], query: .init(search: "x")).nothingFound == nil)
  }

  @Test func `the page of settings searches its keys and stays small`() async throws {
    let browser = try await Browser()
    for key in Self.keys(300, revoked: 300) { try await browser.store.insert(key) }
    let all = try await browser.get("/settings/keys")
    #expect(all.html.utf8.count < 200_000 && all.html.contains("1 to 20 of 300"))
    let last = try await browser.get("/settings/keys?sort=name&page=15").html
    #expect(last.contains("281 to 300 of 300") && last.contains("aria-sort=\"ascending\""))
    let found = try await browser.get("/settings/keys?q=mk_17%20%3Cb%3E").html
    #expect(found.contains("No active keys match “mk_17 &lt;b&gt;”") && !found.contains("<b>"))
    #expect(try await browser.get("/settings/keys?q=mk_177").html.contains("Shop app, build"))
  }
}
