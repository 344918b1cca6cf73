// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MartletKit

@Suite(.timeLimit(.minutes(5)))
struct AnnouncedTests {
  @Test func `a value that is not known is nil after the limit; then it is the last one that was announced`()
  {
    let announced = Announced<String?>()
    #expect(announced.wait(milliseconds: 0) == nil)
    announced.announce(nil)
    #expect(announced.wait(milliseconds: 0) == .some(nil), "It is known that there is none.")
    announced.announce("a")
    announced.announce("b")
    #expect(announced.wait(milliseconds: 0) == "b")
  }

  @Test func `all threads that wait go on when it is announced, long before the limit`() async {
    let announced = Announced<Int>()
    let begun = DispatchSemaphore(value: 0)
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<4 {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              begun.signal()
              continuation.resume(returning: announced.wait(milliseconds: 600_000))
            }
          }
        }
      }
      group.addTask {
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            for _ in 0..<4 { begun.wait() }
            announced.announce(7)
            continuation.resume(returning: 7)
          }
        }
      }
      for await value in group { #expect(value == 7) }
    }
  }
}
