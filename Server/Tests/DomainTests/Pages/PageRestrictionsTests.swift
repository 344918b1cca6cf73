// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

@testable import Domain

/// What the documents say that a page cannot do, as notes on its lines.
@Suite struct PageRestrictionsTests {
  private static func findings(_ page: String, assets: [String] = []) -> [String] {
    PageRestrictions(PageMarkup(page), assets: assets).findings.map { "\($0.line) \($0.code)" }
  }

  @Test(arguments: [
    ("<p>\n<iframe src='https://example.com'></iframe>", ["2 frame_not_shown"]),
    ("<object data=a></object><embed src=b>", ["1 frame_not_shown", "1 frame_not_shown"]),
    ("<script src='https://example.com/a.js'></script>", ["1 script_not_loaded"]),
    ("<script src=//example.com/a.js></script>", ["1 script_not_loaded"]),
    ("<link rel='preload stylesheet' href='HTTP://example.com/a.css'>", ["1 style_not_loaded"]),
    ("<img src='http://example.com/a.png'>", ["1 image_not_loaded"]),
    ("<video src='https://example.com/a.mp4'></video>", ["1 media_not_loaded"]),
    ("<form\naction='/send'>", ["1 form_not_sent"]),
    ("<base href='https://example.com'>", ["1 base_not_used"]),
    ("<meta http-equiv=Refresh content=1>", ["1 page_leaves"]),
    (
      "<script>\n\nlocalStorage.a = 1; sessionStorage.b\nlocalStorage.c</script>",
      ["3 storage_missing", "3 storage_missing"]
    ),
    ("<script>fetch('/a'); window.fetch('/b')</script>", ["1 network_missing"]),
    (
      "<script>new XMLHttpRequest()</script>\n<script>new WebSocket(a)</script>",
      ["1 network_missing", "2 network_missing"]
    ),
    ("<p>\r\n<script>\r\nindexedDB</script>", ["3 storage_missing"]),
    ("<video><source src='https://example.com/a.mp4'></video>", ["1 media_not_loaded"]),
    ("<script>/*\n*/ const a = 'it\\'s';\nif (await fetch(a)) { a() }</script>", ["3 network_missing"]),
    ("<script>`${call({ a: `${localStorage.b}` })} indexedDB`</script>", ["1 storage_missing"]),
  ])
  func `what has no effect on devices is said at its line`(_ page: String, _ expected: [String]) {
    #expect(Self.findings(page) == expected)
  }

  @Test(arguments: [
    "<script src=app.js></script><link rel=stylesheet href=a.css><img src=a.png><img src='https://example.com/b.png'>",
    "<link rel=icon href='https://example.com/a.ico'><form><input></form><meta name=viewport>",
    "<script>cart.fetch(1); fetchAll(); prefetch('a'); myWebSocket(); 'x'</script><p>localStorage and fetch('a')",
    "<script>const api = { fetch(id) { return id }, async fetch (id)\n{ } }; function fetch(a) {}</script>",
    "<script>// no localStorage here\nconst a = \"WebSocket\", b = 'it\\'s fetch(1)', c = `indexedDB ${a}\nfetch(b)`; /* fetch()\n*/</script>",
    "<picture><source srcset='https://example.com/a.png'></picture><video><source src=a.mp4></video>",
    "<script type='application/json'>{\"localStorage\": 1}</script><!-- <iframe></iframe> -->",
  ])
  func `what works is not mentioned`(_ page: String) {
    #expect(Self.findings(page) == [])
  }

  @Test func `files among the assets are loaded`() {
    let page =
      "<script src='https://example.com/a.js'></script><audio src='https://example.com/b.mp3'></audio>"
    #expect(Self.findings(page, assets: ["https://example.com/a.js"]) == ["1 media_not_loaded"])
    // What follows # does not count, and in HTML & is written as &amp;.
    let written = "<script src='https://example.com/a.js?a=1&amp;b=2#v1'></script>"
    #expect(Self.findings(written, assets: ["https://example.com/a.js?a=1&b=2"]) == [])
    #expect(Self.findings(written, assets: ["https://example.com/a.js?a=1&b=2#v2"]) == [])
    #expect(Self.findings(written, assets: ["https://example.com/a.js"]) == ["1 script_not_loaded"])
  }

  @Test func `a page gets its first few notes, in the order of its lines`() {
    let page = "<html lang=en>\n<div>\n" + String(repeating: "<img>\n", count: 30) + "<iframe></iframe>"
    let message = Wire.Message(kind: .known(.html), message: page)
    let found = PageValidation(message: message).diagnostics
    #expect(found.compactMap(\.line) == Array(2...9))
    #expect(found.first?.words == "Line 2: <div> is never closed. Add </div>.")
    #expect(found.allSatisfy { $0.severity == .warning && $0.field == "message.message" })
  }

  @Test func `halves of elements in sections of a template are no mistake`() {
    let page =
      "<html lang=en>{{#user.plan}}<div>{{/user.plan}}{{^user.plan}}<div class=a>{{/user.plan}}</div>"
    #expect(PageValidation(message: Wire.Message(kind: .known(.html), message: page)).diagnostics == [])
  }

  @Test func `the page of an announcement gets the same notes`() {
    let content = Wire.Content(
      kind: .known(.html), body: "<p>\n<iframe></iframe>", exitLabel: "Close", language: "en")
    #expect(
      ContentValidation(content).diagnostics.map { "\($0.field) \($0.code) \($0.line ?? 0)" } == [
        "content.body frame_not_shown 2"
      ])
  }
}
