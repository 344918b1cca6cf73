// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
import NIOConcurrencyHelpers
public import Store

/// Backtests of all people, which take longer than somebody wants to wait for an answer.
///
/// They run one after the other, and shorter backtests can run in between. They are only in memory:
/// a restart of the server forgets them, and whoever asks again gets the same result.
public final class BacktestJobs: Sendable {
  public struct Job: Sendable {
    public let id: String
    public let app: AppID
    public let campaign: CampaignID
    /// The days before `askedAt` that are replayed.
    public let days: Int
    public let askedAt: Instant
    public fileprivate(set) var state = State.waiting
  }

  public enum State: Sendable {
    /// For another job.
    case waiting
    /// So many of so many people were replayed. The second number is 0 until it is known.
    case running(done: Int, all: Int)
    case done(BacktestResult)
    case cancelled
    case failed

    /// One word, for programs and for people.
    public var name: String {
      switch self {
      case .waiting: "waiting"
      case .running: "running"
      case .done: "done"
      case .cancelled: "cancelled"
      case .failed: "failed"
      }
    }

    /// Whether something can still happen.
    public var isOpen: Bool {
      switch self {
      case .waiting, .running: true
      case .done, .cancelled, .failed: false
      }
    }
  }

  /// How many jobs are remembered, of all apps.
  public static let kept = 20
  /// How many can wait or run.
  public static let mostOpen = 8

  private struct Table {
    /// The oldest first.
    var jobs: [Job] = []
    var tasks: [String: Task<Void, Never>] = [:]
    var latest: Task<Void, Never>?
    /// How many tasks have not ended. Those of cancelled jobs wait for their turn.
    var taskCount = 0

    mutating func set(_ id: String, _ state: State) {
      // What was cancelled stays so.
      guard let place = jobs.firstIndex(where: { $0.id == id }), jobs[place].state.isOpen else { return }
      jobs[place].state = state
      if !state.isOpen { tasks[id] = nil }
    }
  }

  private let backtests: Backtests
  private let table = NIOLockedValueBox(Table())
  private let onFailure: @Sendable (StoreError) -> Void

  /// - Parameter onFailure: Called when a job has failed, for the log. Its page only says that it
  ///   failed.
  public init(_ backtests: Backtests, onFailure: @escaping @Sendable (StoreError) -> Void = { _ in }) {
    (self.backtests, self.onFailure) = (backtests, onFailure)
  }

  /// Begins a backtest of the campaign as it is now. If one of the campaign is under way, that is
  /// the answer.
  ///
  /// Throws `.impossible` if the campaign shows nothing, and `.store(.unavailable)` if too many are
  /// under way.
  public func begin(_ campaign: Campaign, days: Int, id: String, at now: Instant) throws(Rejection)
    -> Job
  {
    guard campaign.content.isShownOnTrigger else { throw .impossible(Backtests.nothingSeen) }
    let job = table.withLockedValue { table -> Job? in
      let open = table.jobs.filter(\.state.isOpen)
      if let known = open.first(where: { $0.app == campaign.appID && $0.campaign == campaign.id }) {
        return known
      }
      guard open.count < Self.mostOpen, table.taskCount < Self.kept else { return nil }
      table.taskCount += 1
      let job = Job(id: id, app: campaign.appID, campaign: campaign.id, days: days, askedAt: now)
      table.jobs.append(job)
      let old = table.jobs.filter { !$0.state.isOpen }.prefix(max(0, table.jobs.count - Self.kept)).map(\.id)
      table.jobs.removeAll { old.contains($0.id) }
      let task = Task { [previous = table.latest] in
        await previous?.value
        await self.run(job, campaign)
        self.table.withLockedValue { $0.taskCount -= 1 }
      }
      table.tasks[id] = task
      table.latest = task
      return job
    }
    guard let job else { throw .store(.unavailable("Too many backtests wait. Try again later.")) }
    return job
  }

  /// nil if there is none, or none any more.
  public func job(_ id: String, of campaign: CampaignID, app: AppID) -> Job? {
    jobs(of: campaign, app: app).first { $0.id == id }
  }

  /// The jobs of a campaign that are remembered, the newest first.
  public func jobs(of campaign: CampaignID, app: AppID) -> [Job] {
    table.withLockedValue { $0.jobs.filter { $0.app == app && $0.campaign == campaign }.reversed() }
  }

  /// Ends a job without a result. Does nothing if it has ended.
  public func cancel(_ id: String) {
    let task = table.withLockedValue { table in
      defer { table.set(id, .cancelled) }
      return table.tasks[id]
    }
    task?.cancel()
  }

  /// Waits until all jobs have ended.
  public func finish() async { await table.withLockedValue { $0.latest }?.value }

  private func run(_ job: Job, _ campaign: Campaign) async {
    guard !Task.isCancelled else { return }
    set(job, .running(done: 0, all: 0))
    do throws(Rejection) {
      let result = try await backtests.run(
        campaign, days: job.days, people: nil, at: job.askedAt, letsOthersIn: true
      ) { done, all in
        self.set(job, .running(done: done, all: all))
      }
      set(job, .done(result))
    } catch {
      // A job that was cancelled ends with an error too.
      if case .store(let error) = error, !Task.isCancelled { onFailure(error) }
      set(job, .failed)
    }
  }

  private func set(_ job: Job, _ state: State) { table.withLockedValue { $0.set(job.id, state) } }
}
