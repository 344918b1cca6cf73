// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Limits and ends of banners, content and data")
struct ReachEndTests {
  // MARK: Limits and ends

  @Test func `the oldest waiting item makes room, never the one on the screen`() {
    var world = ReachWorld(capacity: 3)
    for id in ["a", "b", "c"] { world.receive(id) }
    world.showBanner()
    world.receive("d")
    #expect(world.outcomes == ["b: dropped(MartletCore.Outcome.DropReason.overflow)"])
    #expect(world.screen == "a: notifying")
  }

  @Test func `without room, only tapped pushes open`() {
    var world = ReachWorld(capacity: 0)
    world.receive("first")
    #expect(world.outcomes == ["first: dropped(MartletCore.Outcome.DropReason.overflow)"])
    world.handle(.opened(world.item("second")))
    #expect(world.screen == "second: opening")
  }

  @Test func `an item of definitions is recalled with its campaign, unless the person uses its content`() {
    var world = ReachWorld()
    world.receive("banner")
    world.receive("pushed") { $0.source = .push }
    world.showBanner()
    world.note(world.machine.recall(except: { _ in false }, at: world.now, utcOffset: .zero))
    #expect(world.outcomes == ["banner: recalled"])
    #expect(world.screen == "pushed: offered")
    world.handle(.failed(id: "pushed", .byApp))
    world.receive("survey", .contentOnly)
    world.handle(.contentAppeared(id: "survey"))
    world.note(world.machine.recall(except: { _ in false }, at: world.now, utcOffset: .zero))
    #expect(world.screen == "survey: showing")
  }

  @Test(arguments: ReachMachine.Current.Stage.allCases)
  func `in every state, another person ends all items and takes everything away`(
    stage: ReachMachine.Current.Stage
  ) {
    var world = ReachWorld.in(stage)
    #expect(world.machine.current?.stage == stage)
    world.receive("waiting")
    world.receive("data", .data)
    world.note(world.machine.endAll(.userChanged))
    #expect(world.machine.count == 0)
    #expect(world.screen == nil)
    #expect(world.outcomes.count == 3)
  }

  @Test(arguments: ReachMachine.Current.Stage.allCases)
  func `in every state, the item waits again after the process was killed, and counts nothing twice`(
    stage: ReachMachine.Current.Stage
  ) {
    var world = ReachWorld.in(stage)
    let counted = world.counted
    world.machine = ReachMachine(world.machine.snapshot)
    world.machine.relaunch()
    #expect(world.screen == nil)
    world.handle(.ready(true))
    world.handle(.phase(isActive: true))
    if world.machine.wait(of: "first") == .loading { world.handle(.loaded(id: "first")) }
    #expect(world.screen == "first: offered")
    world.showBanner()
    #expect(world.counted.filter { !counted.contains($0) }.count <= 1)
    #expect(Set(world.counted).count == world.counted.count)
  }

  @Test(arguments: ReachMachine.Current.Stage.allCases)
  func `in every state, nobody who shows items any more means that the item waits`(
    stage: ReachMachine.Current.Stage
  ) {
    var world = ReachWorld.in(stage)
    world.handle(.ready(false))
    #expect(world.screen == nil)
    #expect(world.machine.wait(of: "first") == .notReady)
    world.handle(.ready(true))
    #expect(world.screen != nil || world.machine.wait(of: "first") == .loading)
  }
}

extension ReachWorld {
  /// A world whose item `first` is in this state.
  static func `in`(_ stage: ReachMachine.Current.Stage) -> ReachWorld {
    var world = ReachWorld()
    switch stage {
    case .offered: world.receive("first")
    case .accepted:
      world.receive("first")
      world.answer(.show)
    case .notifying:
      world.receive("first")
      world.showBanner()
    case .loading: world.handle(.opened(world.item("first", isLoaded: false)))
    case .opening, .showing:
      world.receive("first")
      world.showBanner()
      world.handle(.bannerTapped(id: "first"))
      if stage == .showing { world.handle(.contentAppeared(id: "first")) }
    }
    return world
  }
}
