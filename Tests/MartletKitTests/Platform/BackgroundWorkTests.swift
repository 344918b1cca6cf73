// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletKit

/// Time in the background, as a value.
@Suite struct BackgroundWorkTests {
  @Test func `time is asked for before the work, and given back when it is done`() {
    var work = BackgroundWork()
    #expect(work.handle(.enteredBackground) == [.begin, .work(1)])
    #expect(work.handle(.finished(1)) == [.end])
    #expect(work.handle(.finished(1)).isEmpty && work.handle(.expired).isEmpty)
  }

  @Test func `if the time is up first, it is given back then, and not again when the work is done`() {
    var work = BackgroundWork()
    _ = work.handle(.enteredBackground)
    #expect(work.handle(.expired) == [.end])
    #expect(work.handle(.finished(1)).isEmpty)
    #expect(work.handle(.enteredBackground) == [.begin, .work(2)])
  }

  @Test func `if the app comes back and leaves again meanwhile, the time lasts for the last work`() {
    var work = BackgroundWork()
    _ = work.handle(.enteredBackground)
    #expect(work.handle(.enteredBackground) == [.work(2)])
    #expect(work.handle(.finished(1)).isEmpty)
    #expect(work.handle(.finished(2)) == [.end])
  }

  @Test func `if the system refuses, nothing is given back, and the next time is asked for again`() {
    var work = BackgroundWork()
    _ = work.handle(.enteredBackground)
    #expect(work.handle(.refused).isEmpty && work.handle(.finished(1)).isEmpty)
    #expect(work.handle(.enteredBackground).first == .begin)
  }

  @Test(arguments: PropertyCases.seeds(full: 200))
  func `whatever happens in whatever order, each time that was given is given back once`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var work = BackgroundWork()
    var (isHeld, started) = (false, 0)
    func take(_ effects: [BackgroundWork.Effect]) {
      for effect in effects {
        switch effect {
        case .begin:
          #expect(!isHeld, "seed \(seed)")
          if random.oneIn(4) { take(work.handle(.refused)) } else { isHeld = true }
        case .work(let number):
          #expect(number == started + 1, "seed \(seed)")
          started = number
        case .end:
          #expect(isHeld, "seed \(seed)")
          isHeld = false
        }
      }
    }
    for _ in 0..<100 {
      switch random.int(0...2) {
      case 0: take(work.handle(.enteredBackground))
      case 1: take(work.handle(.expired))
      default: take(work.handle(.finished(random.int(0...started))))
      }
    }
    take(work.handle(.finished(started)))
    #expect(!isHeld, "seed \(seed)")
  }
}
