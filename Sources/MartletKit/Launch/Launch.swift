// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The time from the creation of a client until the stored state is known.
///
/// The system may start an app while its files cannot be read, and an app may create a second
/// client for a folder. Until this client holds the folder and the stored switch has been read,
/// nothing is sent or shown, because the person may have opted out. Commands wait in memory, and
/// the folder is tried again. Then they take effect in their order and with their original times,
/// as if the folder had been readable from the start.
struct Launch: Sendable {
  enum Obstacle: Equatable, Sendable {
    /// Another client holds the folder.
    case taken
    /// The stored data may be readable later.
    case unreadable(FileError)
  }

  enum Input: Sendable {
    case begin
    /// The result of `Effect.open`. `holdsFolder`: this client holds the folder and may write to
    /// it.
    case obstructed(Obstacle, holdsFolder: Bool)
    case opened
    /// The time of `Effect.retry` was reached.
    case timePassed
    /// The data may be readable now, for example because the device was unlocked.
    case hinted
    /// `bytes`: the approximate memory that the command takes.
    case told(Command, bytes: Int)
  }

  enum Effect: Sendable {
    /// Try to lock the folder and read the stored data. The result is the next input.
    case open
    case retry(after: Duration)
    case log(Obstacle)
    /// The data is still unreadable, although the app is in the foreground, and so nothing is
    /// locked.
    case logLasting(FileError)
    /// This many events were dropped to make room.
    case dropped(Int)
    /// Erase the stored data without reading it.
    case erase
    /// The stored switch cannot be changed. Write a note beside it, for a launch that can read
    /// both. `inFolder`: this client may write to the folder.
    case noteSwitch(enabled: Bool, inFolder: Bool)
    /// The client is open. Process the commands that waited, in this order.
    case perform([Command])
  }

  static let shortestDelay = Duration.milliseconds(200)
  static let longestDelay = Duration.seconds(60)
  /// What stands in the way for this long while the app is in the foreground will not go away by
  /// itself.
  static let patience = Duration.seconds(60)

  private(set) var isWaiting = true
  private(set) var attempts = 0
  var heldEvents: Int { held.eventCount }
  private var held: HeldCommands
  private var failuresInRow = 0
  private var holdsFolder = false
  private var hasLoggedTaken = false
  private var hasLoggedUnreadable = false
  private var hasLoggedLasting = false
  /// How long the folder was tried since the app came to the foreground. nil: it is not there.
  private var waitedInForeground: Duration?
  private var delay = Duration.zero

  init(limits: HeldCommands.Limits = .init()) {
    held = HeldCommands(limits: limits)
  }

  mutating func handle(_ input: Input) -> [Effect] {
    guard isWaiting else { return [] }
    switch input {
    case .begin: return open()
    case .timePassed:
      waitedInForeground? += delay
      delay = .zero
      return open()
    case .hinted:
      failuresInRow = 0
      return open()
    case .obstructed(let obstacle, let holdsFolder):
      self.holdsFolder = holdsFolder
      failuresInRow += 1
      delay = min(Self.longestDelay, Self.shortestDelay * (1 << min(failuresInRow - 1, 20)))
      // An attempt falls on the moment at which patience ends.
      if let waitedInForeground, waitedInForeground < Self.patience {
        delay = min(delay, max(Self.shortestDelay, Self.patience - waitedInForeground))
      }
      return log(obstacle) + [.retry(after: delay)]
    case .opened:
      isWaiting = false
      return [.perform(held.takeAll())]
    case .told(let command, let bytes): return hold(command, bytes)
    }
  }

  private mutating func open() -> [Effect] {
    attempts += 1
    return [.open]
  }

  private mutating func hold(_ command: Command, _ bytes: Int) -> [Effect] {
    switch command {
    case .wipe:
      // Earlier commands belong to a person who must be forgotten.
      held = HeldCommands(limits: held.limits)
      held.append(command, bytes: bytes)
      guard holdsFolder else { return [] }
      return [.erase] + open()
    case .setEnabled(let enabled, _, _):
      held.append(command, bytes: bytes)
      return [.noteSwitch(enabled: enabled, inFolder: holdsFolder)]
    case .becameActive:
      held.append(command, bytes: bytes)
      failuresInRow = 0
      // An app can become active again without having been in the background.
      (waitedInForeground, delay) = (waitedInForeground ?? .zero, .zero)
      return open()
    case .enteredBackground:
      waitedInForeground = nil
      let dropped = held.append(command, bytes: bytes)
      return dropped > 0 ? [.dropped(dropped)] : []
    default:
      let dropped = held.append(command, bytes: bytes)
      return dropped > 0 ? [.dropped(dropped)] : []
    }
  }

  private mutating func log(_ obstacle: Obstacle) -> [Effect] {
    if case .unreadable(let error) = obstacle, !hasLoggedLasting, let waitedInForeground,
      waitedInForeground >= Self.patience
    {
      hasLoggedLasting = true
      return [.logLasting(error)]
    }
    switch obstacle {
    case .taken where !hasLoggedTaken: hasLoggedTaken = true
    case .unreadable where !hasLoggedUnreadable: hasLoggedUnreadable = true
    default: return []
    }
    return [.log(obstacle)]
  }
}
