// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Identity
import Pages
import Store

/// `/account`: one's own name, password and sessions.
struct AccountRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("account", use: page)
    group.post("account/name", use: rename)
    group.post("account/password", use: changePassword)
    group.post("account/sessions/end", use: endSessions)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await answer(try await console.visit(request, context), context)
  }

  @Sendable
  private func rename(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let member = try visit.member
    let name = String((try await request.formFields()["name"] ?? "").prefix(1_000))
    do throws(AccountProblem) {
      try await console.accounts.rename(member.id, to: name)
      return console.redirect(to: "/account", .good, "Your name is saved.")
    } catch {
      return try await answer(visit, context, AccountRefusal(error), name: name)
    }
  }

  @Sendable
  private func changePassword(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let member = try visit.member
    let fields = try await request.formFields()
    do throws(AccountProblem) {
      try await console.accounts.changePassword(
        of: member.id, from: fields["current"] ?? "", to: String((fields["password"] ?? "").prefix(1_000)),
        keeping: visit.session.id)
      var response = console.redirect(
        to: "/account", .good, "Your new password is saved. All other browsers are signed out.")
      try await console.know(member.id, &response)
      return response
    } catch {
      return try await answer(visit, context, AccountRefusal(error))
    }
  }

  /// Ends the session that the form names, or with `all` every session of the person but this one.
  @Sendable
  private func endSessions(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    return try await console.endSessions(
      of: visit.session.member?.id, fields, visit, context, back: "/account#sessions",
      all: "All other browsers are signed out.")
  }

  private func answer(
    _ visit: Visit, _ context: ServerRequestContext, _ refusal: AccountRefusal = .none, name: String? = nil
  ) async throws -> Response {
    let sessions = try await console.store.sessions(member: visit.session.member?.id, at: context.receivedAt)
    let model = AccountPage(
      visit.session, sessions: sessions, refusal: refusal, name: name,
      hasMembers: try await console.accounts.hasMembers())
    var response = console.response(
      "account/account", model, visit.frame(title: "Your account", section: Site.account),
      status: refusal.status)
    if let seconds = refusal.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    return response
  }
}

/// The values of the template `account/account`.
struct AccountPage {
  let heading: String
  let role: String
  let roleWords: String
  let problem: String?
  /// nil for somebody whom a link of the server signed in.
  let profile: Profile?
  /// Whether to offer to create the owner.
  let offersOwner: Bool
  let list: SessionList

  struct Profile {
    let email: String
    let nameField: AccountField
    let passwordFields: [AccountField]
  }

  init(
    _ session: BrowserSession, sessions: [ConsoleSession], refusal: AccountRefusal, name: String?,
    hasMembers: Bool
  ) {
    heading = session.member?.title ?? "Signed in by link"
    role = session.role.traits.name
    roleWords = session.role.traits.words
    problem = refusal.words
    offersOwner = !hasMembers
    profile = session.member.map { member in
      Profile(
        email: member.email.text, nameField: .person(name ?? member.name, problem: refusal.fields[.name]),
        passwordFields: [
          AccountField(
            id: "current", name: "current", label: "Current password", type: "password",
            autocomplete: "current-password", limit: 200,
            problem: refusal.fields[.current]),
          .newPassword("New password", problem: refusal.fields[.password]),
        ])
    }
    list = SessionList(
      sessions, own: session.id, endPath: "/account/sessions/end", all: "Sign out everywhere else")
  }
}

extension Console {
  /// Ends the session that a form names, if it is one of this member's (with nil: of those that
  /// links opened), or with `all` every one but this.
  func endSessions(
    of member: String?, _ fields: FormFields, _ visit: Visit, _ context: ServerRequestContext, back: String,
    all: String
  ) async throws -> Response {
    guard let id = fields["session"] else {
      guard fields["all"] != nil else { throw Answers.notFound }
      _ = try await store.deleteSessions(member: member, keeping: visit.session.id)
      return redirect(to: back, .good, all)
    }
    let sessions = try await store.sessions(member: member, at: context.receivedAt)
    guard let session = sessions.first(where: { $0.id == id }) else {
      return redirect(to: back, .warn, "This session has ended already.")
    }
    try await store.deleteSession(id: id)
    return redirect(to: back, .good, "Signed out: \(session.device.isEmpty ? "a browser" : session.device).")
  }
}
