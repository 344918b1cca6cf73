// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import Pages
import Store

/// `/campaigns`: the list, and the filters that its reader saves.
struct CampaignListRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns", use: page)
    // The address of the page that refuses a filter.
    group.get("campaigns/filters") { _, _ in Response(seeOther: "/campaigns") }
    group.post("campaigns/filters", use: save)
    group.post("campaigns/filters/:id/delete", use: delete)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await answer(
      try await console.visit(request, context),
      CampaignListPage.Query(FormFields(query: request.uri.query ?? "")), context)
  }

  @Sendable
  private func save(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let member = try visit.member
    let fields = try await request.formFields()
    let query = CampaignListPage.Query(fields)
    let name = (fields["name"] ?? "").trimmed
    let text = SavedFilterSection.text(query)
    var problem = SavedFilterSection.problem(name: name, query: text)
    if problem == nil {
      let filter = SavedFilter(
        id: console.environment.makeID(), list: .campaigns, name: name, query: text,
        createdAt: context.receivedAt)
      do throws(StoreError) {
        try await console.store.save(filter, member: member.id, app: visit.app.id)
        return console.redirect(to: query.at(nil).path, .good, "Saved the filter “\(name)”.")
      } catch {
        guard error == .conflict else { throw error }
        problem = "You have \(SavedFilter.maximumCount) saved filters, the maximum. Remove one first."
      }
    }
    return try await answer(visit, query, context, typed: String(name.prefix(1_000)), problem: problem)
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.parameters.require("id")
    let back = CampaignRoutes.path(back: try await request.formFields()["back"]) ?? "/campaigns"
    guard
      let filter = try await console.store.deleteSavedFilter(
        id, member: try visit.member.id, app: visit.app.id)
    else {
      return console.redirect(to: back, .warn, "That filter was removed already.")
    }
    return console.redirect(to: back, .good, "Removed the filter “\(filter.name)”.")
  }

  private func answer(
    _ visit: Visit, _ query: CampaignListPage.Query, _ context: ServerRequestContext, typed: String = "",
    problem: String? = nil
  ) async throws -> Response {
    let listed = try await console.campaigns.content(of: visit.app.id)
    let names = await console.audienceNames(app: visit.app.id)
    var source = CampaignListPage.Source(
      campaigns: listed.campaigns.map { $0.naming(names) },
      counts: try await console.store.counts(app: visit.app.id),
      creators: listed.creators, findings: listed.findings, role: visit.session.role,
      leftOut: console.store.leftOut(app: visit.app.id), now: context.receivedAt)
    if let member = visit.session.member {
      source.filters = SavedFilterSection.Source(
        filters: try await console.store.savedFilters(.campaigns, member: member.id, app: visit.app.id),
        typed: typed, problem: problem)
    }
    let part = CampaignListPage.Part(source, query: query)
    let drawings = try await console.thumbnails.drawings(of: part.campaigns)
    let model = CampaignListPage.Model(source, part, query: query, drawings: drawings)
    return console.response(
      "campaigns/list", model, visit.frame(title: "Campaigns", isWide: true),
      status: problem == nil ? .ok : .unprocessableContent)
  }
}

extension CampaignListPage.Query {
  /// Of an address or a form; what it does not name, or names wrongly, is the default.
  init(_ fields: FormFields) {
    let sort = fields["sort"].flatMap(CampaignListPage.Sort.init) ?? .newest
    self.init(
      state: fields["state"].flatMap(CampaignState.init),
      search: String((fields["q"] ?? "").prefix(ListTable.searchLength)), sort: sort,
      place: ListPlace(
        after: fields["after"], before: fields["before"], key: fields["key"], isText: sort == .name))
  }
}
