// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  private static let ana = Author.member(id: "ana", name: "Ana")

  /// The campaign after one more change.
  private static func changed(_ campaign: Campaign, _ body: (inout Campaign) -> Void) -> Campaign {
    var next = campaign
    next.revision += 1
    next.updatedAt = next.updatedAt + .seconds(60)
    body(&next)
    return next
  }

  private static func change(
    _ next: Campaign, _ kind: CampaignChange.Kind, by author: Author, _ store: any Store
  ) async throws(StoreError) {
    try await store.update(next, expectedRevision: next.revision - 1, as: kind, by: author)
  }

  static var histories: [Promise] {
    [
      Promise("each change of a campaign is kept with its author and its content, newest first") {
        store async throws in
        try await store.insert(Sample.app())
        let first = Sample.campaign("c")
        try await store.insert(first, by: ana)
        let edited = changed(first) { $0.content.message?.header = "Good evening" }
        try await change(edited, .edited, by: .key(id: "k", name: "Deploy"), store)
        let launched = changed(edited) { ($0.state, $0.launchedAt) = (.running, $0.updatedAt) }
        try await change(launched, .performed(.launch), by: .link, store)
        let renamed = changed(launched) { ($0.name, $0.version) = ("Evening", 2) }
        try await change(renamed, .edited, by: ana, store)
        let restored = changed(renamed) { ($0.name, $0.content, $0.version) = (first.name, first.content, 3) }
        try await change(restored, .restored(from: 1), by: .system, store)

        let key = Author.key(id: "k", name: "Deploy")
        let at = [first, edited, launched, renamed, restored].map(\.updatedAt)
        let expected = [
          CampaignChange(
            number: 5, version: 3, kind: .restored(from: 1), at: at[4], author: .system, hasRun: true),
          CampaignChange(number: 4, version: 2, kind: .edited, at: at[3], author: ana, hasRun: true),
          CampaignChange(number: 3, version: 1, kind: .performed(.launch), at: at[2], author: .link),
          CampaignChange(number: 2, version: 1, kind: .edited, at: at[1], author: key, hasRun: true),
          CampaignChange(number: 1, version: 1, kind: .created, at: at[0], author: ana),
        ]
        #expect(try await store.changes(of: "c", app: "shop", before: nil, limit: 10) == expected)
        #expect(try await store.changes(of: "c", app: "shop", before: 4, limit: 2) == Array(expected[2...3]))
        let versions = try await store.versions(of: "c", app: "shop", before: nil, limit: 10)
        #expect(versions.map(\.change) == [expected[0], expected[1], expected[3], expected[4]])
        #expect(versions.map(\.snapshot) == [restored, renamed, edited, first].map(\.snapshot))
        #expect(
          try await store.versions(of: "c", app: "shop", before: 4, limit: 1).first?.snapshot
            == edited.snapshot
        )
      },
      Promise("the creator of a campaign stays known, whoever changes it and however often") {
        store async throws in
        try await store.insert(Sample.app())
        try await store.insert(Sample.app("other"))
        var campaign = Sample.campaign("c")
        try await store.insert(campaign, by: ana)
        try await store.insert(Sample.campaign("d"), by: .link)
        for number in 0..<(CampaignHistoryLimits.newest + 5) {
          campaign = changed(campaign) { $0.name = "Name \(number)" }
          try await change(campaign, .edited, by: .system, store)
        }
        #expect(try await store.creators(app: "shop") == ["c": ana, "d": .link])
        #expect(try await store.creators(app: "other") == [:])
      },
      Promise("an edit that changes nothing, and one that meets a conflict, leave no trace in a history") {
        store async throws in
        try await store.insert(Sample.app())
        let campaign = Sample.campaign("c")
        try await store.insert(campaign, by: ana)
        try await change(changed(campaign) { _ in }, .edited, by: ana, store)
        await expect(.conflict) { () async throws(StoreError) in
          try await change(changed(campaign) { $0.name = "Late" }, .edited, by: ana, store)
        }
        #expect(try await store.changes(of: "c", app: "shop", before: nil, limit: 10).map(\.number) == [1])
      },
      Promise("a history belongs to one campaign of one app, and goes with it") { store async throws in
        for app in ["shop", "cafe"] as [AppID] {
          try await store.insert(Sample.app(app))
          try await store.insert(Sample.campaign("c", app: app), by: app == "shop" ? ana : .link)
          try await store.insert(Sample.campaign("d", app: app), by: .system)
        }
        #expect(
          try await store.changes(of: "c", app: "cafe", before: nil, limit: 10).map(\.author) == [.link])
        try await store.delete("c", app: "shop", expectedRevision: 1)
        #expect(try await store.changes(of: "c", app: "shop", before: nil, limit: 10).isEmpty)
        #expect(try await store.versions(of: "c", app: "shop", before: nil, limit: 10).isEmpty)
        #expect(try await store.changes(of: "d", app: "shop", before: nil, limit: 10).count == 1)
        #expect(try await store.changes(of: "c", app: "cafe", before: nil, limit: 10).count == 1)
        try await store.insert(Sample.campaign("c"), by: .link)
        #expect(
          try await store.changes(of: "c", app: "shop", before: nil, limit: 10).map(\.author) == [.link])
      },
      Promise("the newest changes are kept, and for ever the first, launches, ends and what ran") {
        store async throws in
        try await store.insert(Sample.app())
        var campaign = Sample.campaign("c")
        try await store.insert(campaign, by: ana)
        func edit() async throws {
          campaign = changed(campaign) { $0.name = "Edit \($0.revision)" }
          try await change(campaign, .edited, by: ana, store)
        }
        // 2 never ran, 3 did.
        try await edit()
        try await edit()
        for (action, state) in [(CampaignAction.launch, CampaignState.running), (.pause, .paused)] {
          campaign = changed(campaign) { $0.state = state }
          try await change(campaign, .performed(action), by: ana, store)
        }
        for _ in 0..<(CampaignHistoryLimits.newest + 3) { try await edit() }
        let kept = try await store.changes(of: "c", app: "shop", before: nil, limit: 1_000).map(\.number)
        #expect(kept == (9...campaign.revision).reversed() + [4, 3, 1])
        #expect(kept.count == CampaignHistoryLimits.newest + 3)
        #expect(
          try await store.versions(of: "c", app: "shop", before: 9, limit: 10).map(\.snapshot.name) == [
            "Edit 3", "Campaign c",
          ])
      },
      Promise(
        "automatic saves of one author become one version, until somebody saves, another author writes, or time has passed"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        var campaign = Sample.campaign("c")
        try await store.insert(campaign, by: ana)
        func save(_ name: String, by author: Author = ana, isAutomatic: Bool = true) async throws {
          campaign = changed(campaign) { $0.name = name }
          try await store.update(
            campaign, expectedRevision: campaign.revision - 1, as: .edited, by: author,
            isAutomatic: isAutomatic
          )
        }
        func kept() async throws -> [String] {
          try await store.versions(of: "c", app: "shop", before: nil, limit: 20).map {
            "\($0.number) \($0.snapshot.name)"
          }.reversed()
        }
        for name in ["A", "Ab", "Abc"] { try await save(name) }
        #expect(try await kept() == ["1 Campaign c", "4 Abc"])
        // Pressing Save ends the series, though nothing is new.
        try await save("Abc", isAutomatic: false)
        try await save("Abcd")
        #expect(try await kept() == ["1 Campaign c", "4 Abc", "6 Abcd"])
        try await save("By Ben", by: .member(id: "ben", name: "Ben"))
        try await save("By Ana")
        try await save("Saved", isAutomatic: false)
        #expect(try await kept() == ["1 Campaign c", "4 Abc", "6 Abcd", "7 By Ben", "8 By Ana", "9 Saved"])
        // Each change is a minute after the one before it.
        for minute in 0...12 { try await save("Minute \(minute)") }
        #expect(try await kept().suffix(3) == ["9 Saved", "20 Minute 10", "22 Minute 12"])
        let newest = try await store.changes(of: "c", app: "shop", before: nil, limit: 1).first
        #expect(newest?.automaticSince == Sample.campaign("c").updatedAt + .seconds(60 * 20))
      },
    ]
  }
}
