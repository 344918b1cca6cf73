// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import Pages
import Store

/// `/settings/keys`: the keys by which apps and programs connect.
struct KeyRoutes: Sendable {
  let settings: SettingsRoutes
  private var console: Console { settings.console }

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings/keys", use: page)
    group.post("settings/keys", use: create)
    group.post("settings/keys/:id/revoke", use: revoke)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    guard let id = request.queryValue("new") else {
      return try await answer(visit, query: KeyList.Query(request))
    }
    // The secret is shown once; a later visit is told where it went.
    guard let key = try await console.store.keys(app: visit.app.id).first(where: { $0.id == id }) else {
      return try await answer(visit)
    }
    let secret = try await console.newSecrets.take(id, for: visit.session)
    return try await answer(visit, created: KeysPage.Created(key: key, secret: secret))
  }

  /// Redirects to the page that shows the secret once, so that reloading makes no second key.
  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    var form = KeysPage.Form(
      name: fields["name"] ?? "", scope: fields["scope"].flatMap(APIKey.Scope.init) ?? .device)
    let name = form.name.trimmed
    guard (1...CampaignLimits.nameLength).contains(name.count) else {
      form.problem =
        name.isEmpty ? "Enter a name for the key." : "Use at most \(CampaignLimits.nameLength) characters."
      return try await answer(visit, form: form, status: .unprocessableContent)
    }
    let (key, secret) = APIKey.make(
      app: visit.app.id, scope: form.scope, name: name, environment: console.environment)
    try await console.newSecrets.put(secret.text, of: key.id, for: visit.session)
    try await console.store.insert(key)
    return Response(seeOther: QueryString.url(SettingsSection.keys.path, [("new", key.id)]))
  }

  @Sendable
  private func revoke(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.parameters.require("id")
    guard let key = try await console.store.keys(app: visit.app.id).first(where: { $0.id == id }) else {
      throw Answers.notFound
    }
    guard key.revokedAt == nil else {
      return console.redirect(to: SettingsSection.keys.path, .warn, "“\(key.name)” is already revoked.")
    }
    try await console.store.revokeKey(id: id, app: visit.app.id, at: context.receivedAt)
    return settings.saved("Key “\(key.name)” revoked. Requests that use it are now rejected.", in: .keys)
  }

  private func answer(
    _ visit: Visit, query: KeyList.Query = .init(), form: KeysPage.Form = .init(),
    created: KeysPage.Created? = nil,
    status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let model = KeysPage(
      try await console.store.keys(app: visit.app.id), endpoint: console.sessions.publicURL.description,
      query: query, form: form,
      created: created)
    return settings.answer("settings/keys", model, .keys, visit, status: status)
  }
}

extension KeyList.Query {
  init(_ request: Request) {
    self.init(
      search: String((request.queryValue("q") ?? "").prefix(ListTable.searchLength)),
      sort: request.queryValue("sort").flatMap(KeyList.Sort.init) ?? .newest,
      page: request.queryValue("page").flatMap { Int($0) } ?? 1)
  }
}
