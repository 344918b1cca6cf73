// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import Store

/// `/events`: what the server receives, by name and one by one.
struct EventPageRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("events", use: list)
    group.get("events/:kind", use: page)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let query = EventListPage.Query(
      search: String((request.queryValue("q") ?? "").prefix(ListTable.searchLength)),
      page: request.queryValue("page").flatMap { Int($0) } ?? 1)
    let model = EventListPage.Model(
      try await volumes(visit, at: context.receivedAt),
      newest: try await console.store.newestEvents(of: nil, app: visit.app.id, limit: EventListPage.tail),
      query: query,
      now: context.receivedAt, hasLab: console.site.navigation.contains(.lab) && visit.may(.author))
    return console.response(
      "events/list", model, visit.frame(title: "Events", section: "events", isWide: true))
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let topic = EventTopic(
      kind: try context.parameters.require("kind").removingPercentEncoding ?? "",
      name: request.queryValue("name") ?? "")
    let volume = try await volumes(visit, at: context.receivedAt).first { $0.topic == topic }
    let newest = try await console.store.newestEvents(of: topic, app: visit.app.id, limit: EventSample.limit)
    guard volume != nil || !newest.isEmpty else { throw Answers.notFound }
    let days = EventListPage.days(at: context.receivedAt)
    let model = EventPage.Model(
      volume ?? EventVolume(topic: topic, days: Array(repeating: 0, count: days.count)),
      people: try await people(topic, days, visit), newest: newest, now: context.receivedAt)
    return console.response(
      "events/event", model,
      visit.frame(
        title: model.name, section: "events", trail: [Frame.Link(label: "Events", href: "/events")],
        isWide: true))
  }

  /// nil for events that cannot be told apart by their kind, or of which there are too many.
  private func people(_ topic: EventTopic, _ days: Range<Int64>, _ visit: Visit) async throws -> [Int]? {
    guard let selector = topic.selector else { return nil }
    return try await console.store.eventPeople(
      selector, days: days, app: visit.app.id, limit: EventPage.countedEvents)
  }

  private func volumes(_ visit: Visit, at now: Instant) async throws -> [EventVolume] {
    try await console.store.eventVolumes(app: visit.app.id, days: EventListPage.days(at: now))
  }
}
