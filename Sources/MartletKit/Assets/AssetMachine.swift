// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Decides what is fetched and when: first what messages wait for, then in advance in the order of
/// the plan.
///
/// At most `parallel` downloads run at a time. A download that a message waits for replaces the
/// least important one in advance. Temporary failures are retried after a pause, up to `attempts`
/// times, and then with the next plan or the next message that needs the asset. No message waits
/// beyond its deadline. Times are monotonic and passed with each call.
struct AssetMachine: Sendable {
  struct Limits: Equatable, Sendable {
    var parallel = 4
    /// The number of attempts per asset, including the first.
    var attempts = 3
    /// After this many network failures in a row, fetching in advance stops until the next plan.
    var networkFailures = 8
    var cellular = Martlet.Configuration.AssetPolicy.CellularPolicy.always
  }

  /// A unit of fetching: shared by all messages, or for one presentation only if it must not be
  /// kept.
  struct Key: Hashable, Sendable {
    var address: AssetAddress
    var presentation: String?
  }

  /// The networks that a download may use.
  enum Route: Equatable, Sendable {
    case any
    case notCellular
    /// Also cellular networks, up to this size.
    case upTo(bytes: Int)
  }

  enum Effect: Equatable, Sendable {
    case start(download: Int, Key, AssetRole, Route)
    case cancel(download: Int)
    /// Everything that the presentation needs is available.
    case ready(presentation: String)
    case failed(presentation: String, AssetAddress, AssetFailure)
    /// The asset is given up until the next plan.
    case skipped(AssetAddress, AssetFailure)
  }

  enum Answer: Equatable, Sendable {
    /// The asset is on the disk, and current.
    case stored
    case failed(AssetFailure, retryAfter: Duration? = nil)
  }

  /// What is on the disk for an address.
  enum Held: Equatable, Sendable {
    case nothing
    case fresh
    /// It is usable, and is checked again when there is nothing more important to do.
    case stale
  }

  enum Phase: Equatable, Sendable {
    case idle
    case waiting
    case running(download: Int)
    case pausing(until: Duration)
    case failed(AssetFailure)
  }

  struct Item: Equatable, Sendable {
    var role: AssetRole
    /// The position in the plan. nil if only a message needs it.
    var rank: Int?
    var isHeld = false
    var phase = Phase.idle
    var retry = RetryPolicy()
    /// A network other than cellular was tried and is not available.
    var isOnCellular = false

    var isRunning: Bool { if case .running = phase { true } else { false } }

    /// Forgets earlier failures.
    mutating func restart(_ phase: Phase) {
      self.phase = phase
      retry = RetryPolicy()
      isOnCellular = false
    }
  }

  struct Display: Equatable, Sendable {
    var order: Int
    var missing: Set<Key>
    var deadline: Duration
  }

  let limits: Limits
  var items: [Key: Item] = [:]
  var displays: [String: Display] = [:]
  var running: [Int: Key] = [:]
  private var lastDownload = 0
  private var lastDisplay = 0
  var networkFailures = 0
  /// The effects of the current call.
  var effects: [Effect] = []

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  var earliest: Duration? {
    let pauses = items.values.compactMap { if case .pausing(let until) = $0.phase { until } else { nil } }
    return (pauses + displays.values.map(\.deadline)).min()
  }

  /// Whether anything is being fetched or will be retried.
  var isBusy: Bool {
    items.values.contains { item in
      switch item.phase {
      case .waiting, .running, .pausing: true
      case .idle, .failed: false
      }
    }
  }

  // MARK: - Inputs

  /// Sets the wanted assets, most important first. Failed ones are tried again, and those that are
  /// no longer wanted are given up.
  mutating func adopt(_ plan: [AssetRequirement], held: (AssetAddress) -> Held) -> [Effect] {
    networkFailures = 0
    let urgent = urgentKeys
    var next: [Key: Item] = [:]
    for (rank, requirement) in plan.enumerated() {
      let key = Key(address: requirement.address)
      var item = items.removeValue(forKey: key) ?? Item(role: requirement.role)
      item.rank = rank
      if !urgent.contains(key) { item.role = requirement.role }
      let held = held(requirement.address)
      item.isHeld = held != .nothing
      if !item.isRunning { item.restart(held == .fresh ? .idle : .waiting) }
      next[key] = item
    }
    var unwanted: [Int] = []
    for (key, var item) in items {
      if urgent.contains(key) {
        item.rank = nil
        next[key] = item
      } else if case .running(let download) = item.phase {
        running[download] = nil
        unwanted.append(download)
      }
    }
    effects = unwanted.sorted().map { .cancel(download: $0) }
    items = next
    return finish()
  }

  /// A message is about to be shown and needs these assets, which are not on the disk.
  mutating func prepare(
    _ presentation: String, missing: [AssetRequirement], deadline: Duration, now: Duration
  ) -> [Effect] {
    guard !missing.isEmpty else { return [.ready(presentation: presentation)] }
    guard deadline > now else { return [.failed(presentation: presentation, missing[0].address, .timedOut)] }
    lastDisplay += 1
    var keys: Set<Key> = []
    for requirement in missing {
      let key = Key(
        address: requirement.address, presentation: requirement.address.isCacheable ? nil : presentation)
      keys.insert(key)
      var item = items[key] ?? Item(role: requirement.role)
      item.isHeld = false
      if !item.isRunning {
        item.role = requirement.role
        item.restart(.waiting)
      }
      items[key] = item
    }
    displays[presentation] = Display(order: lastDisplay, missing: keys, deadline: deadline)
    return finish()
  }

  /// The presentation ended for another reason.
  mutating func withdraw(_ presentation: String) -> [Effect] {
    guard displays[presentation] != nil else { return [] }
    end(presentation)
    return finish()
  }

  /// A download ended. Answers to cancelled downloads are ignored.
  mutating func answered(_ download: Int, _ answer: Answer, now: Duration, random: Double) -> [Effect] {
    guard let key = running.removeValue(forKey: download) else { return [] }
    switch answer {
    case .stored: arrived(key)
    case .failed(let failure, let retryAfter):
      failed(key, failure, retryAfter: retryAfter, now: now, random: random)
    }
    return finish()
  }

  mutating func timePassed(now: Duration) -> [Effect] {
    for (presentation, display) in inOrder(displays) where display.deadline <= now {
      let address = display.missing.map(\.address).min { $0.text < $1.text }
      end(presentation)
      if let address { effects.append(.failed(presentation: presentation, address, .timedOut)) }
    }
    for (key, item) in items {
      if case .pausing(let until) = item.phase, until <= now { items[key]?.phase = .waiting }
    }
    return finish()
  }

  /// Cancels everything. Later answers are ignored.
  mutating func stop() -> [Effect] {
    let effects = running.keys.sorted().map { Effect.cancel(download: $0) }
    items = [:]
    displays = [:]
    running = [:]
    return effects
  }

  /// Starts all possible downloads, and returns the effects of the call.
  private mutating func finish() -> [Effect] {
    schedule()
    defer { effects = [] }
    return effects
  }

  mutating func makeDownload(_ key: Key) -> Int {
    lastDownload += 1
    running[lastDownload] = key
    return lastDownload
  }
}
