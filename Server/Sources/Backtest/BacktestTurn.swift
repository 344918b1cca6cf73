// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Lets one backtest of a process run at a time, so that the others wait and devices do not.
actor BacktestTurn {
  static let shared = BacktestTurn()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The most that wait.
  private static let most = 8

  /// Waits for the turn. Returns false without it if too many wait already, unless it waits anyway.
  func take(waitsAnyway: Bool = false) async -> Bool {
    guard isTaken else {
      isTaken = true
      return true
    }
    guard waitsAnyway || waiting.count < Self.most else { return false }
    await withCheckedContinuation { waiting.append($0) }
    return true
  }

  /// Ends the turn.
  func give() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
