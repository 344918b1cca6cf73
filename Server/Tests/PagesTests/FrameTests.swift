// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Pages

@Suite struct FrameTests {
  private let site: Site

  init() throws {
    site = try Site(navigation: [.campaigns, .settings])
  }

  private func request(cookie: String) -> Request {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: [.cookie: cookie])
    return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
  }

  @Test(arguments: [400, 401, 403, 404, 405, 409, 413, 418, 500, 503])
  func `every error page has a title, a heading, one main part and a way past the navigation`(status: Int)
    throws
  {
    let page = ErrorPage(status: status, requestID: "request-1")
    let html = site.html(page, frame: Frame(title: "", csrfToken: "token"))
    #expect(html.contains("<title>\(page.title) · Martlet</title>"))
    #expect(html.contains("<h1>\(page.title)</h1>"))
    #expect(html.matches(of: /<main\s/).count == 1)
    #expect(html.contains("<a class=\"skip-link\" href=\"#main\">"))
    #expect(html.contains("aria-label=\"Main\""))
    #expect(html.contains("request-1") == (status == 500))
    #expect(!html.contains("style="))
  }

  @Test func `an error that is written for people keeps its own words, others get their status's`() {
    func page(_ code: String) -> ErrorPage {
      ErrorPage(status: 403, code: code, title: "Its title", remedy: "Its <remedy>.")
    }
    let html = site.html(page("cross_site"), frame: Frame(title: ""))
    #expect(html.contains("<h1>Its title</h1>") && html.contains("Its &lt;remedy&gt;."))
    #expect(page("http_403") == ErrorPage(status: 403))
  }

  @Test func `the sign-in form carries the link's token, escaped, and nobody is offered a navigation`() {
    let html = site.html(.redeem(token: "a\"b"), linkCommand: "martlet <link>", frame: Frame(title: ""))
    #expect(html.contains("name=\"token\" value=\"a&quot;b\""))
    #expect(!html.contains("aria-label=\"Main\""))
    for stage in [SignInStage.refused, .signedOut] {
      let page = site.html(stage, linkCommand: "martlet <link>", frame: Frame(title: ""))
      #expect(!page.contains("<form") && page.contains("<code>martlet &lt;link&gt;</code>"))
    }
  }

  @Test func `only the current page's section is marked`() {
    let html = site.html(ErrorPage(status: 404), frame: Frame(title: "", section: "settings"))
    #expect(html.matches(of: /aria-current="page"/).count == 1)
    #expect(html.contains("href=\"/settings\" aria-current=\"page\""))
  }

  @Test(arguments: [
    "“Welcome back” is running.", "a; b=c, d\r\nSet-Cookie: x=y", "100 % + \"quoted\" <b>", "日本語 👩‍👩‍👧",
  ])
  func `a sentence for the next page comes through the cookie as it was`(text: String) {
    let flash = Frame.Flash(.warn, text)
    let cookie = flash.setCookie(isHTTPS: false)
    let pair = cookie.prefix { $0 != ";" }
    #expect(pair.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") })
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"))
    let read = Frame.Flash(of: request(cookie: String(pair)))
    #expect(read?.text.filter { $0 != "\r\n" } == text.filter { $0 != "\r\n" })
    #expect(read?.tone == .warn)
    #expect(flash.setCookie(isHTTPS: true).contains("Secure"))
  }

  @Test func `a long sentence fits into a cookie`() throws {
    let cookie = Frame.Flash(.good, String(repeating: "語", count: 5_000)).setCookie(isHTTPS: true)
    #expect(cookie.utf8.count < 4_096)
    #expect(
      Frame.Flash(of: request(cookie: String(cookie.prefix { $0 != ";" })))?.text.count
        == Frame.Flash.maximumLength)
  }

  @Test(arguments: [
    "", "martlet_flash=", "martlet_flash=good.", "martlet_flash=purple.text", "martlet_flash=good.%zz",
    "martlet_flash=%ff.%ff",
  ])
  func `what is no sentence is no flash`(cookie: String) {
    #expect(Frame.Flash(of: request(cookie: cookie)) == nil)
  }

  @Test(arguments: [
    ("martlet_scheme=dark", Frame.Scheme.dark), ("martlet_scheme=purple", .system), ("", .system),
    ("a=b; martlet_scheme=light", .light),
  ])
  func `colours are as the browser remembers`(cookie: String, scheme: Frame.Scheme) {
    #expect(Frame.Scheme(of: request(cookie: cookie)) == scheme)
  }

  @Test func `addresses hold what was chosen, and nothing that was not`() {
    #expect(
      QueryString.url("/campaigns", [("state", ""), ("q", "a&b=c d/é")])
        == "/campaigns?q=a%26b%3Dc%20d%2F%C3%A9")
    #expect(QueryString.url("/campaigns", []) == "/campaigns")
  }
}
