// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Decides when the app asks the system for time in the background, and when it gives it back:
/// before the work begins, and exactly once, also if the time is up before the work is done.
struct BackgroundWork: Equatable, Sendable {
  enum Input: Equatable, Sendable {
    case enteredBackground
    /// The system gives no time. The work is done as far as it comes.
    case refused
    /// The work with this number is done.
    case finished(Int)
    /// The system's time is up.
    case expired
  }

  enum Effect: Equatable, Sendable {
    /// Ask the system for time. If it refuses, `refused` follows.
    case begin
    /// Begin the work. `finished` with its number follows.
    case work(Int)
    /// Give the time back.
    case end
  }

  private var isRunning = false
  /// The number of the last work. Only its end counts: an earlier one may be done before what came
  /// later.
  private var last = 0

  mutating func handle(_ input: Input) -> [Effect] {
    switch input {
    case .enteredBackground:
      last += 1
      defer { isRunning = true }
      return isRunning ? [.work(last)] : [.begin, .work(last)]
    case .refused:
      isRunning = false
      return []
    case .finished(last), .expired:
      guard isRunning else { return [] }
      isRunning = false
      return [.end]
    case .finished: return []
    }
  }
}
