// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
public import HTTPSupport
import HTTPTypes
public import Hummingbird
public import Identity
import Store

/// `GET /sign-in` asks for an address and a password, once somebody has an account, and `POST
/// /sign-in` checks them. `GET /sign-in/TOKEN` shows a page with a button, and `POST /sign-in`
/// redeems the token of its form. Because a person must press the button, programs that open links
/// in advance do not use them up. `POST /sign-out` signs out.
public struct SignInRoutes: Sendable {
  /// Where a browser goes once it is signed in.
  public static let home = "/"
  /// Where a browser goes that a link has signed in while nobody has an account. The console offers
  /// to create one there.
  public static let welcome = "/welcome"
  /// What the routes behind a session need.
  public static let permissions = RoutePermissions([.read: ["POST sign-out"]])

  private let sessions: BrowserSessions
  private let accounts: TeamAccounts
  private let pages: any BrowserPages
  private let limiter: RequestLimiter
  private let hasConsole: Bool

  /// - Parameter hasConsole: Whether there is a page at `welcome`.
  public init(
    sessions: BrowserSessions, accounts: TeamAccounts, pages: any BrowserPages, limiter: RequestLimiter,
    hasConsole: Bool = true
  ) {
    self.sessions = sessions
    self.accounts = accounts
    self.limiter = limiter
    self.pages = pages
    self.hasConsole = hasConsole
  }

  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    router.get("sign-in") { request, context in
      let stage: SignInStage = try await accounts.hasMembers() ? .form(SignInForm()) : .signedOut
      return pages.signIn(stage, request: request, context: context)
    }
    router.get("sign-in/:token") { request, context in
      pages.signIn(
        .redeem(token: try context.parameters.require("token")), request: request, context: context)
    }
    router.group().add(middleware: AddressLimit(.signIn, limiter)).post("sign-in", use: signIn)
    router.group().add(middleware: BrowserGuard(sessions: sessions, permissions: Self.permissions)).post(
      "sign-out"
    ) { _, context in
      let cookie = try await sessions.signOut(try context.browser)
      return Response(seeOther: "/sign-in", headers: [.setCookie: cookie.description])
    }
  }

  @Sendable
  private func signIn(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try SameOrigin.check(request, publicURL: sessions.publicURL)
    let fields = try await request.formFields(limit: 16_384)
    guard let token = fields["token"] else {
      return try await checkPassword(fields["password"] ?? "", email: fields["email"] ?? "", request, context)
    }
    guard let cookie = try await sessions.signIn(token: token, request: request, at: context.receivedAt)
    else {
      return pages.signIn(.refused, request: request, context: context)
    }
    // A link is the way in for the first person; everybody else has an account. Whoever was at work
    // already goes on there.
    let place = ReturnPlace(isHTTPS: sessions.publicURL.isHTTPS).path(in: request) ?? Self.home
    if hasConsole, place == Self.home, try await !accounts.hasMembers() {
      return Response(seeOther: Self.welcome, headers: [.setCookie: cookie.description])
    }
    return signedIn(request, cookie)
  }

  /// Leads to where the browser wanted to go.
  private func signedIn(_ request: Request, _ cookie: Cookie) -> Response {
    let place = ReturnPlace(isHTTPS: sessions.publicURL.isHTTPS)
    let path = place.path(in: request)
    var response = Response(seeOther: path ?? Self.home, headers: [.setCookie: cookie.description])
    if path != nil { response.headers.append(HTTPField(name: .setCookie, value: place.removal.description)) }
    return response
  }

  private func checkPassword(
    _ password: String, email: String, _ request: Request, _ context: ServerRequestContext
  ) async throws
    -> Response
  {
    var form = SignInForm(email: String(email.prefix(256)))
    var retry: Int?
    do throws(AccountProblem) {
      let signedIn = try await accounts.signIn(
        email: email, password: password, place: limiter.address(of: request, context)?.description,
        mark: sessions.mark(in: request))
      let cookie = try await opened(signedIn.member.id, request, context)
      var response = self.signedIn(request, cookie)
      response.headers.append(
        HTTPField(name: .setCookie, value: sessions.markCookie(signedIn.mark).description))
      return response
    } catch {
      switch error {
      case .wait(let wait):
        let (words, seconds) = Answers.tooManyGuesses(wait: wait)
        (form.problem, form.status, retry) = (words, 429, seconds)
      case .busy:
        (form.problem, form.status, retry) = (
          "Many people sign in right now. Try again in a few seconds.", 503, 5
        )
      case .store(let error): throw error
      case .wrong, .fields, .linkGone, .team:
        (form.problem, form.status) = ("The e-mail address or the password is wrong.", 422)
      }
    }
    var response = pages.signIn(.form(form), request: request, context: context)
    if let retry { response.headers[.retryAfter] = "\(retry)" }
    return response
  }

  private func opened(_ member: String, _ request: Request, _ context: ServerRequestContext)
    async throws(AccountProblem) -> Cookie
  {
    do throws(StoreError) {
      return try await sessions.open(member: member, request: request, at: context.receivedAt)
    } catch {
      throw .store(error)
    }
  }
}
