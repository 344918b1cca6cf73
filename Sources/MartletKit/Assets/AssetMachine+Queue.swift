// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension AssetMachine {
  /// The assets that messages wait for.
  var urgentKeys: Set<Key> {
    displays.values.reduce(into: []) { $0.formUnion($1.missing) }
  }

  func inOrder(_ displays: [String: Display]) -> [(String, Display)] {
    displays.inOrder { $0.value.order < $1.value.order }.map { ($0.key, $0.value) }
  }

  // MARK: - Answers

  mutating func arrived(_ key: Key) {
    networkFailures = 0
    items[key]?.isHeld = true
    items[key]?.phase = .idle
    items[key]?.retry.succeeded()
    for (presentation, display) in inOrder(displays) where display.missing.contains(key) {
      displays[presentation]?.missing.remove(key)
      guard display.missing.count == 1 else { continue }
      displays[presentation] = nil
      effects.append(.ready(presentation: presentation))
    }
    if items[key]?.rank == nil { items[key] = nil }
  }

  mutating func failed(
    _ key: Key, _ failure: AssetFailure, retryAfter: Duration?, now: Duration, random: Double
  ) {
    guard var item = items[key] else { return }
    item.phase = .idle
    items[key] = item
    var failure = failure
    if case .smallOnly = limits.cellular {
      if failure == .notAllowedOnCellular, !item.isOnCellular {
        item.isOnCellular = true
        item.phase = .waiting
        items[key] = item
        return
      }
      // The small limit applied because of the cellular network.
      if failure == .tooLarge, item.isOnCellular { failure = .notAllowedOnCellular }
    }
    if case .network = failure { networkFailures += 1 } else { networkFailures = 0 }
    let pause = failure.isTransient ? delay(after: failure, retryAfter, &item.retry, random: random) : nil
    for (presentation, display) in inOrder(displays) where display.missing.contains(key) {
      if let pause, now + pause < display.deadline { continue }
      end(presentation)
      effects.append(.failed(presentation: presentation, key.address, failure))
    }
    guard items[key] != nil else { return }
    if item.isHeld {
      // The asset on the disk remains usable. The next plan checks again.
      item.phase = .idle
    } else if let pause {
      item.phase = .pausing(until: now + pause)
    } else {
      item.phase = .failed(failure)
      effects.append(.skipped(key.address, failure))
    }
    items[key] = item
    if failure == .noRoom || networkFailures >= limits.networkFailures { giveUpPrefetching(failure) }
  }

  /// Returns nil if there were enough attempts.
  private func delay(
    after failure: AssetFailure, _ retryAfter: Duration?, _ retry: inout RetryPolicy, random: Double
  ) -> Duration? {
    let status: RetryPolicy.Failure =
      if case .server(let status) = failure {
        .status(status, retryAfter: retryAfter, isExplained: false)
      } else { .noAnswer }
    guard case .wait(let delay, _) = retry.failed(status, random: random), retry.failures < limits.attempts
    else { return nil }
    return delay
  }

  /// Stops fetching in advance, because the rest of the plan would fail for the same reason.
  private mutating func giveUpPrefetching(_ failure: AssetFailure) {
    let urgent = urgentKeys
    for key in prefetchKeys(except: urgent, where: { $0 != .idle }) {
      guard let item = items[key] else { continue }
      switch item.phase {
      case .waiting, .pausing:
        items[key]?.phase = item.isHeld ? .idle : .failed(failure)
        if !item.isHeld { effects.append(.skipped(key.address, failure)) }
      case .idle, .running, .failed: break
      }
    }
  }

  // MARK: - Ending

  /// Removes the presentation, and assets that only it needed.
  mutating func end(_ presentation: String) {
    guard let display = displays.removeValue(forKey: presentation) else { return }
    let urgent = urgentKeys
    for key in display.missing.inOrder(by: { $0.address.text < $1.address.text }) where !urgent.contains(key)
    {
      guard let item = items[key], item.rank == nil else { continue }
      if case .running(let download) = item.phase {
        running[download] = nil
        effects.append(.cancel(download: download))
      }
      items[key] = nil
    }
  }

  // MARK: - The queue

  /// Starts downloads: first what messages wait for, earliest message first, then the plan in its
  /// order, then stale assets.
  mutating func schedule() {
    let urgent = urgentKeys
    for (_, display) in inOrder(displays) {
      for key in display.missing.inOrder(by: { $0.address.text < $1.address.text })
      where items[key]?.phase == .waiting {
        if running.count >= limits.parallel, !makeRoom(except: urgent) { return }
        start(key)
      }
    }
    guard running.count < limits.parallel else { return }
    for key in prefetchKeys(except: urgent, where: { $0 == .waiting }) {
      guard running.count < limits.parallel else { return }
      start(key)
    }
  }

  private mutating func start(_ key: Key) {
    guard let item = items[key] else { return }
    let download = makeDownload(key)
    items[key]?.phase = .running(download: download)
    let route: Route =
      switch limits.cellular {
      case .always: .any
      case .never: .notCellular
      case .smallOnly(let bytes): item.isOnCellular ? .upTo(bytes: bytes) : .notCellular
      }
    effects.append(.start(download: download, key, item.role, route))
  }

  /// Stops the least important download in advance, which then waits again.
  private mutating func makeRoom(except urgent: Set<Key>) -> Bool {
    let victim = running.filter { !urgent.contains($0.value) }.max { first, second in
      place(first.value) < place(second.value)
    }
    guard let victim else { return false }
    running[victim.key] = nil
    items[victim.value]?.phase = .waiting
    effects.append(.cancel(download: victim.key))
    return true
  }

  /// Assets that are already on the disk come after all missing ones.
  private func place(_ key: Key) -> (Int, Int) {
    guard let item = items[key] else { return (2, 0) }
    return (item.isHeld ? 1 : 0, item.rank ?? .max)
  }

  private func prefetchKeys(except urgent: Set<Key>, where isMeant: (Phase) -> Bool) -> [Key] {
    items.filter { $0.value.rank != nil && isMeant($0.value.phase) && !urgent.contains($0.key) }.map(\.key)
      .inOrder { place($0) < place($1) }
  }
}
