// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Delivery
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Pages
import Store

/// `/people`: the people who use the app, and the page of one person with their timeline.
struct PeopleRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("people", use: list)
    group.get("people/:id", use: page)
    group.post("people/:id/test-device", use: setTestDevice)
    group.post("people/:id/revoke-device", use: revokeDevice)
    group.post("people/:id/attributes", use: changeAttribute)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let query = PeopleListPage.Query(
      search: String((request.queryValue("q") ?? "").prefix(PeopleLimits.searchLength)),
      sort: request.queryValue("sort").flatMap(PeopleSort.init) ?? .lastSeen,
      after: request.queryValue("after"))
    let page = try await console.store.people(
      search: query.search, sort: query.sort, app: visit.app.id, after: query.after,
      limit: PeopleListPage.length)
    let model = PeopleListPage.Model(
      page, query: query, now: context.receivedAt,
      hasLab: console.site.navigation.contains(.lab) && visit.may(.author),
      role: visit.session.role)
    return console.response(
      "people/list", model, visit.frame(title: "People", section: "people", isWide: true))
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await page(request, context, form: AttributeForm())
  }

  /// - Parameter form: What was typed to set an attribute.
  func page(
    _ request: Request, _ context: ServerRequestContext, form: AttributeForm,
    status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let visit = try await console.visit(request, context)
    let person = try await console.person(context, visit)
    let query = PersonPage.Query(request)
    // An anonymous person who has been identified since redirects to the identified person.
    guard person.summary.id == (try context.personID) else {
      return Response(seeOther: query.path(person.summary.id))
    }
    let listed = try await console.campaigns.content(of: visit.app.id)
    func read(_ after: String?, _ limit: Int) async throws(StoreError) -> ListPage<TimelineEntry> {
      try await console.store.timeline(
        personID: person.summary.id, kinds: query.kind.map { [$0] } ?? [], app: visit.app.id, after: after,
        limit: limit)
    }
    let search = ListSearch(query.search)
    let timeline =
      search.isEmpty
      ? try await read(query.after, PersonPage.length)
      : try await TimelineSearch(search: search, words: TimelineWords(campaigns: listed.campaigns)).page(
        after: query.after, read)
    let names = listed.names
    let pushes = try await console.store.pushes(
      to: person.summary.id, app: visit.app.id, limit: PersonPage.pushes)
    let audiences = try await console.store.audiences(app: visit.app.id)
    let standings = try await PersonCampaigns(store: console.store).standings(
      of: person.summary.id, among: listed.campaigns, audiences,
      locales: person.summary.devices.map(\.device.locale), app: visit.app.id,
      at: context.receivedAt)
    let source = PersonPage.Source(
      person: person, timeline: timeline, pushes: pushes, standings: standings,
      audienceNames: AudienceNames(campaigns: listed.campaigns, audiences: audiences),
      campaigns: listed.campaigns,
      now: context.receivedAt,
      role: visit.session.role, form: form)
    let model = PersonPage.Model(source, query: query)
    let trail: [Frame.Link] =
      if let campaign = query.campaign, let name = names[campaign] {
        [.campaigns, Frame.Link(label: name, href: "/campaigns/\(campaign)#decisions")]
      } else {
        [.people]
      }
    return console.response(
      "people/person", model, visit.frame(title: model.name, section: "people", trail: trail, isWide: true),
      status: status)
  }

  /// Switches a device to the state that the form names, so pressing twice does no harm.
  @Sendable
  private func setTestDevice(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (visit, form, device, back) = try await device(request, context)
    guard let wanted = form["test"] else { throw Answers.notFound }
    let isTest = wanted == "on"
    let name = device.words
    do throws(StoreError) {
      try await console.store.setTestDevice(device.id, isTest, app: visit.app.id, at: context.receivedAt)
    } catch {
      guard case .conflict = error else { throw error }
      return console.redirect(
        to: back,
        .warn,
        "The app already has \(PeopleLimits.testDevices) test devices. Remove one that you no longer use.")
    }
    return console.redirect(
      to: back, .good,
      isTest
        ? "“\(name)” is now a test device. It reports every decision from its next sync, and campaign reports leave it out."
        : "“\(name)” is no longer a test device. Its activity counts in reports from now on.")
  }

  /// Revokes a device whose files somebody else may have. The server accepts nothing from its id
  /// any more; the app continues as a new device.
  @Sendable
  private func revokeDevice(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (visit, _, device, back) = try await device(request, context)
    try await console.store.revokeDevice(device.id, app: visit.app.id, at: context.receivedAt)
    return console.redirect(
      to: back, .good, "“\(device.words)” is revoked. On its next sync the app continues as a new device.")
  }

  // MARK: - Attributes

  /// Sets or removes an attribute, with the same event that a program would send, so the timeline
  /// shows it.
  @Sendable
  private func changeAttribute(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let person = try await console.person(context, visit)
    var form = AttributeForm(try await request.formFields())
    guard person.summary.id.hasPrefix("u:") else { throw Answers.notFound }
    if let value = form.checked() {
      let event = Wire.EventRecord(
        id: console.environment.makeID(), at: context.receivedAt, sessionID: nil,
        userID: String(person.summary.id.dropFirst(2)),
        body: .attribute(key: form.key, value: value))
      let result = try await console.intake.store(
        [event], undecodable: [], device: nil, app: visit.app.id, at: context.receivedAt
      ).first
      form.read(result)
    }
    guard form.isValid else {
      return try await page(request, context, form: form, status: .unprocessableContent)
    }
    return console.redirect(
      to: PersonPage.Query().path(person.summary.id) + "#attributes", .good, form.doneWords)
  }

  /// The device that the form is about, and the path back to the person's page.
  private func device(
    _ request: Request, _ context: ServerRequestContext
  ) async throws -> (visit: Visit, form: FormFields, device: Wire.Device, back: String) {
    let visit = try await console.visit(request, context)
    let person = try await console.person(context, visit)
    let form = try await request.formFields()
    guard let device = person.summary.devices.first(where: { $0.device.id == form["device"] }) else {
      throw Answers.notFound
    }
    return (visit, form, device.device, PersonPage.Query().path(person.summary.id) + "#devices")
  }
}

extension Console {
  /// The person in the path. Throws 404 if there is none.
  func person(_ context: ServerRequestContext, _ visit: Visit) async throws -> Person {
    guard let person = try await store.person(try context.personID, app: visit.app.id) else {
      throw Answers.notFound
    }
    return person
  }
}

extension Frame.Link {
  static let people = Frame.Link(label: "People", href: "/people")
}

extension PersonPage.Query {
  init(_ request: Request) {
    kind = request.queryValue("kind").flatMap(Wire.EventRecord.Topic.init)
    search = String((request.queryValue("q") ?? "").prefix(ListTable.searchLength))
    after = request.queryValue("after")
    campaign = request.queryValue("campaign").flatMap { $0.utf8.count <= Wire.Limits.idLength ? $0 : nil }
  }
}
