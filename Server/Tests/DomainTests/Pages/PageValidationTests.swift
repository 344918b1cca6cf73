// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import Testing

@testable import Domain

/// What is said of the page of an HTML message.
@Suite struct PageValidationTests {
  private static func codes(_ change: (inout Wire.Message) -> Void) -> [String] {
    var message = Wire.Message(kind: .known(.html), message: "<html lang=en><p>Hi</p></html>")
    change(&message)
    return PageValidation(message: message).diagnostics.map {
      "\($0.field) \($0.code)" + ($0.severity == .warning ? "?" : "")
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var expected: [String]
    var change: @Sendable (inout Wire.Message) -> Void
  }

  static let rows: [Row] = [
    Row(testDescription: "a page", expected: []) { _ in },
    Row(testDescription: "no page", expected: ["message.message page_missing"]) { $0.message = " \n" },
    Row(testDescription: "a page beyond the limit", expected: ["message.message too_large"]) {
      $0.message = String(repeating: "x", count: CampaignLimits.pageBytes + 1)
    },
    Row(testDescription: "a page that is long, counted in bytes", expected: ["message.message page_long?"]) {
      $0.message = "<html lang=de>" + String(repeating: "ü", count: CampaignLimits.pageBytesToThinkAbout / 2)
    },
    Row(testDescription: "a page without language", expected: ["message.message language_missing?"]) {
      $0.message = "<html><p>Hi"
    },
    Row(testDescription: "a picture without words", expected: ["message.message alt_missing?"]) {
      $0.message = "<html lang='en'><img src=\"a.png\">"
    },
    Row(testDescription: "pictures with words, and one that is decoration", expected: []) {
      $0.message = "<HTML LANG=en><IMG ALT=\"A ship\" src=a.png><img src=b.png alt><img\nalt=''/>"
    },
    Row(testDescription: "a picture in a comment and in a script", expected: []) {
      $0.message = "<html lang=en><!-- <img> --><script>x = '<img>'</script><p>1 < 2"
    },
    Row(testDescription: "a base address that is none", expected: ["message.base_url url_invalid"]) {
      $0.baseURL = "assets/"
    },
    Row(
      testDescription: "assets that are not encrypted, run code, or are none",
      expected: [
        "message.asset_urls[0] url_insecure?", "message.asset_urls[1] url_not_allowed",
        "message.asset_urls[2] url_invalid",
      ]
    ) {
      $0.assetURLs = ["http://example.com/a.css", "data:text/css,x", "a.css", "https://example.com/b.zip"]
    },
    Row(testDescription: "a page that lies in an archive", expected: []) {
      $0.message = nil
      $0.assetURLs = ["https://example.com/page.zip?v=2"]
    },
    Row(testDescription: "a bridge as it should be", expected: []) {
      $0.bridge = Wire.Bridge(
        allows: [.known(.flush)], names: ["shopBridge"], readyEvents: ["shop.BridgeReady"])
    },
    Row(
      testDescription: "a bridge with what nobody grants, and names that pages have or that are none",
      expected: [
        "message.bridge.allows[1] capability_unknown", "message.bridge.names[0] name_invalid",
        "message.bridge.names[1] name_invalid",
        "message.bridge.ready_events[0] name_invalid",
      ]
    ) {
      $0.bridge = Wire.Bridge(
        allows: [.known(.flush), Wire.Open("teleport")], names: ["window", "a-b", "fine"],
        readyEvents: ["load"])
    },
    Row(testDescription: "too many names", expected: ["message.bridge.names too_many_names"]) {
      $0.bridge = Wire.Bridge(names: (1...9).map { "b\($0)" })
    },
    Row(testDescription: "too many assets", expected: ["message.asset_urls too_many_assets"]) {
      $0.assetURLs = Array(repeating: "https://example.com/a.png", count: Wire.Limits.assets + 1)
    },
  ]

  @Test(arguments: rows) func `every mistake in a page names its field`(_ row: Row) {
    #expect(Self.codes(row.change) == row.expected)
  }

  @Test(arguments: [
    "<", "<img", "<!--", "<script>", "<script><", "<img><img", "<html lang", "</html>", "<script></script",
    "<\u{0}>",
  ])
  func `a page that breaks off is read to its end`(_ page: String) {
    #expect(Self.codes { $0.message = page }.allSatisfy { $0.hasSuffix("?") })
  }

  @Test func `a page that is set aside has the limit of a page, and a text its own`() {
    let page = String(repeating: "x", count: CampaignLimits.pageBytes)
    #expect(Draft.diagnostics { $0.message?.unknown[Wire.Message.setAside] = .string(page) } == [])
    #expect(
      Draft.diagnostics { $0.message?.unknown[Wire.Message.setAside] = .string(page + "x") }.map(\.code) == [
        "too_large"
      ])
  }

  @Test(arguments: [
    ("en", true), ("de-AT", true), ("zh-Hant-TW", true), ("es-419", true), ("x", false), ("e1", false),
    ("en_US", false), ("en-", false),
    ("English", false), ("eng", true), ("", false), ("en-abcdefghi", false),
    ("sl-rozaj-biske-1994-abcdefgh-abcdefgh", false),
  ])
  func `a language has the form that the standard gives it`(_ tag: String, _ isWellFormed: Bool) {
    #expect(LanguageTag.isWellFormed(tag) == isWellFormed)
  }

  @Test(arguments: [("pt-BR", "pt"), ("PT_br", "pt"), ("de", "de"), ("", "")])
  func `of a locale the language is what comes first`(_ tag: String, _ language: String) {
    #expect(LanguageTag.language(of: tag) == language)
  }
}
