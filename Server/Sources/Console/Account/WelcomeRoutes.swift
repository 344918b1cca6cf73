// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Identity
import Pages
import Store

/// `/welcome`: offers to create the first account after a link of the server has signed somebody
/// in. It can be left: the link is enough to go on.
struct WelcomeRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("welcome", use: page)
    group.post("welcome", use: create)
  }

  /// The values of the template `account/welcome`.
  struct Model {
    let problem: String?
    let fields: [AccountField]
    /// What makes a sign-in link.
    let linkCommand: String

    init(
      _ form: AccountForm = AccountForm(password: ""), _ refusal: AccountRefusal = .none, linkCommand: String
    ) {
      self.linkCommand = linkCommand
      problem = refusal.words
      fields = [
        .person(form.name, problem: refusal.fields[.name]),
        .email(
          form.email, problem: refusal.fields[.email], hint: "You sign in with it. Martlet sends no e-mail.",
          autocomplete: "username"),
        .newPassword(problem: refusal.fields[.password]),
      ]
    }
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    guard try await !console.accounts.hasMembers() else {
      return Response(seeOther: SettingsSection.team.path)
    }
    return answer(Model(linkCommand: console.sessions.linkCommand), visit)
  }

  @Sendable
  private func create(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let form = AccountForm(try await request.formFields())
    do throws(AccountProblem) {
      let owner = try await console.accounts.createOwner(form)
      return try await console.opened(
        owner, request, context, saying: "Your account is ready. Next time, sign in with your password.")
    } catch {
      let refusal: AccountRefusal =
        if case .team = error {
          AccountRefusal(
            words: "Somebody else has created the owner meanwhile. Ask them to invite you.", status: .conflict
          )
        } else {
          try AccountRefusal(error)
        }
      return answer(Model(form, refusal, linkCommand: console.sessions.linkCommand), visit, refusal)
    }
  }

  private func answer(_ model: Model, _ visit: Visit, _ refusal: AccountRefusal = .none) -> Response {
    var response = console.response(
      "account/welcome", model, visit.bareFrame(title: "Create the owner"), status: refusal.status)
    if let seconds = refusal.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    return response
  }
}

extension AccountForm {
  init(_ fields: FormFields) {
    self.init(
      name: String((fields["name"] ?? "").prefix(1_000)),
      email: String((fields["email"] ?? "").prefix(1_000)),
      password: String((fields["password"] ?? "").prefix(1_000)))
  }
}

extension Console {
  /// Signs the browser in as the member and leads to the home page. The account knows the browser
  /// from now on.
  func opened(
    _ member: Member, _ request: Request, _ context: ServerRequestContext, saying words: String
  ) async throws(AccountProblem) -> Response {
    let cookie: Cookie
    do throws(StoreError) {
      cookie = try await sessions.open(member: member.id, request: request, at: context.receivedAt)
    } catch {
      throw .store(error)
    }
    var response = redirect(to: "/", .good, words)
    response.headers.append(HTTPField(name: .setCookie, value: cookie.description))
    try await know(member.id, &response)
    return response
  }

  /// Lets the browser keep what shows at the next sign-in that it knows the member's password.
  func know(_ member: String, _ response: inout Response) async throws(AccountProblem) {
    guard let mark = try await accounts.mark(of: member) else { return }
    response.headers.append(HTTPField(name: .setCookie, value: sessions.markCookie(mark).description))
  }
}
