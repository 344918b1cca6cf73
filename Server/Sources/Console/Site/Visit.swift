// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletWire
import Pages
import Store

/// One request of a signed-in browser, with what every page needs to know about it.
struct Visit: Sendable {
  let app: App
  let session: BrowserSession
  let scheme: Frame.Scheme
  let flash: Frame.Flash?
  /// How old reports and counts can be because they are read from a replica; nil if they are not.
  var age: Duration?

  func frame(
    title: String, section: String = "campaigns", trail: [Frame.Link] = [], scripts: [String] = [],
    isWide: Bool = false
  ) -> Frame {
    var frame = Frame(
      title: title, section: section, trail: trail, appName: app.name, csrfToken: session.formToken,
      scheme: scheme, flash: flash,
      person: Frame.Person(session), styleSheets: ["console.css"], scripts: ["console.js"] + scripts,
      isWide: isWide)
    if let age, Self.counting.contains(section) {
      let seconds = Int((age / .seconds(1)).rounded(.up))
      frame.note =
        "Reports and counts are read from a replica and can be up to \(NumberWords.plural(seconds, "second", "seconds")) old."
    }
    return frame
  }

  /// The sections whose pages have reports or counts.
  private static let counting: Set<String> = ["home", "campaigns", "audiences", "events"]

  /// For a page with one form and nothing around it.
  func bareFrame(title: String) -> Frame {
    Frame(
      title: title, csrfToken: session.formToken, scheme: scheme, flash: flash, isSignedIn: false,
      styleSheets: ["console.css"],
      scripts: ["console.js"])
  }

  func may(_ permission: Permission) -> Bool { session.role.may(permission) }

  /// Throws 404 for somebody whom a link of the server signed in.
  var member: Member {
    get throws {
      guard let member = session.member else { throw Answers.notFound }
      return member
    }
  }
}

extension Console {
  /// The user and the app of a request. Throws 401 when nobody is signed in, 404 while there is no
  /// app.
  func visit(_ request: Request, _ context: ServerRequestContext) async throws -> Visit {
    let session = try context.browser
    guard let app = try await store.apps().first else { throw Self.noApp }
    return Visit(
      app: app, session: session, scheme: Frame.Scheme(of: request), flash: Frame.Flash(of: request),
      age: store.presence.flatMap { $0.readsReplica ? $0.replicaLag : nil }.map {
        // It was asked a moment ago.
        $0 + .seconds(2)
      })
  }

  /// A page as a response. A message left by the previous page is shown once.
  func response(_ template: String, _ model: Any, _ frame: Frame, status: HTTPResponse.Status = .ok)
    -> Response
  {
    var response = Response(status: status, html: site.page(template, model, in: frame))
    if frame.flash != nil {
      let cookie = Frame.Flash.removeCookie(isHTTPS: sessions.publicURL.isHTTPS)
      response.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
    return response
  }

  /// 303 to a page that shows what was done.
  func redirect(to path: String, _ tone: Frame.Flash.Tone, _ words: String) -> Response {
    let cookie = Frame.Flash(tone, words).setCookie(isHTTPS: sessions.publicURL.isHTTPS)
    return Response(seeOther: path, headers: [.setCookie: cookie])
  }

  private static let noApp = Wire.Problem(
    status: 404, code: "app_missing", title: "This server has no app yet.",
    remedy: "Start it once with: martlet serve")
}
