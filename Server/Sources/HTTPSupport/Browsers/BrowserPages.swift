// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
public import MartletWire

/// Renders the pages that the HTTP layer itself needs. The console brings its own; without a
/// console, these are plain.
public protocol BrowserPages: Sendable {
  /// For `.redeem`, a page with one form that posts `token` to `/sign-in`.
  func signIn(_ stage: SignInStage, request: Request, context: ServerRequestContext) -> Response
  /// An error page.
  func problem(_ problem: Wire.Problem, request: Request, context: ServerRequestContext) -> Response
}

/// A step of signing in.
public enum SignInStage: Hashable, Sendable {
  /// The page was opened from a link.
  case redeem(token: String)
  /// The link was used already or has expired. Answered with 410.
  case refused
  /// Nobody is signed in, and nobody has an account yet.
  case signedOut
  /// Asks for an address and a password, which `POST /sign-in` receives as `email` and `password`.
  case form(SignInForm)
}

/// What was typed to sign in, without the password.
public struct SignInForm: Hashable, Sendable {
  public var email: String
  /// Why nobody was signed in.
  public var problem: String?
  /// The status that the page is answered with.
  public var status: Int

  public init(email: String = "", problem: String? = nil, status: Int = 200) {
    self.email = email
    self.problem = problem
    self.status = status
  }
}

/// Pages without any design, for a server without a console.
public struct PlainPages: BrowserPages {
  private let linkCommand: String

  /// - Parameter linkCommand: What makes a sign-in link.
  public init(linkCommand: String = BrowserSessions.linkCommand(dataFolder: nil)) {
    self.linkCommand = linkCommand
  }

  public func signIn(_ stage: SignInStage, request: Request, context: ServerRequestContext) -> Response {
    let more = "<p>To get a sign-in link, run: <code>\(escaped(linkCommand))</code></p>"
    switch stage {
    case .redeem(let token):
      let form = """
        <form method="post" action="/sign-in">
        <input type="hidden" name="token" value="\(escaped(token))">
        <button type="submit">Sign in to Martlet</button>
        </form>
        """
      return Response(html: page(title: "Sign in", body: form))
    case .refused:
      return Response(status: .gone, html: page(title: "This link has been used or has expired", body: more))
    case .signedOut: return Response(html: page(title: "Sign in", body: more))
    case .form(let form):
      let problem = form.problem.map { "<p role=\"alert\">\(escaped($0))</p>" } ?? ""
      let body = """
        <form method="post" action="/sign-in">
        \(problem)
        <p><label>E-mail address <input type="email" name="email" value="\(escaped(form.email))" autocomplete="username"></label></p>
        <p><label>Password <input type="password" name="password" autocomplete="current-password"></label></p>
        <button type="submit">Sign in</button>
        </form>
        """
      return Response(
        status: HTTPResponse.Status(code: form.status), html: page(title: "Sign in", body: body + more))
    }
  }

  public func problem(_ problem: Wire.Problem, request: Request, context: ServerRequestContext) -> Response {
    let remedy = problem.remedy.map { "<p>\(escaped($0))</p>" } ?? ""
    return Response(
      status: HTTPResponse.Status(code: problem.status),
      html: page(title: problem.title, body: remedy + "<p>Code: \(escaped(problem.code))</p>"))
  }

  private func page(title: String, body: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(escaped(title))</title>
    <main>
    <h1>\(escaped(title))</h1>
    \(body)
    </main>
    </html>
    """
  }

  private func escaped(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(text) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}
