// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Store

/// Backtests of all people, which take longer than somebody wants to wait for an answer.
///
/// On each server they run one after the other, and shorter backtests can run in between. Every
/// server knows how far they are, and their results for a week. When the server ends that runs one,
/// it fails, and whoever asks again gets the same result.
public struct BacktestJobs: Sendable {
  public struct Job: JobState {
    public let id: String
    public let app: AppID
    public let campaign: CampaignID
    /// The days before `askedAt` that are replayed.
    public let days: Int
    public let askedAt: Instant
    public fileprivate(set) var state = State.waiting

    public var isOpen: Bool { state.isOpen }
    public var abandoned: Job { with(.failed) }

    fileprivate func with(_ state: State) -> Job {
      var job = self
      job.state = state
      return job
    }
  }

  public enum State: Codable, Sendable {
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

  /// The jobs of an app.
  public static let shelf = Shelf("backtest", most: 20, lifetime: .seconds(7 * 86_400))
  /// How many of a server can wait or run.
  public static let mostOpen = 8

  private let backtests: Backtests
  private let jobs: SharedJobs<Job>
  private let onFailure: @Sendable (StoreError) -> Void

  /// - Parameter onFailure: Called when a job has failed, for the log. Its page only says that it
  ///   failed.
  public init(
    _ backtests: Backtests, _ store: any ShelfStore, environment: Environment,
    onFailure: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) {
    (self.backtests, self.onFailure) = (backtests, onFailure)
    jobs = SharedJobs(store, on: Self.shelf, environment: environment)
  }

  /// Begins a backtest of the campaign as it is now. If one of the campaign is under way, that is
  /// the answer.
  ///
  /// Throws `.impossible` if the campaign shows nothing, and `.store(.unavailable)` if too many are
  /// under way.
  public func begin(_ campaign: Campaign, days: Int, id: String, at now: Instant) async throws(Rejection)
    -> Job
  {
    guard campaign.content.isShownOnTrigger else { throw .impossible(Backtests.nothingSeen) }
    do throws(StoreError) {
      if let known = try await jobs(of: campaign.id, app: campaign.appID).first(where: \.isOpen) {
        return known
      }
    } catch {
      throw .store(error)
    }
    guard await jobs.unfinished < Self.mostOpen else {
      throw .store(.unavailable("Too many backtests wait. Try again later."))
    }
    let job = Job(id: id, app: campaign.appID, campaign: campaign.id, days: days, askedAt: now)
    await jobs.begin(id, of: campaign.appID.rawValue, job) { tell in await run(job, campaign, tell) }
    return job
  }

  /// nil if there is none, or none any more.
  public func job(_ id: String, of campaign: CampaignID, app: AppID) async throws(StoreError) -> Job? {
    let job = try await jobs.job(id, of: app.rawValue)?.state
    return job?.campaign == campaign ? job : nil
  }

  /// The jobs of a campaign that are remembered, the newest first.
  public func jobs(of campaign: CampaignID, app: AppID) async throws(StoreError) -> [Job] {
    try await jobs.jobs(of: app.rawValue).map(\.state).filter { $0.campaign == campaign }
  }

  /// Ends a job without a result. Does nothing if it has ended.
  public func cancel(_ job: Job) async throws(StoreError) {
    try await jobs.cancel(job.id, of: job.app.rawValue, as: job.with(.cancelled))
  }

  /// Waits until all jobs of this server have ended.
  public func finish() async { await jobs.finish() }

  private func run(_ job: Job, _ campaign: Campaign, _ tell: @Sendable (Job) async -> Void) async -> Job {
    await tell(job.with(.running(done: 0, all: 0)))
    do throws(Rejection) {
      let result = try await backtests.run(
        campaign, days: job.days, people: nil, at: job.askedAt, letsOthersIn: true
      ) { done, all in
        await tell(job.with(.running(done: done, all: all)))
      }
      return job.with(.done(result))
    } catch {
      // A job that was cancelled ends with an error too.
      if case .store(let error) = error, !Task.isCancelled { onFailure(error) }
      return job.with(.failed)
    }
  }
}
