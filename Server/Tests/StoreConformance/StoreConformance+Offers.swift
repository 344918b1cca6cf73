// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import Testing

extension StoreConformance {
  static var offers: [Promise] {
    [
      Promise(
        "who was offered what counts as a naive count says, through sign-ins, test devices, resends and new campaigns"
      ) {
        store async throws in
        for seed in 1...UInt64(TestCases.count(3, full: 8)) {
          let app = AppID("shop-\(seed)")
          try await store.insert(Sample.app(app))
          var world = OfferWorld(seed: seed)
          for _ in 0..<60 {
            let step = world.step()
            for _ in 0..<(step.isSentAgain ? 2 : 1) { try await send(step, store, app: app) }
          }
          try await expectOffers(of: world, store, app: app, "seed \(seed)")
        }
      },
      Promise("offers that many callers record at once count once") { store async throws in
        try await store.insert(Sample.app())
        let campaigns = (0..<40).map { CampaignID("c\($0)") }
        let failures = await count(40) { index in
          do throws(StoreError) {
            // Everybody's first sync, and those of two people over and over.
            let person = index < 20 ? "u:person-\(index % 2)" : "u:person-\(index)"
            let running = Array(campaigns.prefix(10 + index % 4 * 10))
            try await store.markOffered(
              app: "shop", personID: person, eligible: running, delivered: running, at: Sample.now)
            return false
          } catch { return true }
        }
        #expect(failures == 0)
        for (number, campaign) in campaigns.enumerated() {
          // Of 20 others five have each of the four lengths; of the two, one was offered 10 and 30,
          // the other 20 and 40.
          let others = 20 - 5 * (number / 10)
          let expected = others + (number < 30 ? 2 : 1)
          let totals = try await store.report(campaign: campaign, app: "shop", from: nil, to: nil).totals
          #expect(totals == CampaignReport.Totals(eligible: expected, delivered: expected), "\(campaign)")
        }
      },
    ]
  }

  private static func send(_ step: OfferWorld.Step, _ store: any Store, app: AppID) async throws {
    switch step.kind {
    case .offer(let person, let eligible, let delivered):
      try await store.markOffered(
        app: app, personID: person, eligible: eligible, delivered: delivered, at: step.at, isTest: step.isTest
      )
    case .signIn(let device, let user):
      let event = Sample.event(
        "in-\(device)-\(user)-\(step.number)", at: step.at, user: user, .userChanged(previousUserID: nil))
      _ = try await store.ingest(Sample.batch([event], app: app, device: device, receivedAt: step.at))
    }
  }

  private static func expectOffers(
    of world: OfferWorld, _ store: any Store, app: AppID, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for campaign in OfferWorld.campaigns {
      let report = try await store.report(campaign: campaign, app: app, from: nil, to: nil)
      let (own, test) = world.totals(campaign)
      #expect(report.totals == own, comment, sourceLocation: sourceLocation)
      #expect(report.testTotals == test, comment, sourceLocation: sourceLocation)
      for hour in OfferWorld.hours {
        let part = try await store.report(
          campaign: campaign, app: app, from: hour, to: hour + .seconds(3_600))
        let (own, test) = world.totals(campaign, hour: hour)
        #expect(part.totals == own, "\(comment.rawValue), \(campaign)", sourceLocation: sourceLocation)
        #expect(part.testTotals == test, "\(comment.rawValue), \(campaign)", sourceLocation: sourceLocation)
      }
    }
  }
}
