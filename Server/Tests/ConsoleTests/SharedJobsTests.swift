// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import Store
import StoreSQLite
import Synchronization
import Testing

/// Two servers with one store.
@Suite("Jobs that every server can tell about", .timeLimit(.minutes(5)))
struct SharedJobsTests {
  private enum State: JobState, Equatable {
    case running(Int)
    case done
    case cancelled
    case left(Int)

    var isOpen: Bool { if case .running = self { true } else { false } }
    var abandoned: State { if case .running(let done) = self { .left(done) } else { self } }
  }

  private let clock = ManualClock()
  private let one: SharedJobs<State>
  private let other: SharedJobs<State>

  init() throws {
    let store = try SQLiteStore.inMemory()
    let shelf = Shelf("jobs", most: 3, lifetime: .seconds(3_600))
    one = SharedJobs(store, on: shelf, environment: clock.environment)
    other = SharedJobs(store, on: shelf, environment: clock.environment)
  }

  /// A job that does steps when it is told to, and ends when it is cancelled.
  private final class Work: Sendable {
    private let steps = AsyncStream.makeStream(of: Int.self)
    let wasCancelled = Mutex(false)
    let told = Mutex(0)

    func step(_ number: Int) { steps.continuation.yield(number) }
    func end() { steps.continuation.finish() }

    @Sendable func run(_ tell: @Sendable (State) async -> Void) async -> State {
      for await number in steps.stream {
        await tell(.running(number))
        told.withLock { $0 = number }
      }
      wasCancelled.withLock { $0 = Task.isCancelled }
      return .done
    }
  }

  private func states(_ jobs: SharedJobs<State>, of owner: String = "app") async throws -> [String: State] {
    Dictionary(uniqueKeysWithValues: try await jobs.jobs(of: owner).map { ($0.id, $0.state) })
  }

  @Test func `another server says how far a job was a few seconds ago, and what it found`() async throws {
    let work = Work()
    let task = await one.begin("a", of: "app", .running(0), work.run)
    #expect(try await states(other) == ["a": .running(0)])
    #expect(try await states(other, of: "another") == [:])
    work.step(1)
    try await eventually { try await self.one.job("a", of: "app")?.state == .running(1) }
    #expect(try await other.job("a", of: "app")?.state == .running(0), "not told yet")
    await clock.advance(by: .seconds(5))
    work.step(2)
    try await eventually { try await self.other.job("a", of: "app")?.state == .running(2) }
    work.end()
    await task.value
    #expect(try await states(other) == ["a": .done])
  }

  @Test func `a job can be cancelled from another server, and stays cancelled`() async throws {
    let work = Work()
    let task = await one.begin("a", of: "app", .running(0), work.run)
    try await other.cancel("a", of: "app", as: .cancelled)
    #expect(try await states(other) == ["a": .cancelled])
    await clock.advance(by: .seconds(5))
    // It hears of it when it tells the others the next time.
    work.step(1)
    await task.value
    #expect(work.wasCancelled.withLock { $0 })
    #expect(try await states(one) == ["a": .cancelled])
    #expect(try await states(other) == ["a": .cancelled])
  }

  @Test func `the jobs of a server that has ended have ended too`() async throws {
    let work = Work()
    await one.begin("a", of: "app", .running(7), work.run)
    await clock.advance(by: .seconds(120))
    #expect(try await states(other) == ["a": .running(7)])
    await clock.advance(by: .seconds(1))
    #expect(try await states(other) == ["a": .left(7)])
    work.end()
  }

  @Test func `a server that could not tell for a while goes on with its job`() async throws {
    let work = Work()
    let task = await one.begin("a", of: "app", .running(0), work.run)
    await clock.advance(by: .seconds(600))
    #expect(try await states(other) == ["a": .left(0)])
    work.step(1)
    try await eventually { try await self.other.job("a", of: "app")?.state == .running(1) }
    work.end()
    await task.value
    #expect(try await states(other) == ["a": .done])
    #expect(!work.wasCancelled.withLock { $0 })
  }

  @Test func `jobs run one after the other, and those that wait are told of too`() async throws {
    let (first, second) = (Work(), Work())
    await one.begin("a", of: "app", .running(0), first.run)
    await clock.advance(by: .seconds(1))
    let last = await one.begin("b", of: "app", .running(0), second.run)
    second.end()
    await clock.advance(by: .seconds(118))
    first.step(1)
    try await eventually { first.told.withLock { $0 } == 1 }
    await clock.advance(by: .seconds(119))
    #expect(try await states(other) == ["a": .running(1), "b": .running(0)])
    #expect(try await other.jobs(of: "app").map(\.id) == ["b", "a"], "the newest first")
    first.end()
    await last.value
    #expect(try await states(other) == ["a": .done, "b": .done])
    #expect(await one.unfinished == 0)
  }

  private func eventually(_ holds: () async throws -> Bool) async throws {
    while try await !holds() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
