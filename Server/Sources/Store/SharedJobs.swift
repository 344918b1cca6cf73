// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore

/// How far a job is, or what it found.
public protocol JobState: Codable, Sendable {
  /// Whether something can still happen.
  var isOpen: Bool { get }
  /// What has become of an open job whose server has ended.
  var abandoned: Self { get }
}

/// Jobs of one kind. Each server runs those that it was asked for, one after the other, and every
/// server can say how far they are.
///
/// What others know of an open job is up to `interval` old. When a server ends, its open jobs end
/// with it, and the others say so after `silence`.
public actor SharedJobs<State: JobState> {
  public struct Job: Codable, Sendable {
    public let id: String
    public fileprivate(set) var state: State
    fileprivate let begunAt: Instant
    fileprivate var toldAt: Instant
  }

  static var interval: Duration { .seconds(5) }
  static var silence: Duration { .seconds(120) }

  private struct OwnJob {
    let owner: String
    var job: Job
    var task: Task<Void, Never>?
  }

  private let store: any ShelfStore
  private let shelf: Shelf
  private let environment: Environment
  /// The oldest first.
  private var own: [OwnJob] = []
  private var latest: Task<Void, Never>?
  private var toldAt: Instant

  public init(_ store: any ShelfStore, on shelf: Shelf, environment: Environment) {
    (self.store, self.shelf, self.environment) = (store, shelf, environment)
    toldAt = environment.now()
  }

  /// How many jobs of this server wait or run, also those that were cancelled and have not ended.
  public private(set) var unfinished = 0

  /// Begins a job when those before it have ended. Returns the task that ends with it.
  ///
  /// - Parameter work: Returns the last state. Its argument tells one in between.
  @discardableResult
  public func begin(
    _ id: String, of owner: String, _ state: State,
    _ work: @escaping @Sendable (_ tell: @Sendable (State) async -> Void) async -> State
  ) async -> Task<Void, Never> {
    own.removeAll { $0.job.id == id && $0.owner == owner }
    let now = environment.now()
    let job = Job(id: id, state: state, begunAt: now, toldAt: now)
    unfinished += 1
    own.append(OwnJob(owner: owner, job: job))
    let ended = own.indices.filter { !own[$0].job.state.isOpen }
    for place in ended.prefix(max(0, own.count - shelf.most)).reversed() { own.remove(at: place) }
    // Before it begins, so that this does not take the place of what it finds.
    await put(job, of: owner)
    let task = Task { [previous = latest] in
      await previous?.value
      if !Task.isCancelled, isOpen(id, of: owner) {
        await self.end(id, of: owner, await work { await self.tell(id, of: owner, $0) })
      }
      unfinished -= 1
    }
    if let place = place(id, of: owner) { own[place].task = task }
    latest = task
    return task
  }

  public func job(_ id: String, of owner: String) async throws(StoreError) -> Job? {
    if let own = own.first(where: { $0.job.id == id && $0.owner == owner }) { return own.job }
    return try await store.item(id, of: owner, on: shelf, at: environment.now()).flatMap(read)
  }

  /// The newest first.
  public func jobs(of owner: String) async throws(StoreError) -> [Job] {
    let shelved = try await store.items(of: owner, on: shelf, at: environment.now())
    let own = own.reversed().filter { $0.owner == owner }.map(\.job)
    let others = shelved.compactMap { item in
      own.contains { $0.id == item.id } ? nil : read(item.value)
    }
    return (own + others).sorted { $0.begunAt > $1.begunAt }
  }

  /// Ends an open job without a result, whichever server runs it.
  public func cancel(_ id: String, of owner: String, as state: State) async throws(StoreError) {
    guard var job = try await job(id, of: owner), job.state.isOpen else { return }
    if let place = place(id, of: owner) { own[place].task?.cancel() }
    job.state = state
    set(id, of: owner, state)
    await put(job, of: owner)
  }

  /// Waits until all jobs of this server have ended.
  public func finish() async { await latest?.value }

  // MARK: -

  private func place(_ id: String, of owner: String) -> Int? {
    own.firstIndex { $0.job.id == id && $0.owner == owner }
  }

  private func isOpen(_ id: String, of owner: String) -> Bool {
    place(id, of: owner).map { own[$0].job.state.isOpen } ?? false
  }

  /// What was cancelled stays so.
  private func set(_ id: String, of owner: String, _ state: State) {
    guard let place = place(id, of: owner), own[place].job.state.isOpen else { return }
    own[place].job.state = state
  }

  /// What has ended is remembered by the store alone, so that whoever deletes it there deletes it.
  private func end(_ id: String, of owner: String, _ state: State) async {
    set(id, of: owner, state)
    guard let place = place(id, of: owner), await put(own[place].job, of: owner) else { return }
    own.removeAll { $0.job.id == id && $0.owner == owner }
  }

  /// Tells the others of all open jobs, and hears which of them somebody has cancelled there.
  private func tell(_ id: String, of owner: String, _ state: State) async {
    set(id, of: owner, state)
    let now = environment.now()
    guard now.duration(since: toldAt) >= Self.interval else { return }
    toldAt = now
    for job in own where job.job.state.isOpen {
      let told = (try? await store.item(job.job.id, of: job.owner, on: shelf, at: now)).flatMap { $0 }
      if let told = told.flatMap(decode), !told.state.isOpen {
        set(job.job.id, of: job.owner, told.state)
        job.task?.cancel()
      } else if let place = place(job.job.id, of: job.owner), own[place].job.state.isOpen {
        await put(own[place].job, of: job.owner)
      }
    }
  }

  /// When it fails, the others hear of it the next time. Returns whether they can hear of it now.
  @discardableResult
  private func put(_ job: Job, of owner: String) async -> Bool {
    var job = job
    job.toldAt = environment.now()
    guard let bytes = try? JSONEncoder().encode(job) else { return false }
    return (try? await store.put(Array(bytes), as: job.id, of: owner, on: shelf, at: job.toldAt)) != nil
  }

  /// As it was told. nil if a server of another version has written it.
  private func decode(_ bytes: [UInt8]) -> Job? { try? JSONDecoder().decode(Job.self, from: Data(bytes)) }

  /// A job of another server.
  private func read(_ bytes: [UInt8]) -> Job? {
    guard var job = decode(bytes) else { return nil }
    if job.state.isOpen, environment.now().duration(since: job.toldAt) > Self.silence {
      job.state = job.state.abandoned
    }
    return job
  }
}
