// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Identity
import MartletCore
import Pages
import Store

/// `/settings/privacy`: SDK authentication.
struct AuthenticationRoutes: Sendable {
  let settings: SettingsRoutes

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings/privacy", use: page)
    group.post("settings/sdk-authentication", use: changeMode)
    group.post("settings/sdk-authentication/keys", use: add)
    group.post("settings/sdk-authentication/keys/remove", use: remove)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await answer(try await settings.console.visit(request, context), AuthenticationForm())
  }

  @Sendable
  private func changeMode(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await settings.console.visit(request, context)
    let fields = try await request.formFields()
    guard let mode = fields["mode"].flatMap(UserAuthentication.Mode.init) else { throw Answers.notFound }
    return try await change(visit, AuthenticationForm(mode: mode), saying: mode.done) { $0.mode = mode }
  }

  @Sendable
  private func add(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await settings.console.visit(request, context)
    let fields = try await request.formFields()
    let form = AuthenticationForm(
      name: (fields["name"] ?? "").trimmed, pem: (fields["public_key"] ?? "").trimmed)
    return try await change(
      visit, form, isNew: true,
      saying: "Added the key “\(form.name)”. Signatures made with its private key are now accepted."
    ) {
      $0.keys.append(UserAuthentication.Key(name: form.name, pem: form.pem))
    }
  }

  /// Removes the key with the fingerprint, not at an index: somebody else may have removed another
  /// key in the meantime.
  @Sendable
  private func remove(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await settings.console.visit(request, context)
    let fields = try await request.formFields()
    let fingerprint = fields["fingerprint"] ?? ""
    return try await change(
      visit, AuthenticationForm(),
      saying: "Key removed. Signatures made with its private key are now rejected."
    ) {
      $0.keys.removeAll { (try? PublicKey(pem: $0.pem))?.fingerprint ?? "" == fingerprint }
    }
  }

  private func change(
    _ visit: Visit, _ form: AuthenticationForm, isNew: Bool = false, saying words: String,
    _ body: @escaping @Sendable (inout UserAuthentication) -> Void
  ) async throws -> Response {
    let change = try await settings.change(visit) {
      body(&$0.userAuthentication)
      let problems = $0.problems
      if problems.isEmpty { $0.userAuthentication = $0.userAuthentication.canonical }
      return problems
    }
    var form = form
    guard
      form.accepts(change.problems, newKey: isNew ? change.settings.userAuthentication.keys.count - 1 : nil)
    else {
      return try await answer(visit, form, status: .unprocessableContent)
    }
    return settings.saved(words, in: .privacy)
  }

  func answer(
    _ visit: Visit, _ form: AuthenticationForm, requests: PrivacyRequestForm = PrivacyRequestForm(),
    status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let console = settings.console
    let stored = try await console.store.settings(app: visit.app.id)
    let source = AuthenticationSection.Source(
      stored: stored.userAuthentication, form: form,
      totals: console.signatures.totals(of: visit.app.id, at: console.environment.now()),
      since: console.signatures.startedAt)
    let open = try await console.store.openPrivacyRequests(app: visit.app.id, at: console.environment.now())
    let model = PrivacyPage(
      source,
      requests: PrivacyRequestSection.Source(
        stored: stored.privacyRequests, form: requests,
        isAuthenticationOff: stored.userAuthentication.mode == .off, open: open.count,
        overdue: open.overdue))
    return settings.answer("settings/privacy", model, .privacy, visit, status: status)
  }
}

extension UserAuthentication.Mode {
  fileprivate var done: String {
    switch self {
    case .off: "SDK authentication is off. User ids from devices are accepted without a signature."
    case .optional:
      "SDK authentication is optional. Requests without a valid signature are accepted and counted."
    case .required:
      "SDK authentication is required. Requests for a user without a valid signature are rejected."
    }
  }
}
