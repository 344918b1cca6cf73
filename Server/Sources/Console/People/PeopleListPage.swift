// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Pages

/// Everybody who uses the app, or those who are looked for.
enum PeopleListPage {
  /// Lines of one page.
  static let length = 50

  /// What was chosen; kept in the address.
  struct Query: Hashable {
    var search = ""
    var after: String?

    var path: String { QueryString.url("/people", [("q", search), ("after", after ?? "")]) }
  }

  /// As the template `people/list` reads it.
  struct Model {
    let search: String
    let people: [Line]
    let hasPeople: Bool
    let isEmpty: Bool
    let nothingFound: String?
    let offersLab: Bool
    let nextHref: String?
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
  }
}

extension PeopleListPage.Model {
  init(_ page: ListPage<PersonSummary>, query: PeopleListPage.Query, now: Instant, hasLab: Bool) {
    search = query.search
    people = page.elements.map { PeopleListPage.Line($0, now: now) }
    hasPeople = !people.isEmpty
    isEmpty = people.isEmpty && query.search.isEmpty && query.after == nil
    nothingFound =
      people.isEmpty && !isEmpty
      ? query.search.isEmpty
        ? "There is nobody further on."
        : "No user id is or begins with “\(query.search)”, and no device has exactly this id. Capital letters count." : nil
    offersLab = hasLab
    nextHref = page.next.map { PeopleListPage.Query(search: query.search, after: $0).path }
    firstHref = query.after.map { _ in PeopleListPage.Query(search: query.search).path }
  }
}

extension PeopleListPage.Line {
  fileprivate init(_ person: PersonSummary, now: Instant) {
    name = person.words
    href = PersonPage.Query().path(person.id)
    isAnonymous = !person.id.hasPrefix("u:")
    let names = person.devices.map(\.device.words)
    devices = names.isEmpty ? "–" : names[0] + (names.count > 1 ? " and \(NumberWords.plural(names.count - 1, "other", "others"))" : "")
    firstSeen = UTCTime(person.firstSeen).date
    lastSeen = UTCTime.exact(person.lastSeen, now: now)
    lastSeenInFull = UTCTime(person.lastSeen).words
    isTest = person.devices.contains { $0.isTest || $0.isLab }
  }
}
