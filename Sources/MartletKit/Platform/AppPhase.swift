// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Follows whether the app is active, from the states of its scenes.
///
/// It is active while at least one scene is, and in the background when all are. In between, when
/// something of the system lies over the last active scene, nothing changes. A launch in the
/// background, also one that the system makes in advance, says nothing until the person opens the
/// app.
struct AppPhase: Equatable, Sendable {
  /// The state of a scene, or of an app that has none.
  enum State: Int, Comparable, Sendable, CaseIterable {
    case background, inactive, active

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  enum Change: Equatable, Sendable {
    case becameActive, enteredBackground
  }

  private(set) var isActive = false

  /// - Parameters:
  ///   - scenes: the states of all connected scenes.
  ///   - app: the app's own state, which counts if there are no scenes.
  mutating func handle(scenes: [State], app: State) -> Change? {
    switch scenes.max() ?? app {
    case .active where !isActive:
      isActive = true
      return .becameActive
    case .background: return end()
    case .active, .inactive: return nil
    }
  }

  /// The process is about to end.
  mutating func end() -> Change? {
    guard isActive else { return nil }
    isActive = false
    return .enteredBackground
  }
}
