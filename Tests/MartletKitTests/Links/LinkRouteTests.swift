// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MartletKit

/// How links open, as a value.
@Suite struct LinkRouteTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var url: String
    var useWebView = false
    var isUniversalLink = false
    var forwards = false
    var ways: [LinkRoute.Way]
    var testDescription: String { "\(url) \(useWebView) \(isUniversalLink) \(forwards)" }
  }

  private static let system = LinkRoute.Way.system(universalLinksOnly: false)

  @Test(
    arguments: [
      Example(url: "https://shop.example/a", ways: [system]),
      Example(url: "https://shop.example/a", useWebView: true, ways: [.inside, system]),
      Example(url: "HTTP://shop.example", useWebView: true, ways: [.inside, system]),
      Example(
        url: "https://shop.example/a", isUniversalLink: true, ways: [.system(universalLinksOnly: true)]),
      Example(
        url: "https://shop.example/a", useWebView: true, isUniversalLink: true,
        ways: [.system(universalLinksOnly: true)]),
      Example(
        url: "https://shop.example/a", isUniversalLink: true, forwards: true, ways: [.forwarded, system]),
      Example(
        url: "https://shop.example/a", useWebView: true, isUniversalLink: true, forwards: true,
        ways: [.forwarded, system]),
      Example(url: "https://shop.example/a", useWebView: true, forwards: true, ways: [.inside, system]),
      Example(url: "shop://basket", useWebView: true, ways: [system]),
      Example(
        url: "shop://basket", isUniversalLink: true, forwards: true, ways: [.system(universalLinksOnly: true)]
      ),
      Example(url: "mailto:a@shop.example", useWebView: true, ways: [system]),
      Example(url: "https:", useWebView: true, ways: [system]),
      Example(url: "https:///a", useWebView: true, ways: [system]),
      Example(url: "file:///tmp/a", useWebView: true, ways: [system]),
      Example(url: "basket", useWebView: true, ways: [system]),
    ])
  func
    `a page opens inside the app if its author chose that, a universal link goes to the app if it forwards them, and the system opens the rest`(
      example: Example
    ) throws
  {
    let route = LinkRoute(
      try #require(URL(string: example.url)), useWebView: example.useWebView,
      isUniversalLink: example.isUniversalLink,
      forwards: example.forwards)
    #expect(route.ways == example.ways)
  }

  @Test(
    arguments: [
      ("https://shop.example/a", true), ("http://SHOP.example", true), ("https://shop.example.", true),
      ("https://www.shop.example", false),
      ("https://a.cafe.example", true), ("https://b.a.cafe.example", true), ("https://cafe.example", false),
      ("https://notcafe.example", false),
      ("https://other.example", false), ("shop://shop.example", false), ("https:", false),
    ])
  func
    `the hosts of the app are compared without regard to case; a wildcard means all below it, not the host itself`(
      url: String, isOwn: Bool
    ) throws
  {
    let hosts = UniversalLinkHosts(["Shop.example", "applinks:*.cafe.example", "", "*."])
    #expect(hosts.contain(try #require(URL(string: url))) == isOwn)
    #expect(!hosts.isEmpty)
  }

  @Test(arguments: [[], [""], ["*."], ["applinks:"]] as [Set<String>])
  func `empty names name no hosts`(names: Set<String>) {
    #expect(UniversalLinkHosts(names).isEmpty)
  }
}
