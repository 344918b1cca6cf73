// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Pushes of banners and content")
struct ReachPushTests {
  // MARK: Pushes

  @Test func `what is only for people outside the app is not shown in it, unless they tap it`() {
    var world = ReachWorld()
    world.receive("in front", delivery: .outOfApp)
    #expect(world.outcomes == ["in front: dropped(MartletCore.Outcome.DropReason.inForeground)"])
    world.handle(.phase(isActive: false))
    world.receive("away", delivery: .outOfApp)
    world.handle(.phase(isActive: true))
    #expect(world.machine.wait(of: "away") == .outOfApp)
    world.handle(.opened(world.item("away", delivery: .outOfApp)))
    #expect(world.screen == "away: opening")
  }

  @Test func `a tapped push takes the place of open content, which counts as closed`() {
    var world = ReachWorld()
    world.receive("first", .contentOnly)
    world.handle(.contentAppeared(id: "first"))
    world.handle(.opened(world.item("second")))
    #expect(world.outcomes == ["first: exited"])
    #expect(world.effects.contains(.closeContent(id: "first")))
    #expect(world.screen == "second: opening")
    world.handle(.contentAppeared(id: "second"))
    #expect(!world.counted.contains("second: banner displayed"))
  }

  @Test func `a tapped push takes a banner away, which waits again`() {
    var world = ReachWorld()
    world.receive("first")
    world.showBanner()
    world.handle(.opened(world.item("second")))
    #expect(world.screen == "second: opening")
    world.handle(.contentAppeared(id: "second"))
    world.handle(.contentExited(id: "second"))
    #expect(world.screen == "first: offered")
  }

  @Test func `a tapped push without content is done with the tap`() {
    var world = ReachWorld()
    world.handle(.opened(world.item("first", .bannerOnly)))
    #expect(world.counted == ["first: delivered", "first: push clicked"])
    #expect(world.outcomes == ["first: actioned"])
  }

  @Test func `a push tapped before the app is active opens when it is`() {
    var world = ReachWorld(isReady: false)
    world.handle(.phase(isActive: false))
    world.handle(.opened(world.item("first")))
    world.handle(.phase(isActive: true))
    #expect(world.screen == nil)
    world.handle(.ready(true))
    #expect(world.screen == "first: opening")
  }

  @Test func `a copy of a delivery, or a report after its end, counts nothing`() {
    var world = ReachWorld()
    for _ in 1...2 { world.receive("first", .bannerOnly) }
    world.showBanner()
    world.handle(.bannerTapped(id: "first"))
    let counted = world.counted
    world.receive("first", .bannerOnly)
    world.handle(.opened(world.item("first", .bannerOnly)))
    world.handle(.bannerClosed(id: "first"))
    #expect(world.counted == counted)
    #expect(world.outcomes == ["first: actioned"])
  }

  @Test func `a newer delivery of a waiting campaign takes its place`() {
    var world = ReachWorld(isReady: false)
    world.receive("older") { $0.campaign = "c" }
    world.receive("other")
    world.receive("newer") { $0.campaign = "c" }
    #expect(world.outcomes == ["older: replaced"])
    #expect(world.machine.items.map(\.id) == ["newer", "other"])
  }

  @Test func `a newer delivery of a campaign that is on the screen does not disturb it`() {
    var world = ReachWorld()
    world.receive("older") { $0.campaign = "c" }
    world.showBanner()
    world.receive("newer") { $0.campaign = "c" }
    #expect(world.outcomes == ["newer: replaced"])
    #expect(world.screen == "older: notifying")
    #expect(world.machine.item(of: "c")?.id == "older")
  }

  @Test func `a test delivery behaves as any other, and counts nothing`() {
    var world = ReachWorld()
    world.receive("first") { $0.isTest = true }
    world.showBanner()
    world.handle(.bannerTapped(id: "first"))
    world.handle(.contentAppeared(id: "first"))
    world.handle(.contentActed(id: "first", [:]))
    #expect(world.counted.isEmpty)
    #expect(world.outcomes == ["first: actioned"])
  }
}
