// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird

/// `GET /sign-in/TOKEN` shows a page with a button, and `POST /sign-in` redeems the token of its form. Because a person must press the button,
/// programs that open links in advance do not use them up. `GET /sign-in` says how to get a link; `POST /sign-out` signs out.
public struct SignInRoutes: Sendable {
  /// Where a browser goes once it is signed in.
  public static let home = "/"

  private let sessions: BrowserSessions
  private let pages: any BrowserPages
  private let limiter: RequestLimiter

  public init(sessions: BrowserSessions, pages: any BrowserPages, limiter: RequestLimiter) {
    self.sessions = sessions
    self.limiter = limiter
    self.pages = pages
  }

  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    router.get("sign-in") { request, context in
      pages.signIn(.signedOut, request: request, context: context)
    }
    router.get("sign-in/:token") { request, context in
      pages.signIn(.redeem(token: try context.parameters.require("token")), request: request, context: context)
    }
    router.group().add(middleware: AddressLimit(.signIn, limiter)).post("sign-in", use: signIn)
    router.group().add(middleware: BrowserGuard(sessions: sessions)).post("sign-out") { _, context in
      let cookie = try await sessions.signOut(try context.browser)
      return Response(seeOther: "/sign-in", headers: [.setCookie: cookie.description])
    }
  }

  @Sendable
  private func signIn(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try SameOrigin.check(request, publicURL: sessions.publicURL)
    let token = try await request.formFields(limit: 16_384)["token"] ?? ""
    guard let cookie = try await sessions.signIn(token: token, request: request, at: context.receivedAt) else {
      return pages.signIn(.refused, request: request, context: context)
    }
    return Response(seeOther: Self.home, headers: [.setCookie: cookie.description])
  }
}
