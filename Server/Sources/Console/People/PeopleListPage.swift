// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Pages

/// Everybody who uses the app, or the result of a search.
enum PeopleListPage {
  /// Lines per page.
  static let length = 50

  /// What the user chose; kept in the address.
  struct Query: Hashable {
    var search = ""
    var sort = PeopleSort.lastSeen
    var after: String?

    var path: String {
      QueryString.url(
        "/people", [("q", search), ("sort", sort == .lastSeen ? "" : sort.rawValue), ("after", after ?? "")])
    }
  }

  /// The values of the template `people/list`.
  struct Model {
    let search: String
    let sorts: [ListTable.Choice]
    let columns: [ListTable.Column]
    /// Who is in the list, and in which order.
    let intro: String
    let people: [Line]
    let isEmpty: Bool
    let nothingFound: String?
    let offersLab: Bool
    let mayAdminister: Bool
    let nextHref: String?
    let nextWords: String
    let firstHref: String?
  }

  struct Line {
    let name: String
    let href: String
    let isAnonymous: Bool
    let devices: String
    let firstSeen: String
    let lastSeen: String
    let lastSeenInFull: String
    let isTest: Bool

    fileprivate init(_ person: PersonSummary, now: Instant) {
      name = person.words
      href = PersonPage.Query().path(person.id)
      isAnonymous = !person.id.hasPrefix("u:")
      let names = person.devices.map(\.device.words)
      devices =
        names.isEmpty
        ? "–"
        : names[0] + (names.count > 1 ? " and \(NumberWords.plural(names.count - 1, "other", "others"))" : "")
      firstSeen = UTCTime(person.firstSeen).date
      lastSeen = UTCTime.exact(person.lastSeen, now: now)
      lastSeenInFull = UTCTime(person.lastSeen).words
      isTest = person.devices.contains { $0.isTest || $0.isLab }
    }
  }
}

extension PeopleListPage.Model {
  init(
    _ page: ListPage<PersonSummary>, query: PeopleListPage.Query, now: Instant, hasLab: Bool,
    role: Role = .owner
  ) {
    search = query.search
    sorts = ListTable.choices(query.sort, \.words)
    let heads = [
      ("Person", PeopleSort.name), ("Devices", .device), ("First seen", .firstSeen),
      ("Last seen (UTC)", .lastSeen),
    ]
    columns = heads.map { label, sort in
      ListTable.Column(
        label: label, href: PeopleListPage.Query(search: query.search, sort: sort).path,
        // A search has its own order: people whose user id begins with it come first.
        order: sort == query.sort && query.search.isEmpty
          ? (sort == .name || sort == .device ? "ascending" : "descending") : nil)
    }
    intro =
      query.search.isEmpty
      ? "Everyone who has opened your app" : "Matches by id, e-mail address and name come first"
    people = page.elements.map { PeopleListPage.Line($0, now: now) }
    isEmpty = people.isEmpty && query.search.isEmpty && query.after == nil
    nothingFound =
      people.isEmpty && !isEmpty
      ? query.search.isEmpty
        ? "No more people."
        : page.next == nil
          ? "No people match “\(query.search)”."
          : "None of the next \(NumberWords.count(PeopleLimits.searched)) people match “\(query.search)”. Continue to search the rest."
      : nil
    nextWords = people.isEmpty ? "Continue search" : "Next page"
    offersLab = hasLab
    mayAdminister = role.may(.administer)
    nextHref = page.next.map { PeopleListPage.Query(search: query.search, sort: query.sort, after: $0).path }
    firstHref = query.after.map { _ in PeopleListPage.Query(search: query.search, sort: query.sort).path }
  }
}

extension PeopleSort {
  fileprivate var words: String {
    switch self {
    case .lastSeen: "Recently seen first"
    case .firstSeen: "Newest first"
    case .name: "User id"
    case .device: "Device"
    }
  }
}
