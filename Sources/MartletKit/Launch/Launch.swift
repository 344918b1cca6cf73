// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// From the beginning of a client to the moment at which it knows what was stored.
///
/// A system may start an app while its files cannot be read, and an app may make a second client for a folder. Until the folder is this
/// client's and the stored switch has been read, nothing is sent or shown, for this person may have opted out: what is told waits in memory,
/// and the folder is tried again. Then all of it takes effect, in its order and with its times, as if the folder had been readable at once.
struct Launch: Sendable {
  enum Obstacle: Equatable, Sendable {
    /// Another client holds the folder.
    case taken
    /// What is stored may be read later.
    case unreadable(FileError)
  }

  enum Input: Sendable {
    case begin
    /// What came of `Effect.open`. `holdsFolder`: no other client does, so it may be written.
    case obstructed(Obstacle, holdsFolder: Bool)
    case opened
    /// The time of `Effect.retry` has come.
    case timePassed
    /// Something happened after which it may be readable, such as the first unlock of the device.
    case hinted
    /// `bytes`: about what it takes in memory.
    case told(Command, bytes: Int)
  }

  enum Effect: Sendable {
    /// Try to take the folder and to read what is stored; the result is the next input.
    case open
    case retry(after: Duration)
    case say(Obstacle)
    /// So many events had to make room.
    case dropped(Int)
    /// What is stored must go, unread.
    case erase
    /// The stored switch cannot be changed: a word beside it, for a launch that can read both.
    case noteSwitch(enabled: Bool)
    /// The client is open: these have waited, in this order.
    case perform([Command])
  }

  static let shortestDelay = Duration.milliseconds(200)
  static let longestDelay = Duration.seconds(60)

  private(set) var isWaiting = true
  /// How often it was tried.
  private(set) var attempts = 0
  /// What was logged and waits.
  var heldEvents: Int { held.eventCount }
  private var held: HeldCommands
  private var failuresInRow = 0
  private var holdsFolder = false
  private var hasSaidTaken = false
  private var hasSaidUnreadable = false

  init(limits: HeldCommands.Limits = .init()) {
    held = HeldCommands(limits: limits)
  }

  mutating func handle(_ input: Input) -> [Effect] {
    guard isWaiting else { return [] }
    switch input {
    case .begin, .timePassed: return open()
    case .hinted:
      failuresInRow = 0
      return open()
    case .obstructed(let obstacle, let holdsFolder):
      self.holdsFolder = holdsFolder
      failuresInRow += 1
      return say(obstacle) + [.retry(after: min(Self.longestDelay, Self.shortestDelay * (1 << min(failuresInRow - 1, 20))))]
    case .opened:
      isWaiting = false
      return [.perform(held.takeAll())]
    case .told(let command, let bytes): return take(command, bytes)
    }
  }

  private mutating func open() -> [Effect] {
    attempts += 1
    return [.open]
  }

  private mutating func take(_ command: Command, _ bytes: Int) -> [Effect] {
    switch command {
    case .wipe:
      // What came before is of a person who is not to be known any more.
      held = HeldCommands(limits: held.limits)
      held.append(command, bytes: bytes)
      guard holdsFolder else { return [] }
      return [.erase] + open()
    case .setEnabled(let enabled, _, _):
      held.append(command, bytes: bytes)
      return holdsFolder ? [.noteSwitch(enabled: enabled)] : []
    case .becameActive:
      held.append(command, bytes: bytes)
      failuresInRow = 0
      return open()
    default:
      let dropped = held.append(command, bytes: bytes)
      return dropped > 0 ? [.dropped(dropped)] : []
    }
  }

  private mutating func say(_ obstacle: Obstacle) -> [Effect] {
    switch obstacle {
    case .taken where !hasSaidTaken: hasSaidTaken = true
    case .unreadable where !hasSaidUnreadable: hasSaidUnreadable = true
    default: return []
    }
    return [.say(obstacle)]
  }
}
