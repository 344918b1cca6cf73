// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import MartletKit

@Suite struct MailboxTests {
  private static func numbered(_ number: Int) -> Command { .wake(deadline: .seconds(number)) }

  private static func number(_ command: Command) -> Int? {
    if case .wake(let deadline) = command { Int(deadline.components.seconds) } else { nil }
  }

  @Test func `each thread's commands are taken once, in the order of its posts`() async {
    let mailbox = Mailbox()
    let (threads, count) = (4, 2_000)
    async let taken = {
      var taken: [Int] = []
      while let commands = await mailbox.next() { taken += commands.compactMap(Self.number) }
      return taken
    }()
    await withTaskGroup { group in
      for thread in 0..<threads {
        group.addTask { for number in 0..<count { mailbox.post(Self.numbered(thread * count + number)) } }
      }
    }
    mailbox.close()
    let all = await taken
    #expect(all.count == threads * count)
    for thread in 0..<threads {
      #expect(all.filter { $0 / count == thread } == Array(thread * count..<(thread + 1) * count))
    }
  }

  @Test func `what was posted before a reader comes is taken at once`() async {
    let mailbox = Mailbox()
    for number in 0..<100 { mailbox.post(Self.numbered(number)) }
    #expect(await mailbox.next()?.compactMap(Self.number) == Array(0..<100))
  }

  @Test func `a mailbox that is closed ends after what was posted before`() async {
    let mailbox = Mailbox()
    mailbox.post(Self.numbered(1))
    mailbox.close()
    mailbox.post(Self.numbered(2))
    #expect(await mailbox.next()?.compactMap(Self.number) == [1])
    #expect(await mailbox.next() == nil)
  }

  @Test func `a reader that sleeps is woken by the close`() async {
    let mailbox = Mailbox()
    async let end = mailbox.next()
    mailbox.close()
    #expect(await end == nil)
  }

  @Test func `whoever waits for an answer is released if nobody will read the question`() async {
    let mailbox = Mailbox()
    mailbox.close()
    let (settled, flushed) = (SettledTurn(), FlushTurn())
    mailbox.post(.settle(settled))
    mailbox.post(.flushAwaited(flushed))
    #expect(settled.hasEnded && flushed.hasEnded)
    #expect(await withCheckedContinuation { mailbox.post(.identify($0)) } == nil)
  }
}
