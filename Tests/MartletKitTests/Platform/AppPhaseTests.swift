// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletKit

/// Whether the app is active, as a value.
@Suite struct AppPhaseTests {
  private typealias State = AppPhase.State

  @Test
  func
    `the app is active while at least one scene is, and in the background when all are; what lies over it changes nothing`()
  {
    var phase = AppPhase()
    let steps: [([State], AppPhase.Change?)] = [
      ([.inactive], nil), ([.active], .becameActive), ([.active, .background], nil),
      ([.inactive, .active], nil),
      ([.inactive, .background], nil),
      ([.active, .background], nil), ([.background, .background], .enteredBackground), ([.background], nil),
      ([.inactive], nil),
      ([.active], .becameActive),
    ]
    for (scenes, change) in steps {
      #expect(phase.handle(scenes: scenes, app: .background) == change, "\(scenes)")
    }
  }

  @Test func `without scenes, the app's own state counts; with scenes, it does not`() {
    var phase = AppPhase()
    #expect(phase.handle(scenes: [], app: .active) == .becameActive)
    #expect(phase.handle(scenes: [.inactive], app: .background) == nil)
    #expect(phase.handle(scenes: [], app: .background) == .enteredBackground)
  }

  @Test func `a launch in the background, also one in advance, says nothing until the person opens the app`()
  {
    var phase = AppPhase()
    #expect(phase.handle(scenes: [], app: .background) == nil)
    #expect(phase.handle(scenes: [.background], app: .background) == nil)
    #expect(phase.end() == nil)
    #expect(phase.handle(scenes: [.active], app: .active) == .becameActive)
    #expect(phase.end() == .enteredBackground && phase.end() == nil)
  }

  @Test(arguments: PropertyCases.seeds(full: 100))
  func `whatever the scenes do, active and background alternate`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var phase = AppPhase()
    var last: AppPhase.Change?
    for _ in 0..<100 {
      let scenes = (0..<random.int(0...3)).map { _ in State.allCases[random.int(0...2)] }
      let app = State.allCases[random.int(0...2)]
      let change = phase.handle(scenes: scenes, app: app)
      if let change {
        #expect(change != last && (last != nil || change == .becameActive), "seed \(seed)")
        last = change
      }
      let front = scenes.max() ?? app
      if front != .inactive { #expect(phase.isActive == (front == .active), "seed \(seed)") }
    }
  }
}
