// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The one way to the engine: every input goes through `drive`, and everything that follows from it is done there.
extension Client {
  /// What is told while the consequences of something else are being carried out has its turn after them: one step at a time, and no depth,
  /// however often one message hands its turn to the next.
  ///
  /// - Parameters:
  ///   - frames: of the definitions received, as they stand in the recording.
  ///   - record: goes into the journal next; a launch that does not find it there writes it.
  func drive(_ input: DeliveryEngine.Input, at now: Instant, definitions frames: [UInt8] = [], with record: Wire.EventRecord? = nil) {
    guard !isDriving else { return toldMeanwhile.append((input, now, record)) }
    isDriving = true
    defer { isDriving = false }
    step(input, at: now, frames, record)
    while !toldMeanwhile.isEmpty {
      let told = toldMeanwhile
      toldMeanwhile = []
      for (input, now, record) in told { step(input, at: now, [], record) }
    }
  }

  private func step(_ input: DeliveryEngine.Input, at now: Instant, _ frames: [UInt8], _ record: Wire.EventRecord?) {
    beginRecordingIfNeeded(at: now)
    let effects = engine.handle(input, at: now)
    // Before anything is done: what was done must be known after a crash.
    write(frames, input, at: now, effects, record)
    perform(effects)
  }

  /// The engine counts by the clock on the wall, waiting goes by one that does not jump: the timer is set anew after every command, so that
  /// a clock that was put forward or back is noticed as soon as anything happens.
  func armDeliveryTimer() {
    if state.enabled, environment.now() < engine.clock { drive(.timePassed, at: environment.now()) }
    guard state.enabled, let deadline = engine.nextDeadline else { return timers.set(.delivery, at: nil) }
    // Never at once: whatever the clocks do, the client must not turn in circles.
    let wait = max(deadline.duration(since: environment.now()), .milliseconds(1))
    timers.set(.delivery, at: environment.monotonicNow() + wait)
  }
}
