// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Decides what is fetched when: in advance by the order of the plan, before that whatever a message waits for.
///
/// At most `parallel` downloads run at a time. One that a message waits for takes the place of the least important one in advance. What fails
/// for a reason that may pass is tried again after a while, at most `attempts` times; then it waits for the next plan or the next message that
/// needs it. No message waits beyond its deadline. Time is monotonic and comes in with each call.
struct AssetMachine: Sendable {
  struct Limits: Equatable, Sendable {
    var parallel = 4
    /// Tries of one asset, the first included.
    var attempts = 3
    /// So many failures of the network in a row, and fetching in advance stops until the next plan.
    var networkFailures = 8
    var cellular = Martlet.Configuration.AssetPolicy.CellularPolicy.always
  }

  /// What is fetched as one: for all messages, or, when it may not be kept, for one presentation only.
  struct Key: Hashable, Sendable {
    var address: AssetAddress
    var presentation: String?
  }

  /// Which networks a download may use.
  enum Route: Equatable, Sendable {
    case any
    case notCellular
    /// Also cellular ones, because the asset is this small.
    case upTo(bytes: Int)
  }

  enum Effect: Equatable, Sendable {
    case start(download: Int, Key, AssetRole, Route)
    case cancel(download: Int)
    /// Everything that the presentation needs is there.
    case ready(presentation: String)
    case failed(presentation: String, AssetAddress, AssetFailure)
    /// Given up until the next plan.
    case skipped(AssetAddress, AssetFailure)
  }

  enum Answer: Equatable, Sendable {
    /// It is on the disk.
    case stored
    /// What is on the disk is still right.
    case unchanged
    case failed(AssetFailure, retryAfter: Duration? = nil)
  }

  /// What is on the disk of an address.
  enum Held: Equatable, Sendable {
    case nothing
    case fresh
    /// To be asked for again when there is nothing better to do.
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
    /// Its place in the plan; nil: only a message needs it.
    var rank: Int?
    var isHeld = false
    var phase = Phase.idle
    var retry = RetryPolicy()
    /// Another network than a cellular one was tried and is not there.
    var isOnCellular = false
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
  /// Of the call that is being handled.
  var effects: [Effect] = []

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// When something is due by itself; nil: nothing is.
  var earliest: Duration? {
    let pauses = items.values.compactMap { if case .pausing(let until) = $0.phase { until } else { nil } }
    return (pauses + displays.values.map(\.deadline)).min()
  }

  /// True while anything is fetched or will be tried again.
  var isBusy: Bool {
    items.values.contains { item in
      switch item.phase {
      case .waiting, .running, .pausing: true
      case .idle, .failed: false
      }
    }
  }

  // MARK: - Inputs

  /// This is wanted from now on, the first the most. What failed is tried again; what is no longer wanted is given up.
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
      if case .running = item.phase {
        // Goes on.
      } else {
        item.phase = held == .fresh ? .idle : .waiting
        item.retry = RetryPolicy()
        item.isOnCellular = false
      }
      next[key] = item
    }
    for (key, var item) in items {
      if urgent.contains(key) {
        item.rank = nil
        next[key] = item
      } else if case .running(let download) = item.phase {
        running[download] = nil
        effects.append(.cancel(download: download))
      }
    }
    effects = effects.inOrder { $0.download < $1.download }
    items = next
    return finish()
  }

  /// A message is to be shown and needs these, which are not on the disk.
  mutating func prepare(_ presentation: String, missing: [AssetRequirement], deadline: Duration, now: Duration) -> [Effect] {
    guard !missing.isEmpty else { return [.ready(presentation: presentation)] }
    guard deadline > now else { return [.failed(presentation: presentation, missing[0].address, .timedOut)] }
    lastDisplay += 1
    var keys: Set<Key> = []
    for requirement in missing {
      let key = Key(address: requirement.address, presentation: requirement.address.isCacheable ? nil : presentation)
      keys.insert(key)
      var item = items[key] ?? Item(role: requirement.role)
      item.isHeld = false
      if case .running = item.phase {
        // Is on its way.
      } else {
        item.role = requirement.role
        item.phase = .waiting
        item.retry = RetryPolicy()
        item.isOnCellular = false
      }
      items[key] = item
    }
    displays[presentation] = Display(order: lastDisplay, missing: keys, deadline: deadline)
    return finish()
  }

  /// The presentation ended by other ways.
  mutating func withdraw(_ presentation: String) -> [Effect] {
    guard displays[presentation] != nil else { return [] }
    end(presentation)
    return finish()
  }

  /// A download ended. An answer to one that was cancelled counts for nothing.
  mutating func answered(_ download: Int, _ answer: Answer, now: Duration, random: Double) -> [Effect] {
    guard let key = running.removeValue(forKey: download) else { return [] }
    switch answer {
    case .stored, .unchanged: arrived(key)
    case .failed(let failure, let retryAfter): failed(key, failure, retryAfter: retryAfter, now: now, random: random)
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

  /// Nothing is wanted any more, and no answer counts.
  mutating func stop() -> [Effect] {
    let effects = running.keys.sorted().map { Effect.cancel(download: $0) }
    items = [:]
    displays = [:]
    running = [:]
    return effects
  }

  /// Starts what may be started now, and takes all that follows from the call.
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

extension AssetMachine.Effect {
  fileprivate var download: Int {
    switch self {
    case .start(let download, _, _, _), .cancel(let download): download
    case .ready, .failed, .skipped: 0
    }
  }
}
