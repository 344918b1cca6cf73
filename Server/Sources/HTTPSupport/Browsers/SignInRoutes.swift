// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird

/// `GET` and `POST /sign-in/TOKEN`, `POST /sign-out`.
public struct SignInRoutes: Sendable {
  /// Where a browser goes once it is signed in.
  public static let home = "/"

  private let sessions: BrowserSessions
  private let pages: any BrowserPages

  public init(sessions: BrowserSessions, pages: any BrowserPages) {
    self.sessions = sessions
    self.pages = pages
  }

  public func addRoutes(to router: some RouterMethods<ServerRequestContext>) {
    router.get("sign-in/:token") { request, context in
      pages.signIn(request: request, context: context)
    }
    router.post("sign-in/:token") { request, context in
      try SameOrigin.check(request, publicURL: sessions.publicURL)
      let token = try context.parameters.require("token")
      let cookie = try await sessions.signIn(token: token, request: request, at: context.receivedAt)
      return Response(seeOther: Self.home, headers: [.setCookie: cookie.description])
    }
    router.group().add(middleware: BrowserGuard(sessions: sessions)).post("sign-out") { _, context in
      let cookie = try await sessions.signOut(try context.browser)
      return Response(seeOther: Self.home, headers: [.setCookie: cookie.description])
    }
  }
}
