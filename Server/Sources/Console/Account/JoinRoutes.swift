// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Identity
import Pages

/// `/join/TOKEN` and `/reset-password/TOKEN`: the pages behind a member's link, where the holder
/// chooses a password. Nobody is signed in there, so the secret of the link protects the form.
///
/// Opening a link uses nothing up; only its form does, once. Attempts are limited by address like
/// those at sign-in.
struct JoinRoutes: Sendable {
  let console: Console
  let limiter: RequestLimiter

  func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    let group = router.group().add(middleware: AddressLimit(.signIn, limiter))
    group.get("join/:token", use: page)
    group.get("reset-password/:token", use: page)
    group.post("join", use: join)
  }

  static func path(_ kind: MemberLink.Kind, token: String) -> String {
    switch kind {
    case .invitation: "/join/\(token)"
    case .reset: "/reset-password/\(token)"
    }
  }

  /// The values of the template `account/join`.
  struct Model {
    let title: String
    let words: String
    let email: String
    let token: String
    let verb: String
    let problem: String?
    let fields: [AccountField]

    init(
      _ link: MemberLink, _ member: Member, token: String, name: String = "",
      _ refusal: AccountRefusal = .none
    ) {
      self.token = token
      email = member.email.text
      problem = refusal.words
      let password = AccountField.newPassword(problem: refusal.fields[.password])
      switch link.kind {
      case .invitation:
        title = "Join the team"
        words = "You are invited as \(member.role.traits.name). \(member.role.traits.words)"
        verb = "Create my account"
        fields = [.person(name, problem: refusal.fields[.name]), password]
      case .reset:
        title = "Choose a new password"
        words = "All browsers in which you are signed in are signed out."
        verb = "Save password and sign in"
        fields = [password]
      }
    }
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let token = try context.parameters.require("token")
    do throws(AccountProblem) {
      let (link, member) = try await console.accounts.link(Secret(text: token).hash)
      return answer(Model(link, member, token: token), request)
    } catch {
      return try refuse(error, request)
    }
  }

  @Sendable
  private func join(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try SameOrigin.check(request, publicURL: console.sessions.publicURL)
    let fields = try await request.formFields(limit: 16_384)
    let token = fields["token"] ?? ""
    let hash = Secret(text: token).hash
    let form = AccountForm(fields)
    do throws(AccountProblem) {
      let (link, member) = try await console.accounts.link(hash)
      do throws(AccountProblem) {
        let joined = try await console.accounts.useLink(hash, form)
        let words =
          link.kind == .invitation
          ? "Welcome, \(joined.name). Your account is ready." : "Your new password is saved."
        return try await console.opened(joined, request, context, saying: words)
      } catch {
        if case .linkGone = error { throw error }
        let refusal = try Self.refusal(error)
        return answer(Model(link, member, token: token, name: form.name, refusal), request, refusal)
      }
    } catch {
      return try refuse(error, request)
    }
  }

  private static func refusal(_ problem: AccountProblem) throws(AccountProblem) -> AccountRefusal {
    do { return try AccountRefusal(problem) } catch { throw problem }
  }

  private func refuse(_ problem: AccountProblem, _ request: Request) throws -> Response {
    guard case .linkGone = problem else {
      if case .store(let error) = problem { throw error }
      throw Answers.notFound
    }
    let page = console.site.page(
      "account/gone", GonePage(),
      in: Frame(title: "This link does not work", scheme: Frame.Scheme(of: request), isSignedIn: false))
    return Response(status: .gone, html: page)
  }

  private struct GonePage {}

  private func answer(_ model: Model, _ request: Request, _ refusal: AccountRefusal = .none) -> Response {
    let frame = Frame(
      title: model.title, scheme: Frame.Scheme(of: request), isSignedIn: false, styleSheets: ["console.css"],
      scripts: ["console.js"])
    var response = Response(status: refusal.status, html: console.site.page("account/join", model, in: frame))
    if let seconds = refusal.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
    return response
  }
}
