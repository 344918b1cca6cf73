// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Testing

@Suite("The pages of a list of people")
struct PeoplePageTests {
  /// Stands in for a store: which people each part has, in its order.
  private struct Parts {
    var people: [PeoplePage.Part: [PeopleRow]]
    /// How many people one request of a search looks at.
    var lookedAt = Int.max

    /// The pages of the list, and the parts that were read for each.
    func pages(_ search: String, _ sort: PeopleSort = .lastSeen, limit: Int) -> [(ids: [String], read: Int)] {
      var pages: [(ids: [String], read: Int)] = []
      var next: String?
      repeat {
        guard var page = PeoplePage(search: search, sort: sort, after: next, limit: limit) else {
          Issue.record("\(next ?? "") is no place")
          return pages
        }
        var read = 0
        while let request = page.request, read < 20 {
          read += 1
          let all = people[request.part] ?? []
          let after = request.after.flatMap { mark in all.firstIndex { Self.isAt(mark, $0, request.part) } }
          let left = all[(after.map { $0 + 1 } ?? 0)...]
          let isLooked = if case .all = request.part { !search.isEmpty } else { false }
          let seen = isLooked ? left.prefix(lookedAt) : left
          page.add(
            Array(seen.prefix(request.limit)), lookedAt: isLooked && seen.count < left.count ? seen.last : nil
          )
        }
        pages.append((page.people.map(\.id), read))
        next = page.next
      } while next != nil && pages.count < 100
      return pages
    }

    private static func isAt(_ mark: PeopleMark, _ row: PeopleRow, _ part: PeoplePage.Part) -> Bool {
      switch part {
      case .userID, .device, .all(.name): mark.text == row.id
      case .all(.lastSeen): mark.at == row.lastSeen.milliseconds && mark.person == row.person
      case .all(.firstSeen): mark.at == row.firstSeen.milliseconds && mark.person == row.person
      case .contact, .all(.device): mark.text == row.text && mark.person == row.person
      case .all(.withoutDevice): mark.person == row.person
      }
    }
  }

  private static func row(_ person: Int64, _ id: String? = nil, text: String? = nil) -> PeopleRow {
    PeopleRow(
      person: person, id: id ?? "u:\(person)", firstSeen: Instant(milliseconds: person / 2),
      lastSeen: Instant(milliseconds: 1_000 - person / 3), text: text)
  }

  private static func rows(_ people: ClosedRange<Int64>, text: String? = nil) -> [PeopleRow] {
    people.map { row($0, text: text) }
  }

  private static let searched = Parts(people: [
    .device: rows(1...2), .userID: [row(1, "u:a b1")] + (3...9).map { row($0, "u:a b\($0)") },
    .contact(.email): rows(10...14, text: "\"a.b"),
    .contact(.lastName): rows(15...15, text: ""), .contact(.fullName): rows(16...19, text: "\"x"),
    .all(.lastSeen): rows(20...29),
  ])

  @Test(arguments: [2, 3, 5, 7, 12, 29, 30, 200])
  func `everybody is listed once, in the order of the parts, whatever the pages hold`(limit: Int) {
    let pages = Self.searched.pages("a b", limit: limit)
    #expect(pages.flatMap(\.ids) == (1...29).map { (3...9).contains($0) ? "u:a b\($0)" : "u:\($0)" })
    #expect(pages.allSatisfy { $0.ids.count <= limit && $0.read <= 7 })
    for sort in PeopleSort.allCases {
      let orders: [PeoplePage.Part] =
        switch sort {
        case .lastSeen: [.all(.lastSeen)]
        case .firstSeen: [.all(.firstSeen)]
        case .name: [.all(.name)]
        case .device: [.all(.device), .all(.withoutDevice)]
        }
      let parts = Parts(
        people: Dictionary(
          uniqueKeysWithValues: orders.enumerated().map { place, part in
            (part, Self.rows(Int64(place) * 10 + 1...Int64(place) * 10 + 10, text: "phone.1"))
          }))
      let all = parts.pages("", sort, limit: limit)
      #expect(all.flatMap(\.ids) == Self.rows(1...Int64(orders.count) * 10).map(\.id), "\(sort)")
      // Without a search, no page is empty and each but the last is full.
      #expect(all.dropLast().allSatisfy { $0.ids.count == limit } && all.last?.ids.isEmpty == false)
    }
  }

  @Test func `both names are only looked for in a search of two words`() {
    var parts: [PeoplePage.Part] = []
    var page = PeoplePage(search: "anna", sort: .lastSeen, after: nil, limit: 5)
    while let request = page?.request {
      parts.append(request.part)
      page?.add([])
    }
    #expect(
      parts == [
        .device, .userID, .contact(.email), .contact(.firstName), .contact(.lastName), .all(.lastSeen),
      ])
    #expect(page?.people == [] && page?.next == nil)
  }

  @Test func `a search continues after those who were looked at, also if it found nobody`() {
    var parts = Parts(people: [.all(.lastSeen): Self.rows(1...40)])
    parts.lookedAt = 15
    let pages = parts.pages("x", limit: 50)
    #expect(pages.map(\.ids.count) == [15, 15, 10])
    #expect(pages.flatMap(\.ids) == Self.rows(1...40).map(\.id))
  }

  @Test func `a full page does not look for more people who match a search`() {
    let pages = Parts(people: [.userID: Self.rows(1...5)]).pages("x", limit: 5)
    // The device, the ids, and one of each of three attributes; all others on the next page.
    #expect(pages.map(\.ids.count) == [5, 0] && pages.first?.read == 5)
  }

  @Test(arguments: [
    ("x", ""), ("x", "x"), ("x", "nu:y"), ("x", "c9"), ("x", "c1.2"), ("x", "c1.z.a"), ("x", "o-"),
    ("x", "o1.b"),
    ("x", "nu:x\u{0}"), ("", "1"), ("", "1.2.3"), ("", ""), ("a\u{0}", "o"),
  ])
  func `a damaged place is none`(search: String, place: String) {
    #expect(PeoplePage(search: search, sort: .lastSeen, after: place, limit: 5) == nil)
  }

  @Test func `too long a search finds nobody`() {
    let search = String(repeating: "a", count: PeopleLimits.searchLength + 1)
    #expect(PeoplePage(search: search, sort: .name, after: nil, limit: 5) == nil)
    #expect(PeoplePage(search: String(search.dropLast()), sort: .name, after: nil, limit: 5) != nil)
  }

  @Test(arguments: [
    (ContactField.email, "a\"b", "\"a\\\"b", ""), (.firstName, "Anna B", "\"Anna B", ""),
    (.fullName, "Anna Bee Cee", "\"Bee Cee", "\"Anna\""),
  ])
  func `what people are called is compared with the beginning of what is stored`(
    field: ContactField, search: String, value: String, firstName: String
  ) throws {
    let beginning = try #require(field.beginning(of: search))
    #expect(beginning.value == value && beginning.firstName == firstName)
    #expect(ContactField.fullName.beginning(of: "Anna") == nil)
  }
}
