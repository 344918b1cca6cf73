// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Compiles a pattern for text search, or says what is wrong with it. The result says whether the pattern is found anywhere in a text.
public typealias PatternCompiler = @Sendable (_ pattern: String, _ ignoringCase: Bool) throws(InvalidPattern) -> @Sendable (String) -> Bool

/// Everything the world may tell Martlet that is not an input: clocks, identifiers, chance and text search.
///
/// One value, passed in at the top. Nothing below reads a clock, makes an id or rolls dice by any other way.
public struct Environment: Sendable {
  /// Wall clock.
  public var now: @Sendable () -> Instant
  /// Time since an arbitrary start that never runs backward and does not follow changes of the wall clock.
  public var monotonicNow: @Sendable () -> Duration
  /// A fresh identifier, unique for ever: 1…64 characters of `[0-9A-Za-z-]`.
  public var makeID: @Sendable () -> String
  /// Uniform in 0..<1.
  public var random: @Sendable () -> Double
  /// Suspends until the time has passed or the task is cancelled (then it throws `CancellationError`).
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Compiles a pattern once. The result says whether the pattern is found anywhere in a text.
  ///
  /// Keep `Pattern.compiler`, unless a test needs something else: its searches take bounded time, and the same journal replayed on another machine
  /// gives the same decisions.
  public var compilePattern: PatternCompiler
  /// How far the device's clock on the wall is ahead of UTC at an instant, in its present time zone.
  public var utcOffset: @Sendable (Instant) -> Duration

  public init(
    now: @escaping @Sendable () -> Instant,
    monotonicNow: @escaping @Sendable () -> Duration,
    makeID: @escaping @Sendable () -> String,
    random: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    compilePattern: @escaping PatternCompiler = Pattern.compiler,
    utcOffset: @escaping @Sendable (Instant) -> Duration = { _ in .zero }
  ) {
    self.now = now
    self.monotonicNow = monotonicNow
    self.makeID = makeID
    self.random = random
    self.sleep = sleep
    self.compilePattern = compilePattern
    self.utcOffset = utcOffset
  }
}
