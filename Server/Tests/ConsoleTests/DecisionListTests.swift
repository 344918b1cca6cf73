// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import StoreSQLite
import Testing

@testable import Console

@Suite struct DecisionListTests {
  /// So many decisions about the cart's campaign, one a minute, newest first, of people and events
  /// that differ.
  private static func source(_ count: Int) -> CampaignPage.Source {
    var source = Samples.source(Samples.cart)
    let chosen = Samples.decisions
    source.decisions = (0..<count).map { number in
      var decision = chosen[number % chosen.count]
      decision.personID = "u:person-\((number * 7) % count)"
      decision.at = Samples.now - .seconds(number * 60)
      return decision
    }
    return source
  }

  @Test func `a list that fits is neither searched nor sorted`() {
    let list = DecisionList(Self.source(10), query: .init())
    #expect(
      list.search == nil && list.decisionColumns.allSatisfy { $0.href == nil && $0.order == nil }
        && list.decisionRows.count == 10)
    #expect(list.countWords == "10 decisions, newest first")
  }

  @Test(arguments: DecisionList.Sort.allCases)
  func `the heads of a longer one sort it and say so`(sort: DecisionList.Sort) throws {
    let source = Self.source(60)
    let list = DecisionList(source, query: .init(decisions: 100, decisionSort: sort))
    let texts: [String] =
      switch sort {
      case .newest:
        list.decisionRows.map {
          "\(99 - (source.decisions.map(\.personID).firstIndex(of: "u:" + $0.person) ?? 0))"
        }.reversed()
      case .decision: list.decisionRows.map(\.verdict)
      case .event: list.decisionRows.map { $0.event.lowercased() }
      case .person: list.decisionRows.map(\.person)
      }
    #expect(list.decisionRows.count == 60 && texts == texts.sorted())
    let head = try #require(list.decisionColumns.first { $0.order != nil })
    #expect(
      head.href == "/campaigns/c-cart?decisions=100" + (sort == .newest ? "" : "&sort=\(sort.rawValue)")
        + "#decisions")
  }

  @Test func `all that the list says of a decision can be searched, and the choice of the report stays`()
    throws
  {
    let source = Self.source(60)
    let all = DecisionList(source, query: .init(decisions: 100)).decisionRows
    for row in all {
      for words in [row.person, row.event, row.verdict, row.reason ?? "", row.timeTitle, row.time] {
        let found = DecisionList(source, query: .init(decisions: 100, decisionSearch: words)).decisionRows
        #expect(found.contains { $0.timeTitle == row.timeTitle && $0.person == row.person }, "\(words)")
      }
    }
    let query = CampaignPage.Query(range: .all, countsTests: true, decisionSearch: "person-7")
    let list = DecisionList(source, query: query)
    #expect(list.decisionRows.map(\.person) == ["person-7"])
    #expect(list.search?.kept.map { "\($0.keptName)=\($0.keptValue)" } == ["range=all", "tests=shown"])
    #expect(list.search?.allHref == "/campaigns/c-cart?range=all&tests=shown#decisions")
    let nothing = DecisionList(source, query: .init(decisionSearch: "nobody"))
    #expect(nothing.nothingFound == "None of the 60 decisions match “nobody”." && nothing.search != nil)
    #expect(nothing.moreHref == nil && nothing.lessHref == nil)
  }

  @Test func `a search looks at the latest thousand and is text on the page`() async throws {
    #expect(
      CampaignPage.Query().decisionsLookedAt == 11
        && CampaignPage.Query(decisionSearch: "x").decisionsLookedAt == 1_000)
    let browser = try await Browser()
    let events = (0..<40).map { number in
      let record = Wire.DecisionRecord(
        decisionID: "d\(number)", eventID: "t\(number)", eventKind: "custom_event",
        eventName: "event-\(number)",
        candidates: [.init(campaignID: "c-cart", campaignVersion: 1, verdict: "filter", detail: [:])])
      return Wire.EventRecord(
        id: "e\(number)", at: Samples.now - .seconds(3_600 - number), sessionID: "s", userID: "ana",
        body: .decision(record))
    }
    _ = try await browser.store.ingest(
      IngestBatch(appID: "app", device: Wire.Device(id: "phone"), receivedAt: Samples.now, events: events))
    let short = try await browser.get("/campaigns/c-cart").html
    #expect(
      short.contains(">event-39<") && !short.contains(">event-5<") && short.contains("Search decisions"))
    #expect(try await browser.get("/campaigns/c-cart?q=event-5").html.contains(">event-5<"))
    let nothing = try await browser.get("/campaigns/c-cart?q=%3Cb%3E&range=all").html
    #expect(nothing.contains("None of the 40 decisions match “&lt;b&gt;”") && !nothing.contains("<b>"))
    #expect(nothing.contains("href=\"/campaigns/c-cart?range=all#decisions\""))
  }
}
