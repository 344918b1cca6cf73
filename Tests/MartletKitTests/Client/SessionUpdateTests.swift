// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import Testing

/// Sessions as the app can follow them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SessionUpdateTests {
  @Test
  func
    `the app hears of sessions as they begin and end: by the time in the background, by a change of user, by the switch`()
    async
  {
    let bench = Bench(transport: ScriptedServer())
    var heard: [Martlet.SessionUpdate] = []
    let stream = bench.martlet.sessionUpdates
    let listener = Task { for await update in stream { heard.append(update) } }
    defer { listener.cancel() }
    /// The last end, and the start after it.
    func expectNewSession(count: Int) async {
      await bench.settle { heard.count == count }
      guard case .started(let last)? = heard.dropLast(2).last, case .started(let next)? = heard.last else {
        Issue.record("No session started.")
        return
      }
      #expect(heard.suffix(2).first == .ended(last))
      #expect(next != last)
    }

    bench.martlet.applicationDidBecomeActive()
    await bench.settle { heard.count == 1 }
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(9))
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(10))
    bench.martlet.applicationDidBecomeActive()
    await expectNewSession(count: 3)

    bench.martlet.changeUser(userId: "ada")
    await expectNewSession(count: 5)
    bench.martlet.changeUser(userId: "ada")
    bench.martlet.isEnabled = false
    await bench.settle { heard.count == 6 }
    bench.martlet.isEnabled = true
    await expectNewSession(count: 7)
  }

  @Test func `the stream ends with the client`() async {
    let bench = Bench(transport: ScriptedServer())
    let stream = bench.martlet.sessionUpdates
    await bench.martlet.settled()
    bench.release()
    for await update in stream { Issue.record("Nothing happened, but \(update) came.") }
  }
}
