// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletUI

@Suite("What a page is called")
struct PageTitleTests {
  @Test(
    arguments: [
      ("<!doctype html><title>Which colour?</title>", "Which colour?"),
      ("<TITLE lang=de>Herbst &amp; Winter</Title>", "Herbst & Winter"),
      ("<html><head>\n<title>\n  Zwei\n  Zeilen  </title>", "Zwei Zeilen"),
      ("<titl<title>a &lt; b</title>", "a < b"),
      ("<title>Größe 👩‍👩‍👧 &quot;M&quot;</title>", "Größe 👩‍👩‍👧 \"M\""),
      ("<title>\u{A0}</title>", nil),
      ("<title></title>", nil),
      ("<title>never closed", nil),
      ("<title", nil),
      ("</title>", nil),
      ("", nil),
      ("<p>no title</p>", nil),
    ] as [(String, String?)])
  func `the words between the tags, whatever the case, with entities read and spaces made one`(
    page: String, expected: String?
  ) {
    #expect(PageTitle.text(of: page) == expected)
  }

  @Test func `it is looked for at the beginning of a page only, and cut at 120 characters`() {
    let padding = String(repeating: "é", count: 4_096)
    #expect(PageTitle.text(of: padding + "<title>Late</title>") == nil)
    // The place at which the beginning ends may lie within a character.
    #expect(PageTitle.text(of: "<title>\(String(repeating: "ä", count: 5_000))</title>") == nil)
    #expect(
      PageTitle.text(of: "<title>\(String(repeating: "ä", count: 500))</title>")
        == String(repeating: "ä", count: 120))
  }
}
