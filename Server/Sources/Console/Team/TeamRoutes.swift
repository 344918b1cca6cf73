// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Identity
import Pages
import Store

/// `/settings/team`: who has an account, invitations, and the page of each member.
struct TeamRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings/team", use: list)
    group.post("settings/team", use: invite)
    group.post("settings/team/links/end", use: endLinkSessions)
    group.get("settings/team/:id", use: member)
    group.post("settings/team/:id/role", use: changeRole)
    group.post("settings/team/:id/link", use: renewLink)
    group.post("settings/team/:id/deactivate") { request, context in
      try await change(
        .deactivate, request, context, saying: { "\($0.title) is deactivated and signed out everywhere." })
    }
    group.post("settings/team/:id/reactivate") { request, context in
      try await change(.reactivate, request, context, saying: { "\($0.title) can sign in again." })
    }
    group.post("settings/team/:id/withdraw", use: withdraw)
    group.post("settings/team/:id/sessions/end", use: endSessions)
  }

  static let path = SettingsSection.team.path
  static func path(_ member: String) -> String { path + "/" + QueryString.encoded(member) }

  // MARK: - The team

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await answer(TeamPage.Form(), try await console.visit(request, context), context)
  }

  @Sendable
  private func invite(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    var form = TeamPage.Form(
      email: String((fields["email"] ?? "").prefix(1_000)),
      role: fields["role"].flatMap(Role.init) ?? TeamPage.Form().role)
    let secret = Secret.make()
    do throws(AccountProblem) {
      let member = try await console.accounts.invite(
        email: form.email, role: form.role, by: visit.session.actor, link: secret.hash)
      return try await shown(secret, of: member.id, visit)
    } catch {
      let refusal = try AccountRefusal(error)
      form.problems = refusal
      return try await answer(form, visit, context)
    }
  }

  @Sendable
  private func endLinkSessions(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    return try await console.endSessions(
      of: nil, fields, visit, context, back: Self.path + "#links",
      all: "All browsers that a link had signed in are signed out.")
  }

  private func answer(_ form: TeamPage.Form, _ visit: Visit, _ context: ServerRequestContext) async throws
    -> Response
  {
    let model = TeamPage(
      try await console.store.members(), form: form, actor: visit.session.actor, own: visit.session.id,
      linkSessions: try await console.store.sessions(member: nil, at: context.receivedAt),
      linkCommand: console.sessions.linkCommand)
    return console.response(
      "settings/team", model, visit.frame(title: "Team", section: "settings"), status: form.problems.status)
  }

  // MARK: - A member

  @Sendable
  private func member(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.parameters.require("id")
    let secret: String? =
      request.queryValue("link") == nil ? nil : try await console.newSecrets.take(id, for: visit.session)
    return try await answer(id, visit, context, secret: secret, wasShown: request.queryValue("link") != nil)
  }

  @Sendable
  private func changeRole(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let fields = try await request.formFields()
    guard let role = fields["role"].flatMap(Role.init) else { throw Answers.notFound }
    return try await change(
      .role(role), request, context,
      saying: {
        "\($0.title) is now \(role.traits.name)."
          + ($0.state == .invited ? " The link of the invitation no longer works: create a new one." : "")
      })
  }

  /// A new invitation for somebody who is invited, a link to reset the password for everybody else.
  @Sendable
  private func renewLink(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.parameters.require("id")
    let secret = Secret.make()
    do throws(AccountProblem) {
      _ = try await console.accounts.renewLink(of: id, by: visit.session.actor, link: secret.hash)
      return try await shown(secret, of: id, visit)
    } catch {
      return try await answer(id, visit, context, AccountRefusal(error))
    }
  }

  @Sendable
  private func withdraw(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.parameters.require("id")
    do throws(AccountProblem) {
      try await console.accounts.withdrawInvitation(of: id, by: visit.session.actor)
      return console.redirect(to: Self.path, .good, "The invitation is withdrawn. Its link no longer works.")
    } catch {
      return try await answer(id, visit, context, AccountRefusal(error))
    }
  }

  @Sendable
  private func endSessions(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.parameters.require("id")
    let fields = try await request.formFields()
    do throws(AccountProblem) {
      let member = try await console.accounts.managed(id, by: visit.session.actor)
      return try await ended(member, fields, visit, context)
    } catch {
      return try await answer(id, visit, context, AccountRefusal(error))
    }
  }

  private func ended(
    _ member: Member, _ fields: FormFields, _ visit: Visit, _ context: ServerRequestContext
  ) async throws(AccountProblem) -> Response {
    do {
      return try await console.endSessions(
        of: member.id, fields, visit, context, back: Self.path(member.id) + "#sessions",
        all: "\(member.title) is signed out everywhere.")
    } catch {
      throw .store(error as? StoreError ?? .notFound)
    }
  }

  private func change(
    _ change: TeamChange, _ request: Request, _ context: ServerRequestContext,
    saying words: (Member) -> String
  ) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.parameters.require("id")
    guard let member = try await console.store.member(id) else { throw Answers.notFound }
    do throws(AccountProblem) {
      try await console.accounts.change(id, to: change, by: visit.session.actor)
      return console.redirect(to: Self.path(id), .good, words(member))
    } catch {
      return try await answer(id, visit, context, AccountRefusal(error))
    }
  }

  /// Leads to the page that shows the link once, so that reloading makes no second link.
  private func shown(_ secret: Secret, of member: String, _ visit: Visit) async throws(AccountProblem)
    -> Response
  {
    do throws(StoreError) {
      try await console.newSecrets.put(secret.text, of: member, for: visit.session)
    } catch {
      throw .store(error)
    }
    return Response(seeOther: QueryString.url(Self.path(member), [("link", "new")]))
  }

  private func answer(
    _ id: String, _ visit: Visit, _ context: ServerRequestContext, _ refusal: AccountRefusal = .none,
    secret: String? = nil,
    wasShown: Bool = false
  ) async throws -> Response {
    guard let member = try await console.store.member(id) else { throw Answers.notFound }
    let base = console.sessions.publicURL.description
    let kind = MemberLink.Kind.allCases.first { $0.state == member.state } ?? .reset
    let model = MemberPage(
      member, actor: visit.session.actor, own: visit.session.id,
      sessions: try await console.store.sessions(member: id, at: context.receivedAt), refusal: refusal,
      link: secret.map { base + JoinRoutes.path(kind, token: $0) }, wasLinkShown: wasShown)
    let trail = [
      Frame.Link(label: "Settings", href: "/settings"), Frame.Link(label: "Team", href: Self.path),
    ]
    return console.response(
      "settings/member", model, visit.frame(title: member.title, section: "settings", trail: trail),
      status: refusal.status)
  }
}
