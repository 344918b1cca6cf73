// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import Store

/// `/search`: pages, campaigns, audiences, people and events by what they are called.
/// `/search/results` is the same for the quick search.
struct SearchRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("search") { request, context in
      let visit = try await console.visit(request, context)
      let found = try await search(request, visit)
      return console.response(
        "search/search", SearchPage(found), visit.frame(title: "Search", section: "search"))
    }
    group.get("search/results") { request, context in
      Response(json: try await search(request, try await console.visit(request, context)).json)
    }
  }

  private func search(_ request: Request, _ visit: Visit) async throws -> ConsoleSearch {
    var source = ConsoleSearch.Source(
      search: String((request.queryValue("q") ?? "").prefix(PeopleLimits.searchLength)))
    source.role = visit.session.role
    source.navigation = console.site.navigation
    guard !source.search.trimmed.isEmpty else { return ConsoleSearch(source) }
    let app = visit.app.id
    source.campaigns = try await console.campaigns.content(of: app).campaigns
    source.audiences = try await console.audiences(visit)
    source.people = try await console.store.people(
      search: source.search, sort: .lastSeen, app: app, after: nil, limit: ConsoleSearch.most + 1
    ).elements
    source.events = try await console.store.customEventNames(app: app, limit: CountLimits.eventNames)
    return ConsoleSearch(source)
  }
}

/// The values of the template `search/search`.
struct SearchPage {
  let search: String
  let groups: [ConsoleSearch.Group]
  let nothingFound: String?

  init(_ found: ConsoleSearch) {
    search = found.search
    groups = found.groups
    nothingFound = found.isEmpty ? "Nothing in this app is called “\(found.search)”." : nil
  }
}
