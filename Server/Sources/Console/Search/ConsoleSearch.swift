// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// What a search over the whole console found, in groups. The page and the quick search both show
/// it.
struct ConsoleSearch {
  /// What is searched.
  struct Source {
    var search: String
    var role = Role.owner
    var navigation: [NavigationItem] = []
    /// Newest first.
    var campaigns: [Campaign] = []
    var audiences: [Audience] = []
    /// Those that the search found, best first.
    var people: [PersonSummary] = []
    /// Names of custom events.
    var events: [String] = []

    init(search: String) { self.search = search }
  }

  struct Group {
    let title: String
    let found: [Found]
    /// Where all of them are listed; nil if these are all.
    let more: Frame.Link?
  }

  struct Found {
    let label: String
    let href: String
    /// Such as the state of a campaign.
    let note: String?
  }

  /// The most of one group.
  static let most = 6

  let search: String
  /// Those that have something. Without a search, only pages.
  let groups: [Group]

  init(_ source: Source) {
    search = source.search
    let terms = ListSearch(source.search)
    let places = SearchPlace.open(to: source.role, navigation: source.navigation).filter {
      terms.finds(in: $0.label + " " + $0.words)
    }
    var groups = [
      Group(title: "Pages", found: places.map { Found(label: $0.label, href: $0.href, note: nil) }, more: nil)
    ]
    if !terms.isEmpty {
      groups += [
        Self.group(
          "Campaigns", source.campaigns.filter { terms.finds(in: $0.name) },
          all: QueryString.url("/campaigns", [("q", search)])
        ) {
          Found(label: $0.name, href: "/campaigns/\($0.id.rawValue)", note: $0.state.words)
        },
        Self.group("Audiences", source.audiences.filter { terms.finds(in: $0.name) }, all: "/audiences") {
          Found(label: $0.name, href: "/audiences/\($0.id)", note: $0.isList ? "Uploaded list" : nil)
        },
        Self.group("People", source.people, all: QueryString.url("/people", [("q", search)])) {
          Found(label: PersonWords.name($0.id), href: PersonPage.Query().path($0.id), note: nil)
        },
        Self.group(
          "Events", source.events.filter { terms.finds(in: $0) },
          all: QueryString.url("/events", [("q", search)])
        ) {
          Found(label: $0, href: EventTopic(kind: "custom", name: $0).path, note: nil)
        },
      ]
    }
    self.groups = groups.filter { !$0.found.isEmpty }
  }

  private static func group<Item>(_ title: String, _ items: [Item], all: String, _ found: (Item) -> Found)
    -> Group
  {
    Group(
      title: title, found: items.prefix(most).map(found),
      more: items.count > most ? Frame.Link(label: "All \(title.lowercased())", href: all) : nil)
  }

  var isEmpty: Bool { groups.isEmpty }

  var json: Wire.JSONValue {
    [
      "groups": .array(
        groups.map { group in
          [
            "title": .string(group.title),
            "found": .array(
              (group.found + (group.more.map { [Found(label: $0.label, href: $0.href, note: nil)] } ?? []))
                .map { found in
                  var fields: [String: Wire.JSONValue] = [
                    "label": .string(found.label), "href": .string(found.href),
                  ]
                  fields["note"] = found.note.map { .string($0) }
                  return .object(fields)
                }),
          ]
        })
    ]
  }
}
