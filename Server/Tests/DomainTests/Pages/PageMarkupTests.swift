// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Domain

@Suite struct PageMarkupTests {
  private static func tags(_ page: String) -> [String] {
    PageMarkup(page).tags.map { tag in
      let attributes = tag.attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      return "\(tag.line) \(tag.isEnd ? "/" : "")\(tag.name)\(attributes)\(tag.closesItself ? " /" : "")"
    }
  }

  @Test(arguments: [
    ("<p>a</p>", ["1 p", "1 /p"]),
    ("<!doctype html>\n<HTML Lang=en>\n", ["2 html lang=en"]),
    ("<img\n src='a>b.png'\nalt>\n<br/>", ["1 img alt= src=a>b.png", "4 br /"]),
    ("<a href = \"x\" href=y>", ["1 a href=x"]),
    ("1 < 2 <3 </ >", []),
    ("<!-- <p>\n-->\n<p>", ["3 p"]),
    ("<!--><p>", ["1 p"]),
    ("<script>\nif (a < b) x = '<p>'\n</SCRIPT >\n<p>", ["1 script", "3 /script", "4 p"]),
    ("<title><b></title><textarea><p></textarea>", ["1 title", "1 /title", "1 textarea", "1 /textarea"]),
    ("<p\r\nid=a>\r\n<b>", ["1 p id=a", "3 b"]),
  ])
  func `every tag has its name, its attributes and its line`(_ page: String, _ expected: [String]) {
    #expect(Self.tags(page) == expected)
  }

  @Test(arguments: [
    ("<p>\n<!-- a", "2 <!--"), ("<p>\n\n<a href='x>", "3 <a"), ("<script>\n</scrip", "1 <script"),
    ("<p></p", "1 </p"),
    ("<style>", "1 <style"),
  ])
  func `what never ends is said with the line where it begins`(_ page: String, _ expected: String) throws {
    let openEnd = try #require(PageMarkup(page).openEnd)
    #expect("\(openEnd.line) \(openEnd.beginning)" == expected)
  }

  @Test func `scripts are known with their lines, and data is no script`() {
    let page =
      "<script>a</script>\n<script type=module>\nb</script><script type='application/json'>c</script>"
    #expect(PageMarkup(page).scripts == [.init(text: "a", line: 1), .init(text: "\nb", line: 2)])
  }

  @Test(arguments: [
    ("<div><p>a</div>", []),
    ("<ul><li>a<li>b</ul><br><img><p>c", []),
    ("<svg><path d='M0'/><g>\n</svg>", ["1 g"]),
    ("<div/>", ["1 div"]),
    ("<div>\n<span>\n</div>", ["2 span"]),
    ("</div>\n</p></br>", ["1 /div"]),
    ("<b>\n<i>\n</b></i>", ["2 i", "3 /i"]),
    ("<DIV></div>", []),
  ])
  func `a tag without its partner is found, unless it needs none`(_ page: String, _ expected: [String]) {
    #expect(PageMarkup(page).loneTags.map { "\($0.line) \($0.isEnd ? "/" : "")\($0.name)" } == expected)
  }

  // With the square of the length, each of these would take an hour.
  @Test(.timeLimit(.minutes(10))) func `a page of nothing but beginnings or wrong ends is read in one pass`()
  {
    #expect(PageMarkup(String(repeating: "<script><img ", count: 200_000)).tags.count == 1)
    #expect(PageMarkup(String(repeating: "<!-", count: 200_000)).tags.isEmpty)
    let page = String(repeating: "<a>", count: 200_000) + String(repeating: "</b>", count: 200_000)
    #expect(PageMarkup(page).loneTags.count == 400_000)
    #expect(ScriptNames(String(repeating: "`${(", count: 200_000) + "a").names.map(\.text) == ["a"])
  }
}
