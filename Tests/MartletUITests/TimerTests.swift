// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import Testing

@testable import MartletUI

@MainActor
@Suite("Every wait of the presenter ends", .timeLimit(.minutes(5)))
struct TimerTests {
  let rig = PresenterRig()

  @Test func `a message that closes by itself does so after its time from becoming visible, and not before`()
    async
  {
    rig.ui.present(message: rig.message("a") { $0.messageClose = .auto(after: 5) })
    await rig.advance(by: .milliseconds(4_999))
    #expect(rig.host.stage == .visible)
    await rig.advance(by: .milliseconds(1))
    #expect(
      rig.lines.suffix(3) == [
        "a: willDismiss presented=true", "a: log dismissal auto", "a: didDismiss presented=false",
      ])
  }

  @Test func `a tap before the time still counts, and the timer is gone with the message`() async throws {
    rig.ui.present(message: rig.message("a") { $0.messageClose = .auto(after: 5) })
    try rig.host.press("card")
    await rig.advance(by: .seconds(60))
    #expect(rig.lines.filter { $0.contains("log dismissal") } == ["a: log dismissal click"])
    #expect(rig.clock.sleeperCount == 0)
  }

  @Test(arguments: [-1.0, 0, .nan, .infinity, 1e300])
  func `times that make no sense are brought into range`(seconds: Double) async {
    rig.ui.present(message: rig.message("a") { $0.messageClose = .auto(after: seconds) })
    await rig.advance(by: .seconds(1))
    #expect(rig.host.stage == (seconds <= 0 ? .empty : .visible))
  }

  @Test func `a host that never shows the message: discarded after 30 seconds, and the next one is tried`()
    async throws
  {
    rig.host.isDelaying = true
    rig.ui.present(message: rig.message("a"))
    rig.ui.present(message: rig.message("b"))
    await rig.advance(by: .milliseconds(29_999))
    #expect(rig.transcript.finalOutcomes(of: "a").isEmpty)
    await rig.advance(by: .milliseconds(1))
    #expect(rig.transcript.finalOutcomes(of: "a") == [.discarded(.timedOut)])
    #expect(rig.host.stage == .entering)
    try rig.host.finishAppearing()
    #expect(rig.transcript.finalOutcomes(of: "b") == [.shown])
  }

  @Test
  func `a host that never says that the message is gone is believed to have taken it away after 2 seconds`()
    async throws
  {
    rig.host.isDelaying = true
    rig.ui.present(message: rig.message("a"))
    try rig.host.finishAppearing()
    var isComplete = false
    rig.ui.dismiss { isComplete = true }
    await rig.advance(by: .milliseconds(1_999))
    #expect(!isComplete)
    await rig.advance(by: .milliseconds(1))
    #expect(isComplete)
    #expect(rig.lines.suffix(2) == ["a: log dismissal app", "a: didDismiss presented=false"])
  }
}
