// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore

extension Wire.Recording {
  /// The offset from UTC for an engine in a replay: the recorded one at each input, and the current one after the end.
  public final class WallOffset: @unchecked Sendable {
    // Unchecked because the compiler cannot see that both variables are only used while `lock` is held.
    private let lock = NSLock()
    private var recorded: Duration? = .zero
    private var live: (@Sendable (Instant) -> Duration)?

    /// Starts with UTC.
    public init() {}

    /// Uses the live offset from now on, because the engine continues to run.
    public func follow(_ live: @escaping @Sendable (Instant) -> Duration) {
      lock.withLock { (recorded, self.live) = (nil, live) }
    }

    func set(_ offset: Duration) { lock.withLock { recorded = offset } }

    func offset(at instant: Instant) -> Duration { lock.withLock { recorded ?? live?(instant) ?? .zero } }
  }
}
