// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import Synchronization

/// Something that a store has changed, so that nobody goes on with what they remember of it.
public enum StoreChange: Hashable, Sendable {
  /// Anything may have changed: another process wrote something, or the connection was lost that
  /// says what.
  case everything
  /// What devices of the app get: its campaigns, audiences, settings or test devices. Its
  /// `catalogueVersion` has grown.
  case catalogue(AppID)
  case keys(AppID)
  case pushKeys(AppID)
  /// The secrets of a device, or whether it is revoked.
  case device(ExactText, AppID)
  /// Where pushes for a device go.
  case pushDevice(ExactText, AppID)
  /// A name (`PersonID`) was given to a person, leads to another one, or to nobody: the person was
  /// deleted.
  case person(ExactText, AppID)
  /// Events of these people were stored, under these names (`PersonID`). What else changes what is
  /// known about them is not told: notifications that reach them or no longer do, events that are
  /// removed because of their age, and events of one of their other names.
  case facts(Set<ExactText>, AppID)
}

/// Something that remembers what a store has told it.
public protocol ChangeListener: AnyObject, Sendable {
  /// Called while others wait: forget, and do not ask the store.
  func hear(_ change: StoreChange)
}

/// Reports every change in a store, whichever process made it.
public protocol ChangeFeed: Sendable {
  /// Tells the listener of every change, as long as somebody else holds it.
  ///
  /// It hears what this process changes after the commit, and before the caller who changed it has
  /// an answer. So whoever asks afterwards gets what is stored now.
  func subscribe(_ listener: any ChangeListener)
  /// Returns when the listeners have heard of everything that other processes had committed before
  /// the call. What they stored about people (`StoreChange.facts`) may be missing: it is too much.
  /// Throws `.unavailable` when that cannot be found out now.
  func catchUp() async throws(StoreError)
}

/// The listeners of a feed, for implementations.
public final class ChangeListeners: Sendable {
  private struct Listener {
    weak var value: (any ChangeListener)?
  }

  private let all = Mutex<[Listener]>([])

  public init() {}

  public func add(_ listener: any ChangeListener) {
    all.withLock { all in
      all.removeAll { $0.value == nil }
      all.append(Listener(value: listener))
    }
  }

  public func publish(_ changes: [StoreChange]) {
    guard !changes.isEmpty else { return }
    for listener in all.withLock({ $0.compactMap(\.value) }) {
      for change in changes { listener.hear(change) }
    }
  }
}

/// Keeps what is remembered of a store current: at most a second behind other processes, and never
/// behind this one.
///
/// Asks when somebody wants to use what is remembered, so that a server at rest asks nothing.
public final class ChangeMonitor: Sendable {
  /// How long what other processes changed may stay unheard, besides the time of the answer.
  public static let interval = Duration.seconds(1)
  /// How long what is remembered may be used while the store cannot be asked.
  public static let usableFor = Duration.seconds(300)

  private struct State {
    var askedAt: Duration
    /// True while somebody is asking; others do not wait for it.
    var isAsking = false
  }

  private let feed: any ChangeFeed
  private let environment: Environment
  private let state: Mutex<State>

  /// Create it before anything is remembered.
  public init(_ feed: any ChangeFeed, environment: Environment) {
    self.feed = feed
    self.environment = environment
    state = Mutex(State(askedAt: environment.monotonicNow()))
  }

  /// Tells the listener of every change, as long as somebody else holds it.
  public func subscribe(_ listener: any ChangeListener) { feed.subscribe(listener) }

  /// Call before using what is remembered. Throws `.unavailable` when the store could not be asked
  /// for so long that nobody may use it any more.
  public func refresh() async throws(StoreError) {
    let now = environment.monotonicNow()
    let (askedAt, asks) = state.withLock { state in
      let isFresh = now - state.askedAt < (state.isAsking ? Self.usableFor : Self.interval)
      if !isFresh { state.isAsking = true }
      return (state.askedAt, !isFresh)
    }
    guard asks else { return }
    defer { state.withLock { $0.isAsking = false } }
    do {
      try await feed.catchUp()
      state.withLock { $0.askedAt = max($0.askedAt, now) }
    } catch .unavailable(let reason) {
      guard now - askedAt < Self.usableFor else { throw .unavailable(reason) }
    }
  }
}
