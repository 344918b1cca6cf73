// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPTypes
import MartletCore
import MartletTesting
import MartletWire
import Store
import StoreSQLite
import Synchronization
import Testing

@testable import Backtest
@testable import Console

@Suite("Backtests of everybody", .serialized, .timeLimit(.minutes(5)))
struct BacktestJobPagesTests {
  private static let path = "/campaigns/c-welcome/backtest"

  /// People who were active two days ago.
  private static func fill(_ store: any Store, people: Int) async throws {
    let at = Samples.now - .seconds(2 * 86_400)
    for number in 0..<people {
      let event = Wire.EventRecord(
        id: "s\(number)", at: at, sessionID: "s", userID: "u\(number)", body: .sessionStart)
      _ = try await store.ingest(
        IngestBatch(
          appID: "app", device: Wire.Device(id: "d\(number)"), receivedAt: Samples.now, events: [event]))
    }
  }

  @Test func `everybody is replayed in the background, and the page of the job shows the result`()
    async throws
  {
    let browser = try await Browser()
    try await Self.fill(browser.store, people: 120)
    #expect(try await browser.get(Self.path).html.contains("Count everybody"))
    let begun = try await browser.post(Self.path + "/jobs", [("days", "7")])
    let job = try #require(begun.location)
    #expect(begun.status == .seeOther && job.hasPrefix(Self.path + "/jobs/"))
    await browser.backtests.finish()
    let done = try await browser.get(job).html
    #expect(
      done.contains("All of the 120 people who were active.") && done.contains("The 7 days before"), "\(done)"
    )
    #expect(!done.contains("http-equiv=\"refresh\"") && !done.contains("data-behavior=\"live\""))
    #expect(try await browser.get(Self.path).html.contains(": done</a>"))
    #expect(try await browser.get(Self.path + "/jobs/other").status == .notFound)
    #expect(try await browser.get(job.replacing("c-welcome", with: "c-cart")).status == .notFound)
  }

  @Test func `what made a job fail is for the log, and it is said once`() async throws {
    let browser = try await Browser()
    let heard = Mutex<[StoreError]>([])
    let jobs = BacktestJobs(
      Backtests(store: browser.store), browser.store, environment: ManualClock().environment
    ) { error in heard.withLock { $0.append(error) } }
    let campaign = try #require(Samples.campaigns.first { $0.id == "c-welcome" })
    #expect(await BacktestTurn.shared.take(waitsAnyway: true))
    let job = try await jobs.begin(campaign, days: 7, id: "j", at: Samples.now)
    try await browser.store.close()
    await BacktestTurn.shared.give()
    await jobs.finish()
    #expect(try await jobs.job(job.id, of: campaign.id, app: campaign.appID)?.state.name == "failed")
    #expect(heard.withLock { $0.count } == 1)
  }

  @Test
  func
    `a job that has not ended shows that, reloads without script, and can be cancelled; the next one waits for it`()
    async throws
  {
    let browser = try await Browser()
    try await Self.fill(browser.store, people: 3)
    // Nobody else has a turn meanwhile, so no job can end.
    #expect(await BacktestTurn.shared.take(waitsAnyway: true))
    let first = try #require(try await browser.post(Self.path + "/jobs", []).location)
    let again = try await browser.post(Self.path + "/jobs", [("days", "30")]).location
    #expect(again == first, "pressing twice began two")
    let second = try #require(try await browser.post("/campaigns/c-cart/backtest/jobs", []).location)
    for job in [first, second] {
      let html = try await browser.get(job).html
      #expect(
        html.contains("<noscript><meta http-equiv=\"refresh\"") && html.contains("data-behavior=\"live\""))
      #expect(html.contains("run one at a time") && html.contains(job + "/cancel"))
    }
    #expect(try await browser.get(second).html.contains("Waiting for another backtest"))
    #expect(try await browser.post(first + "/cancel", []).location == first)
    #expect(try await browser.get(first).html.contains("This backtest was cancelled."))
    await BacktestTurn.shared.give()
    await browser.backtests.finish()
    #expect(try await browser.get(first).html.contains("This backtest was cancelled."))
    #expect(try await browser.get(second).html.contains("All of the 3 people who were active."))
  }

  @Test func `only so many jobs are under way at a time`() async throws {
    let campaigns = (0...BacktestJobs.mostOpen).map { number in
      var campaign = Samples.welcome
      campaign.id = CampaignID("c\(number)")
      return campaign
    }
    let browser = try await Browser(campaigns: campaigns)
    #expect(await BacktestTurn.shared.take(waitsAnyway: true))
    for (number, campaign) in campaigns.enumerated() {
      let answer = try await browser.post("/campaigns/\(campaign.id)/backtest/jobs", [])
      #expect((answer.location ?? "").contains("/jobs/") == (number < BacktestJobs.mostOpen))
    }
    await BacktestTurn.shared.give()
    await browser.backtests.finish()
  }

  @Test(arguments: [Role.viewer, .author]) func `people who only read see jobs, and cannot begin any`(
    role: Role
  ) async throws {
    let browser = try await Browser(role: role)
    #expect(try await browser.get(Self.path).html.contains("Count everybody") == (role == .author))
    #expect(
      try await browser.post(Self.path + "/jobs", []).status == (role == .author ? .seeOther : .forbidden))
    await browser.backtests.finish()
  }
}
