// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import Testing

@testable import Console

@Suite("The search over the whole console")
struct SearchTests {
  private static func source(_ search: String, _ role: Role = .owner) -> ConsoleSearch.Source {
    var source = ConsoleSearch.Source(search: search)
    source.role = role
    source.navigation = [.home, .campaigns, .lab, .settings]
    source.campaigns = Samples.campaigns
    source.events = ["cart_viewed", "order_placed"]
    return source
  }

  private static func labels(_ search: ConsoleSearch, _ title: String) -> [String] {
    search.groups.first { $0.title == title }?.found.map(\.label) ?? []
  }

  @Test func `every page that it offers is a page of the console`() {
    for place in SearchPlace.all { #expect(place.permission != nil, "\(place.href)") }
  }

  @Test func `every part of a page that it offers is there`() async throws {
    let browser = try await Browser(role: .owner)
    for place in SearchPlace.all where place.href.contains("#") {
      let parts = place.href.split(separator: "#").map(String.init)
      #expect(try await browser.get(parts[0]).html.contains("id=\"\(parts[1])\""), "\(place.href)")
    }
  }

  @Test(arguments: Role.allCases) func `it offers what the role may open, and nothing else`(_ role: Role) {
    let found = ConsoleSearch(Self.source("", role))
    let labels = Self.labels(found, "Pages")
    #expect(labels.contains("Home") && labels.contains("Sample size"))
    #expect(labels.contains("New campaign") == role.may(.author))
    #expect(labels.contains("Device Lab") == role.may(.author))
    #expect(labels.contains("Team") == role.may(.administer))
    #expect(found.groups.count == 1, "something was found without a search")
  }

  @Test func `a page is found by what it is for, everything else by each word of its name`() {
    #expect(Self.labels(ConsoleSearch(Self.source("invite")), "Pages") == ["Team"])
    let cart = Samples.cart.name
    let words = cart.split(separator: " ").reversed().joined(separator: " ").uppercased()
    #expect(Self.labels(ConsoleSearch(Self.source(words)), "Campaigns") == [cart])
    #expect(Self.labels(ConsoleSearch(Self.source("cart")), "Events") == ["cart_viewed"])
    let nothing = ConsoleSearch(Self.source("no such thing"))
    #expect(
      nothing.isEmpty && SearchPage(nothing).nothingFound == "Nothing in this app is called “no such thing”.")
  }

  @Test func `a group has a few, and a link to all`() {
    var source = Self.source("offer")
    source.campaigns = (0..<20).map { number in
      var campaign = Samples.cart
      (campaign.id, campaign.name) = (CampaignID("c-\(number)"), "Offer \(number)")
      return campaign
    }
    let group = ConsoleSearch(source).groups.first { $0.title == "Campaigns" }
    #expect(group?.found.count == ConsoleSearch.most)
    #expect(group?.more == Frame.Link(label: "All campaigns", href: "/campaigns?q=offer"))
  }

  @Test func `the page and the quick search find the same`() async throws {
    let browser = try await Browser(role: .viewer)
    let html = try await browser.get("/search?q=retention").html
    let json = try Wire.decode(
      Wire.JSONValue.self, from: Array(try await browser.get("/search/results?q=retention").html.utf8))
    guard case .array(let groups)? = json["groups"], !groups.isEmpty else {
      Issue.record("\(json)")
      return
    }
    for group in groups {
      guard case .array(let found)? = group["found"] else { continue }
      for one in found { #expect(html.contains("href=\"\(one["href"]?.string ?? "?")\""), "\(one)") }
    }
  }
}
