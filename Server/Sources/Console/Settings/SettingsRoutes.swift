// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Identity
import MartletCore
import Pages
import Pushing
import Store

/// `/settings`: an app's keys, and the settings for all its campaigns.
struct SettingsRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings", use: page)
    group.post("settings/caps", use: changeCaps)
    group.post("settings/decisions", use: changeShare)
    group.post("settings/names", use: forgetNames)
    group.post("settings/keys", use: create)
    group.post("settings/keys/:id/revoke", use: revoke)
    HoldoutRoutes(settings: self).addRoutes(to: group)
    AuthenticationRoutes(settings: self).addRoutes(to: group)
    PushKeyRoutes(settings: self, keyring: console.pushKeys).addRoutes(to: group)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    guard let id = request.queryValue("new") else { return try await answer(visit, keys: KeyList.Query(request)) }
    // The secret is shown once; a later visit is told where it went.
    guard let key = try await console.store.keys(app: visit.app.id).first(where: { $0.id == id }) else { return try await answer(visit) }
    let secret = await console.newSecrets.take(id, session: visit.session.id)
    return try await answer(visit, created: SettingsPage.Created(key: key, secret: secret))
  }

  // MARK: - Delivery

  /// Adding or removing a row redraws the page and stores nothing, so it works without script.
  @Sendable
  private func changeCaps(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    guard let action = DeliverySettings.Action(fields["do"] ?? "save") else { throw Answers.notFound }
    var delivery = DeliverySettings(try await console.store.settings(app: visit.app.id))
    delivery.readCaps(fields)
    switch action {
    case .add: delivery.addRow()
    case .remove(let index): delivery.removeRow(index)
    case .save:
      let caps = delivery.caps()
      let change = try await change(visit) {
        $0.caps = caps
        return $0.diagnostics
      }
      guard delivery.accepts(change.problems) else { return try await answer(visit, delivery: delivery, status: .unprocessableContent) }
      return saved("Frequency caps saved." + Self.learnt, at: "frequency")
    }
    return try await answer(visit, delivery: delivery)
  }

  @Sendable
  private func changeShare(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    var delivery = DeliverySettings(try await console.store.settings(app: visit.app.id))
    delivery.share = fields["share"] ?? ""
    let sample = delivery.decisionSample
    let change = try await change(visit) {
      $0.decisionSample = sample
      return $0.diagnostics
    }
    guard delivery.accepts(change.problems) else { return try await answer(visit, delivery: delivery, status: .unprocessableContent) }
    return saved("Decision reporting saved." + Self.learnt, at: "decisions")
  }

  private static let learnt = " Devices receive the change on their next sync."

  /// Stores the changed settings, unless the change returns problems.
  func change(
    _ visit: Visit, _ body: @escaping @Sendable (inout AppSettings) -> [Diagnostic]
  ) async throws(StoreError) -> SettingsChange {
    let change = try await console.store.changeSettings(app: visit.app.id, body)
    if change.problems.isEmpty { console.onChange(visit.app.id) }
    return change
  }

  func saved(_ words: String, at place: String) -> Response {
    console.redirect(to: "/settings#\(place)", .good, words)
  }

  // MARK: - Names of events

  /// Removes the event name that was typed, or all names that no campaign uses.
  @Sendable
  private func forgetNames(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    func redirect(_ tone: Frame.Flash.Tone, _ words: String) -> Response { console.redirect(to: "/settings", tone, words) }
    if fields["do"] == "unused" {
      let count = try await console.store.forgetEventNames(nil, app: visit.app.id)
      let removed = NumberWords.plural(count, "event name", "event names")
      return redirect(.good, "Removed \(removed). If devices send one again, its count starts from zero.")
    }
    let name = fields["name"] ?? ""
    guard !name.isBlank else { return redirect(.warn, "Enter an event name.") }
    guard try await console.store.forgetEventNames([name, name.trimmed], app: visit.app.id) > 0 else {
      return redirect(.warn, "No event is counted as “\(name)”. Check upper and lower case, and spaces.")
    }
    return redirect(.good, "Removed the event name “\(name)”. If devices send it again, its count starts from zero.")
  }

  // MARK: - Keys

  /// Redirects to the page that shows the secret once, so that reloading makes no second key.
  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    var form = SettingsPage.Form(name: fields["name"] ?? "", scope: fields["scope"].flatMap(APIKey.Scope.init) ?? .device)
    let name = form.name.trimmed
    guard (1...CampaignLimits.nameLength).contains(name.count) else {
      form.problem = name.isEmpty ? "Enter a name for the key." : "Use at most \(CampaignLimits.nameLength) characters."
      return try await answer(visit, form: form, status: .unprocessableContent)
    }
    let (key, secret) = APIKey.make(app: visit.app.id, scope: form.scope, name: name, environment: console.environment)
    try await console.store.insert(key)
    await console.newSecrets.put(secret.text, of: key.id, session: visit.session.id)
    return Response(seeOther: QueryString.url("/settings", [("new", key.id)]))
  }

  @Sendable
  private func revoke(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.parameters.require("id")
    guard let key = try await console.store.keys(app: visit.app.id).first(where: { $0.id == id }) else { throw Answers.notFound }
    guard key.revokedAt == nil else {
      return console.redirect(to: "/settings", .warn, "“\(key.name)” is already revoked.")
    }
    try await console.store.revokeKey(id: id, app: visit.app.id, at: context.receivedAt)
    console.keys.forgetAll()
    return console.redirect(to: "/settings", .good, "Key “\(key.name)” revoked. Requests that use it are now rejected.")
  }

  /// - Parameter delivery: nil to show the stored values.
  func answer(
    _ visit: Visit, form: SettingsPage.Form = .init(), created: SettingsPage.Created? = nil, delivery: DeliverySettings? = nil,
    authentication: AuthenticationForm = .init(), push: PushKeyForm = .init(), keys: KeyList.Query = .init(),
    status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let stored = try await console.store.settings(app: visit.app.id)
    let model = SettingsPage.Model(
      keys: try await console.store.keys(app: visit.app.id), endpoint: console.sessions.publicURL.description,
      delivery: delivery ?? DeliverySettings(stored), form: form, created: created,
      authentication: AuthenticationSection.Source(
        stored: stored.userAuthentication, form: authentication,
        totals: console.signatures.totals(of: visit.app.id, at: console.environment.now()), since: console.signatures.startedAt),
      otherEvents: try await console.store.otherEvents(app: visit.app.id), keyQuery: keys,
      push: PushSection(keys: try await console.pushKeys.keys(app: visit.app.id), form: push))
    return console.response("settings/settings", model, visit.frame(title: "Settings", section: "settings"), status: status)
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

/// Secrets of new keys, kept until the page after the form has shown them. Reloading that page sends no form and makes no second key.
///
/// In memory only. A secret that nobody fetches is dropped when newer ones need the room, and when the server stops.
actor NewSecrets {
  private static let most = 20
  private var waiting: [(session: String, key: String, secret: String)] = []

  func put(_ secret: String, of key: String, session: String) {
    waiting.append((session, key, secret))
    if waiting.count > Self.most { waiting.removeFirst() }
  }

  /// Returns the secret once, to the browser that made the key.
  func take(_ key: String, session: String) -> String? {
    guard let index = waiting.firstIndex(where: { $0.key == key && $0.session == session }) else { return nil }
    return waiting.remove(at: index).secret
  }
}
