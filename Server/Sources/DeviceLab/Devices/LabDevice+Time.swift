// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletUI
import MartletWire

/// Moves the device's clock.
extension LabDevice {
  /// The most times that due work on the way runs at its own moment; the rest runs at the end.
  private static let maximumSteps = 100
  /// Real time for due work to reach its server or its disk.
  private static let pause = Duration.milliseconds(20)
  /// A message that appears this close to the end does not stop the clock, since nobody would miss
  /// it.
  private static let nearEnd = Duration.seconds(10)
  private static let requestPatience = Duration.seconds(5)

  /// Moves the device's clock from one moment at which something is due to the next. A message that
  /// appears on the way stops the clock, so that nobody misses it.
  func advance(by duration: Duration) async throws {
    guard !isAdvancing else {
      throw Self.refusal("The clock is already advancing.", "Wait a moment and try again.")
    }
    isAdvancing = true
    defer { isAdvancing = false }
    let start = clock.monotonicNow
    let end = start + duration
    let shown = host.scene?.id
    log(.action(title: "\(Self.words(for: duration)) later"))
    var steps = 0
    while steps < Self.maximumSteps, let due = clock.earliestDeadline, due <= end {
      clock.move(to: due)
      try await settle()
      steps += 1
      guard host.scene == nil || host.scene?.id == shown else {
        guard clock.monotonicNow < end - Self.nearEnd else { break }
        log(
          .note(
            "The clock stopped after \(Self.words(for: clock.monotonicNow - start)): a message appeared.",
            tone: .plain))
        return
      }
    }
    clock.move(to: end)
    try await settle()
  }

  private func settle() async throws {
    for _ in 0..<2 {
      try await setup.environment.sleep(Self.pause)
      await traffic.quiet(within: Self.requestPatience, setup.environment)
      await run?.martlet.settled()
    }
  }

  /// `1 hour`, `1 day 2 hours`, `5 seconds`
  nonisolated static func words(for duration: Duration) -> String {
    let seconds = Int64((Double(duration.wholeMilliseconds) / 1_000).rounded())
    let words = TimeUnit.parts(of: seconds, .seconds).prefix(2).map { $0.unit.words($0.count) }
    return words.isEmpty ? "0 seconds" : words.joined(separator: " ")
  }
}
