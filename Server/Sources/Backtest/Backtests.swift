// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

/// Runs backtests over what is stored.
public struct Backtests: Sendable {
  private let store: any CampaignStore & CampaignHistoryStore & AudienceStore & SettingsStore & BacktestStore

  /// The newest events of one person that are replayed, and the newest records of their test
  /// devices that are compared.
  public static let eventLimit = 20_000
  /// The people whose test devices are compared, those first who used one last.
  public static let testPeople = 20
  /// The days of a period.
  public static let days = 1...90
  /// The people who are replayed unless somebody asks for more.
  public static let usualPeople = 1_000
  /// People who are read at once: few enough for the memory, and for those who wait to read.
  private static let readAtOnce = 5
  /// People who are replayed between two reports of progress.
  private static let step = 50

  /// The days unless somebody asks for others.
  public static let usualDays = 14
  /// How many people somebody can ask a running server for.
  public static let askedPeople = 1...10_000
  /// What is wrong with a campaign that shows nothing, and what to do.
  public static let nothingSeen = Diagnostic(
    field: "", code: "nothing_seen",
    message:
      "A backtest is about what people see in the app on a trigger, and this campaign shows nothing there.",
    remedy: "Complete its message, banner or content and its trigger first, or choose another campaign."
  )

  public init(store: any CampaignStore & CampaignHistoryStore & AudienceStore & SettingsStore & BacktestStore)
  {
    self.store = store
  }

  /// What the campaign would have done in the last days.
  ///
  /// - Parameters:
  ///   - days: The period, which ends now.
  ///   - people: How many are replayed. nil: everybody who was active.
  ///   - atOnce: How many parts of the people are replayed at once. A server that also answers
  ///     devices leaves a core to them.
  ///   - letsOthersIn: Whether other backtests can run in between, which do not wait for the end of
  ///     this one.
  ///   - progress: Receives how many of how many people were replayed, now and then.
  public func run(
    _ campaign: Campaign, days: Int, people: Int?, at now: Instant, atOnce: Int = 1,
    letsOthersIn: Bool = false,
    progress: @Sendable (_ done: Int, _ all: Int) async -> Void = { _, _ in }
  ) async throws(Rejection) -> BacktestResult {
    guard campaign.content.isShownOnTrigger else { throw .impossible(Self.nothingSeen) }
    let period = now - .seconds(days * 86_400)..<now
    guard await BacktestTurn.shared.take(waitsAnyway: letsOthersIn) else {
      throw .store(.unavailable("Too many backtests wait. Try again in a minute."))
    }
    defer { Task { await BacktestTurn.shared.give() } }
    do throws(StoreError) {
      let backtest = try await prepare(campaign, period)
      let (all, drawn) = try await store.activePeople(
        since: period.lowerBound, app: campaign.appID, limit: people ?? .max)
      var result = BacktestResult(backtest)
      result.active = all
      // One part for each core, so that reading and replaying go on at the same time.
      let parts = stride(from: 0, to: drawn.count, by: Self.step).map {
        Array(drawn[$0..<min($0 + Self.step, drawn.count)])
      }
      var next = 0
      for round in stride(from: 0, to: parts.count, by: atOnce) {
        if Task.isCancelled { throw StoreError.unavailable("The backtest was cancelled.") }
        if letsOthersIn, round > 0 {
          await BacktestTurn.shared.give()
          _ = await BacktestTurn.shared.take(waitsAnyway: true)
        }
        let results = await withTaskGroup(of: (index: Int, result: Result<BacktestResult, StoreError>).self) {
          group in
          for index in round..<min(round + atOnce, parts.count) {
            group.addTask { (index, await self.replay(parts[index], backtest, campaign.appID)) }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        // In the order of the people, so that the same question always has the same answer.
        for (index, part) in results.sorted(by: { $0.index < $1.index }) {
          result.add(try part.get())
          next += parts[index].count
        }
        await progress(next, drawn.count)
      }
      result.decisions = try await check(backtest, campaign.appID)
      return result
    } catch {
      throw .store(error)
    }
  }

  private func prepare(_ campaign: Campaign, _ period: Range<Instant>) async throws(StoreError) -> Backtest {
    var timeline = CampaignTimeline()
    for other in try await store.campaigns(app: campaign.appID)
    where other.launchedAt != nil && other.content.isShownOnTrigger {
      let changes = try await Self.all { last, limit throws(StoreError) in
        try await store.changes(of: other.id, app: other.appID, before: last?.number, limit: limit)
      }
      let versions = try await Self.all { last, limit throws(StoreError) in
        try await store.versions(of: other.id, app: other.appID, before: last?.number, limit: limit)
      }
      timeline.add(other, changes, versions)
    }
    return Backtest(
      campaign, among: timeline, audiences: try await store.audiences(app: campaign.appID),
      settings: try await store.settings(app: campaign.appID),
      period: period)
  }

  private static func all<Element>(
    _ page: (_ last: Element?, _ limit: Int) async throws(StoreError) -> [Element]
  ) async throws(StoreError) -> [Element] {
    var all: [Element] = []
    let limit = CampaignHistoryLimits.page.upperBound
    while true {
      let next = try await page(all.last, limit)
      all += next
      if next.count < limit { return all }
    }
  }

  private func check(_ backtest: Backtest, _ app: AppID) async throws(StoreError) -> DecisionCheck {
    var check = DecisionCheck()
    for number in try await store.testPeople(
      since: backtest.period.lowerBound, app: app, limit: Self.testPeople)
    {
      if Task.isCancelled { throw StoreError.unavailable("The backtest was cancelled.") }
      let records = try await store.testDeviceRecords(
        of: number, in: backtest.period, app: app, limit: Self.eventLimit)
      guard !records.entries.isEmpty else { continue }
      let person = try await store.backtestPerson(
        number, backtest.needs, until: backtest.period.upperBound, app: app, limit: Self.eventLimit)
      if let person { check.add(await backtest.check(person, records)) }
    }
    if Task.isCancelled { throw StoreError.unavailable("The backtest was cancelled.") }
    return check
  }

  private func replay(_ numbers: [Int64], _ backtest: Backtest, _ app: AppID) async -> Result<
    BacktestResult, StoreError
  > {
    var result = BacktestResult(backtest)
    do throws(StoreError) {
      for start in stride(from: 0, to: numbers.count, by: Self.readAtOnce) where !Task.isCancelled {
        let people = try await store.backtestPeople(
          Array(numbers[start..<min(start + Self.readAtOnce, numbers.count)]), backtest.needs,
          until: backtest.period.upperBound, app: app,
          limit: Self.eventLimit)
        for person in people {
          result.add(person, backtest.replay(person))
          await Task.yield()
        }
      }
      return .success(result)
    } catch {
      return .failure(error)
    }
  }
}

/// Lets one backtest of a process run at a time, so that the others wait and devices do not.
actor BacktestTurn {
  static let shared = BacktestTurn()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The most that wait.
  private static let most = 8

  /// Waits for the turn. Returns false without it if too many wait already, unless it waits anyway.
  func take(waitsAnyway: Bool = false) async -> Bool {
    guard isTaken else {
      isTaken = true
      return true
    }
    guard waitsAnyway || waiting.count < Self.most else { return false }
    await withCheckedContinuation { waiting.append($0) }
    return true
  }

  /// Ends the turn.
  func give() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
