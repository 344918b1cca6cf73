// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import Testing

@testable import MartletServer

@Suite struct SharedClockTests {
  private let machine = ManualClock()

  /// Asks for the shared time, which takes a while.
  private func ask(_ clock: SharedClock, ahead: Duration, taking time: Duration) async {
    let environment = clock.correcting(machine.environment)
    let asked = environment.now()
    await machine.advance(by: time / 2)
    let answer = machine.environment.now() + ahead
    await machine.advance(by: time / 2)
    clock.adjust(to: answer, asked: asked, heard: environment.now())
  }

  private func error(_ clock: SharedClock, ahead: Duration) -> Duration {
    clock.correcting(machine.environment).now().duration(since: machine.environment.now() + ahead)
  }

  @Test(arguments: [-3_600, -2, 0, 5, 86_400])
  func `a server whose clock is off has the time of the database`(seconds: Int) async {
    let clock = SharedClock()
    let ahead = Duration.seconds(seconds)
    await ask(clock, ahead: ahead, taking: .milliseconds(10))
    #expect(error(clock, ahead: ahead) == .zero)
    // A correction is corrected too.
    await ask(clock, ahead: ahead + .seconds(7), taking: .milliseconds(10))
    #expect(error(clock, ahead: ahead + .seconds(7)) == .zero)
  }

  @Test func `differences that are smaller than the way of the answer change nothing`() async {
    let clock = SharedClock()
    await ask(clock, ahead: .milliseconds(15), taking: .milliseconds(2))
    await ask(clock, ahead: .milliseconds(300), taking: .milliseconds(400))
    #expect(clock.correction == .zero)
  }
}
