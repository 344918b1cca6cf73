// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import ServerTestSupport
import Store
import Synchronization
import Testing

@testable import Console

@Suite struct FigureCacheTests {
  private let clock = ManualClock()
  private let failures = Failures()
  private let cache: FigureCache

  init() {
    cache = FigureCache(clock.environment) { [failures] error in failures.all.withLock { $0.append(error) } }
  }

  /// What the log hears.
  private final class Failures: Sendable {
    let all = Mutex<[StoreError]>([])
  }

  /// A count that ends when it is told to.
  private actor Count {
    private(set) var begun = 0
    private var waiting: [CheckedContinuation<Result<Int, StoreError>, Never>] = []

    func figure() async throws(StoreError) -> Int {
      begun += 1
      return try await withCheckedContinuation { waiting.append($0) }.get()
    }

    func end(_ result: Result<Int, StoreError>) async {
      try? await eventually("somebody counts") { !waiting.isEmpty }
      if !waiting.isEmpty { waiting.removeFirst().resume(returning: result) }
    }
  }

  private func look(_ question: String, _ count: Count) async -> FigureCache.Look<Int> {
    await cache.counted(question) { () throws(StoreError) in try await count.figure() }
  }

  /// Ends the count of a question, and returns what is there then.
  private func end(_ question: String, _ count: Count, _ result: Result<Int, StoreError>) async -> FigureCache
    .Look<Int>?
  {
    await count.end(result)
    await cache.wait(question)
    return await cache.known(question)
  }

  @Test func `everybody who asks the same gets one count, and its figure when it is there`() async throws {
    let (count, start) = (Count(), clock.now)
    for _ in 0..<3 {
      #expect(await look("a", count) == .counting(since: start))
      await clock.advance(by: .seconds(1))
    }
    #expect(await end("a", count, .success(7)) == .counted(7, at: start, isCountedAgain: false))
    #expect(await look("a", count) == .counted(7, at: start, isCountedAgain: false))
    #expect(await count.begun == 1)
  }

  @Test
  func `a figure that is no longer fresh is shown while it is counted again, and one of yesterday is not`()
    async throws
  {
    let (count, start) = (Count(), clock.now)
    _ = await look("a", count)
    _ = await end("a", count, .success(7))
    await clock.advance(by: FigureCache.freshFor + .seconds(1))
    let later = clock.now
    let nothing: FigureCache.Look<Int>? = await cache.known("a")
    #expect(nothing == nil)
    #expect(await look("a", count) == .counted(7, at: start, isCountedAgain: true))
    #expect(await end("a", count, .success(8)) == .counted(8, at: later, isCountedAgain: false))
    await clock.advance(by: FigureCache.shownFor + .seconds(1))
    #expect(await look("a", count) == .counting(since: clock.now))
    _ = await end("a", count, .success(9))
  }

  @Test func `a figure is fresh from the moment it was counted, however long that took`() async throws {
    let (count, start) = (Count(), clock.now)
    _ = await look("a", count)
    await clock.advance(by: FigureCache.freshFor + .seconds(60))
    #expect(await end("a", count, .success(7)) == .counted(7, at: start, isCountedAgain: false))
    #expect(await look("a", count) == .counted(7, at: start, isCountedAgain: false))
  }

  @Test func `counts run one after another, and those that are too many are refused`() async throws {
    let count = Count()
    for number in 0..<FigureCache.mostOpen { _ = await look("\(number)", count) }
    #expect(await look("one more", count) == .refused(.busy))
    for number in 0..<FigureCache.mostOpen {
      #expect(await end("\(number)", count, .success(number))?.figure == number)
      #expect(await count.begun <= number + 2)
    }
    #expect(await look("one more", count) == .counting(since: clock.now))
    _ = await end("one more", count, .success(0))
  }

  @Test func `a count that fails says so for a while, and then begins anew when somebody asks`() async throws
  {
    let count = Count()
    _ = await look("a", count)
    #expect(await end("a", count, .failure(.failed("the disk is full"))) == .refused(.failed))
    #expect(await look("a", count) == .refused(.failed))
    #expect(failures.all.withLock { $0 } == [.failed("the disk is full")])
    await clock.advance(by: FigureCache.failedFor)
    #expect(await look("a", count) == .counting(since: clock.now))
    #expect(await end("a", count, .success(1))?.figure == 1)
    #expect(await count.begun == 2)
  }

  @Test func `if counting again fails, the old figure stays`() async throws {
    let (count, start) = (Count(), clock.now)
    _ = await look("a", count)
    _ = await end("a", count, .success(7))
    await clock.advance(by: FigureCache.freshFor + .seconds(1))
    _ = await look("a", count)
    #expect(
      await end("a", count, .failure(.failed("the disk is full")))
        == .counted(7, at: start, isCountedAgain: false))
  }

  @Test func `only so many figures are kept, and the oldest goes first`() async throws {
    let count = Count()
    for number in 0...FigureCache.kept {
      _ = await look("\(number)", count)
      _ = await end("\(number)", count, .success(number))
      await clock.advance(by: .milliseconds(1))
    }
    let (oldest, next): (FigureCache.Look<Int>?, FigureCache.Look<Int>?) = (
      await cache.known("0"), await cache.known("1")
    )
    #expect(oldest == nil && next?.figure == 1)
  }
}

extension FigureCache.Look: Equatable where Figure: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.counting(let left), .counting(let right)): left == right
    case (.counted(let left, let leftAt, let leftAgain), .counted(let right, let rightAt, let rightAgain)):
      left == right && leftAt == rightAt && leftAgain == rightAgain
    case (.refused(let left), .refused(let right)): left == right
    default: false
    }
  }
}
