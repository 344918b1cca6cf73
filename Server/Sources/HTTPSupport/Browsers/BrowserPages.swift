// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
public import MartletWire

/// Draws the pages that the HTTP layer itself needs. The console brings its own; without one, these are plain.
public protocol BrowserPages: Sendable {
  /// A page with one form that posts to the path it was opened at: only a person presses the button, a link previewer does not.
  func signIn(request: Request, context: ServerRequestContext) -> Response
  /// An error, for a person.
  func problem(_ problem: Wire.Problem, request: Request, context: ServerRequestContext) -> Response
}

public struct PlainPages: BrowserPages {
  public init() {}

  public func signIn(request: Request, context: ServerRequestContext) -> Response {
    Response(html: page(title: "Sign in", body: "<form method=\"post\"><button type=\"submit\">Sign in to Martlet</button></form>"))
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
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
