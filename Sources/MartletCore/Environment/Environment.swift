// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Compiles a pattern for text search, or throws the problem. The result says whether the pattern
/// matches anywhere in a text.
public typealias PatternCompiler =
  @Sendable (_ pattern: String, _ ignoringCase: Bool) throws(InvalidPattern) -> @Sendable (String) -> Bool

/// Everything from the outside world that is not an input: clocks, ids, randomness and text search.
///
/// It is one value, passed in at the top. Nothing below uses another clock or source of randomness.
public struct Environment: Sendable {
  /// The wall clock.
  public var now: @Sendable () -> Instant
  /// The time since an arbitrary start. It never runs backwards, and is not affected by changes of
  /// the wall clock.
  public var monotonicNow: @Sendable () -> Duration
  /// Creates a globally unique id: 1 to 64 characters of `[0-9A-Za-z-]`.
  public var makeID: @Sendable () -> String
  /// A uniformly distributed number from 0 up to, but not including, 1.
  public var random: @Sendable () -> Double
  /// Waits until the time has passed. If the task is cancelled, it throws `CancellationError`.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Compiles a pattern. The result says whether the pattern matches anywhere in a text.
  ///
  /// Keep `Pattern.compiler`, except in tests: its searches take limited time, and a journal gives
  /// the same decisions on every machine.
  public var compilePattern: PatternCompiler
  /// The device's offset from UTC at a time, in its current time zone.
  public var utcOffset: @Sendable (Instant) -> Duration

  public init(
    now: @escaping @Sendable () -> Instant, monotonicNow: @escaping @Sendable () -> Duration,
    makeID: @escaping @Sendable () -> String,
    random: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void,
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
