// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var campaigns: [Promise] {
    [
      Promise("an app is found again, and no second one takes its id") { store async throws in
        try await store.insert(Sample.app("shop"))
        await expect(.alreadyExists) { () async throws(StoreError) in
          try await store.insert(Sample.app("shop"))
        }
        try await store.insert(Sample.app("cafe"))
        #expect(try await store.apps() == [Sample.app("shop"), Sample.app("cafe")])
      },
      Promise("an app comes with its campaigns and keys, or not at all") { store async throws in
        let campaigns: [Campaign] = [Sample.campaign("c1"), Sample.campaign("c2")]
        let key = APIKey(
          id: "k1", appID: "shop", scope: .device, name: "Key", prefix: "mk_dev_0",
          hash: [UInt8](repeating: 7, count: 32),
          createdAt: Sample.now)
        // The key comes last: when it is refused, app and campaigns were written already.
        await expect(.alreadyExists) { () async throws(StoreError) in
          try await store.insert(Sample.app("shop"), campaigns: campaigns, keys: [key, key])
        }
        #expect(try await store.apps().isEmpty)
        #expect(try await store.campaigns(app: "shop").isEmpty)
        #expect(try await store.key(hash: key.hash) == nil)
        try await store.insert(Sample.app("shop"), campaigns: campaigns, keys: [key])
        #expect(try await store.apps() == [Sample.app("shop")])
        #expect(try await store.campaigns(app: "shop").map(\.id) == ["c1", "c2"])
        #expect(try await store.key(hash: key.hash) == key)
      },
      Promise("a campaign is read as it was written, in every state") { store async throws in
        try await store.insert(Sample.app())
        for (index, state) in CampaignState.allCases.enumerated() {
          var campaign = Sample.campaign(CampaignID("c\(index)"))
          campaign.state = state
          campaign.version = 3
          campaign.launchedAt = state == .draft ? nil : Sample.now + .seconds(1)
          campaign.finishedAt = state == .finished ? Sample.now + .seconds(2) : nil
          campaign.content.message?.unknown = ["from_the_future": .array([.int(1), .double(1.5), .null])]
          try await store.insert(campaign)
          #expect(try await store.campaign(campaign.id, app: "shop") == campaign)
        }
      },
      Promise("campaigns have numbers from 1, oldest first, that never change and are not given again") {
        store async throws in
        try await store.insert(Sample.app())
        try await store.insert(Sample.app("other"))
        for (id, age) in [("b", 10), ("a", 20)] {
          try await store.insert(Sample.campaign(CampaignID(id), createdAt: Sample.now - .seconds(age)))
        }
        #expect(try await store.campaignNumbers(app: "shop") == ["a": 1, "b": 2])
        try await store.delete("b", app: "shop", expectedRevision: 1)
        try await store.insert(Sample.campaign("old", createdAt: Sample.now - .seconds(30)))
        #expect(try await store.campaignNumbers(app: "shop") == ["a": 1, "old": 3])
        #expect(try await store.campaignNumbers(app: "other").isEmpty)
      },
      Promise("the notes of a campaign are kept until it is deleted") { store async throws in
        try await store.insert(Sample.app())
        for id in ["a", "b"] { try await store.insert(Sample.campaign(CampaignID(id))) }
        try await store.setNotes(["field": ["deep": 1]], of: "a", app: "shop")
        try await store.setNotes(["field": 1], of: "b", app: "shop")
        try await store.setNotes(["field": 2], of: "b", app: "shop")
        #expect(
          try await store.campaignNotes(app: "shop") == ["a": ["field": ["deep": 1]], "b": ["field": 2]])
        #expect(try await store.campaignNotes(app: "nobody").isEmpty)
        await expect(.notFound) { () async throws(StoreError) in
          try await store.setNotes(["x": 1], of: "c", app: "shop")
        }
        try await store.setNotes([:], of: "b", app: "shop")
        try await store.delete("a", app: "shop", expectedRevision: 1)
        try await store.insert(Sample.campaign("a"))
        #expect(try await store.campaignNotes(app: "shop").isEmpty)
      },
      Promise("campaigns are listed newest first, with the id deciding between equals") {
        store async throws in
        try await store.insert(Sample.app())
        for (id, age) in [("b", 10), ("old", 20), ("a", 10), ("new", 0)] {
          try await store.insert(Sample.campaign(CampaignID(id), createdAt: Sample.now - .seconds(age)))
        }
        #expect(try await store.campaigns(app: "shop").map(\.id) == ["new", "a", "b", "old"])
      },
      Promise("an update is stored once for each revision; the second writer hears of the conflict") {
        store async throws in
        try await store.insert(Sample.app())
        var campaign = Sample.campaign("c")
        try await store.insert(campaign)
        campaign.name = "First"
        try await store.update(campaign, expectedRevision: 1)
        campaign.name = "Second"
        let late = campaign
        await expect(.conflict) { () async throws(StoreError) in
          try await store.update(late, expectedRevision: 1)
        }
        let stored = try await store.campaign("c", app: "shop")
        #expect(stored?.name == "First")
        #expect(stored?.revision == 2)
        await expect(.notFound) { () async throws(StoreError) in
          try await store.update(Sample.campaign("none"), expectedRevision: 1)
        }
      },
      Promise("of twenty editors with the same revision one wins") { store async throws in
        try await store.insert(Sample.app())
        try await store.insert(Sample.campaign("c"))
        let wins = await count(20) { index in
          var campaign = Sample.campaign("c")
          campaign.name = "Editor \(index)"
          do throws(StoreError) {
            try await store.update(campaign, expectedRevision: 1)
            return true
          } catch {
            #expect(error == .conflict)
            return false
          }
        }
        #expect(wins == 1)
      },
      Promise("a campaign is removed once, by who knows its revision") { store async throws in
        try await store.insert(Sample.app("shop"))
        try await store.insert(Sample.app("cafe"))
        try await store.insert(Sample.campaign("c"))
        let version = try await store.catalogueVersion(app: "shop")
        await expect(.conflict) { () async throws(StoreError) in
          try await store.delete("c", app: "shop", expectedRevision: 2)
        }
        await expect(.notFound) { () async throws(StoreError) in
          try await store.delete("c", app: "cafe", expectedRevision: 1)
        }
        try await store.delete("c", app: "shop", expectedRevision: 1)
        await expect(.notFound) { () async throws(StoreError) in
          try await store.delete("c", app: "shop", expectedRevision: 1)
        }
        #expect(try await store.campaign("c", app: "shop") == nil)
        #expect(try await store.catalogueVersion(app: "shop") > version)
      },
      Promise("the catalogue's version grows with each change of the app's campaigns and with nothing else") {
        store async throws in
        try await store.insert(Sample.app("shop"))
        try await store.insert(Sample.app("cafe"))
        var versions = [try await store.catalogueVersion(app: "shop")]
        try await store.insert(Sample.campaign("c"))
        versions.append(try await store.catalogueVersion(app: "shop"))
        try await store.update(Sample.campaign("c"), expectedRevision: 1)
        versions.append(try await store.catalogueVersion(app: "shop"))
        #expect(versions[0] < versions[1] && versions[1] < versions[2])

        try await store.insert(Sample.campaign("c", app: "cafe"))
        _ = try? await store.update(Sample.campaign("c"), expectedRevision: 1)
        _ = try await store.ingest(Sample.batch([Sample.event("e", .sessionStart)]))
        #expect(try await store.catalogueVersion(app: "shop") == versions[2])
      },
      Promise("what belongs to one app is not found in another, under the same ids") { store async throws in
        try await store.insert(Sample.app("shop"))
        try await store.insert(Sample.app("cafe"))
        var cafe = Sample.campaign("c", app: "cafe")
        cafe.name = "Another"
        try await store.insert(Sample.campaign("c"))
        #expect(try await store.campaign("c", app: "cafe") == nil)
        try await store.insert(cafe)
        #expect(try await store.campaign("c", app: "shop")?.name == "Campaign c")
        #expect(try await store.campaign("c", app: "cafe")?.name == "Another")

        let impression = Sample.event("e", .impression(Sample.presentation("c")))
        let decision = Sample.event("d", .decision(Sample.decision("d", candidates: ["c"])))
        for app in ["shop", "cafe"] as [AppID] {
          let results = try await store.ingest(Sample.batch([impression, decision], app: app))
          #expect(results.map(\.status) == [.known(.stored), .known(.stored)])
          #expect(try await store.report(campaign: "c", app: app, from: nil, to: nil).totals.impressions == 1)
          #expect(try await store.decisions(campaign: "c", personID: nil, app: app, limit: 10).count == 1)
        }
        try await store.markOffered(
          app: "shop", personID: "u:ana", eligible: ["c"], delivered: ["c"], at: Sample.now)
        #expect(try await store.report(campaign: "c", app: "cafe", from: nil, to: nil).totals.eligible == 0)
      },
      Promise("an app that is not there has nothing, and nothing can be written to it") {
        store async throws in
        #expect(try await store.campaigns(app: "none").isEmpty)
        #expect(try await store.campaign("c", app: "none") == nil)
        #expect(try await store.report(campaign: "c", app: "none", from: nil, to: nil).hours.isEmpty)
        #expect(try await store.eventCounts(app: "none").isEmpty)
        await expect(.notFound) { () async throws(StoreError) in
          try await store.insert(Sample.campaign("c", app: "none"))
        }
        await expect(.notFound) { () async throws(StoreError) in
          _ = try await store.ingest(Sample.batch([Sample.event("e", .sessionStart)], app: "none"))
        }
      },
    ]
  }

  static func expect(
    _ expected: StoreError, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws(StoreError) -> Void
  ) async {
    do throws(StoreError) {
      try await body()
      Issue.record("Expected \(expected), but nothing was thrown.", sourceLocation: sourceLocation)
    } catch {
      #expect(error == expected, sourceLocation: sourceLocation)
    }
  }

  /// Runs the work side by side; how many answered true.
  static func count(_ tasks: Int, _ body: @escaping @Sendable (Int) async -> Bool) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<tasks { group.addTask { await body(index) } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
  }
}
