// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Testing

@Suite struct CountedTimeTests {
  @Test(
    arguments: [
      (0, 0), (1, 0), (3_599_999, 0), (3_600_000, 3_600_000), (-1, -3_600_000), (-3_600_000, -3_600_000),
    ] as [(Int64, Int64)])
  func `an hour begins at its first millisecond, also before the epoch`(_ instant: Int64, _ hour: Int64) {
    #expect(CountedTime.hour(of: Instant(milliseconds: instant)) == Instant(milliseconds: hour))
  }
}
