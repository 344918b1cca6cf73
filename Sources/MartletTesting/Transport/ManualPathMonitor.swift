// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// A network monitor that a test controls.
///
///     let path = ManualPathMonitor()
///     configuration.networkPathMonitor = path
///     path.isReachable = false
public final class ManualPathMonitor: NetworkPathMonitor {
  private struct State {
    var isReachable: Bool
    var next = 0
    var observers: [Int: @Sendable (Bool) -> Void] = [:]
  }

  private let state: Locked<State>

  /// Creates a monitor with this initial value.
  public init(isReachable: Bool = true) {
    state = Locked(State(isReachable: isReachable))
  }

  /// Whether a network is available. Observers are called before the setter returns.
  public var isReachable: Bool {
    get { state.withLock { $0.isReachable } }
    set {
      let observers = state.withLock { state -> [@Sendable (Bool) -> Void] in
        guard state.isReachable != newValue else { return [] }
        state.isReachable = newValue
        return state.observers.sorted { $0.key < $1.key }.map(\.value)
      }
      for changed in observers { changed(newValue) }
    }
  }

  public func observe(_ changed: @escaping @Sendable (_ isReachable: Bool) -> Void) -> @Sendable () -> Void {
    let (number, isReachable) = state.withLock { state in
      state.next += 1
      state.observers[state.next] = changed
      return (state.next, state.isReachable)
    }
    changed(isReachable)
    return { [state] in state.withLock { $0.observers[number] = nil } }
  }
}
