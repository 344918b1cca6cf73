// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite("Banners, content and data")
struct ReachMachineTests {
  // MARK: One at a time

  @Test func `a second banner appears only after the first one is closed, used or dropped`() {
    for end in ["closed", "acted", "dropped"] {
      var world = ReachWorld()
      world.receive("first")
      world.receive("second")
      world.showBanner()
      #expect(world.screen == "first: notifying")
      switch end {
      case "closed": world.handle(.bannerClosed(id: "first"))
      case "dropped": world.handle(.failed(id: "first", .byApp))
      default:
        world.handle(.bannerTapped(id: "first"))
        world.handle(.contentAppeared(id: "first"))
        #expect(world.screen == "first: showing")
        world.handle(.contentActed(id: "first", [:]))
      }
      #expect(world.screen == "second: offered", "\(end)")
    }
  }

  @Test func `a hundred items that arrive at once are shown one after the other, by arrival`() {
    var world = ReachWorld()
    for number in 1...100 { world.receive("\(number)") }
    var shown: [String] = []
    while let current = world.machine.current {
      shown.append(current.id)
      world.showBanner()
      world.handle(.bannerClosed(id: current.id))
    }
    #expect(shown == (1...100).map(String.init))
    #expect(world.outcomes.count == 100)
  }

  // MARK: Notifiers

  @Test
  func
    `a postponed banner counts nothing, lets the next one pass, and is offered again at the next occasion`()
  {
    var world = ReachWorld()
    world.receive("first")
    world.receive("second")
    world.answer(.postpone)
    #expect(world.screen == "second: offered")
    world.answer(.postpone)
    #expect(world.screen == nil)
    #expect(world.counted == ["first: delivered", "second: delivered"])
    world.handle(.screenChanged("B"))
    #expect(world.screen == "first: offered")
  }

  @Test func `a notifier that fails drops the item, and the next one is offered`() {
    var world = ReachWorld()
    world.receive("first")
    world.receive("second")
    world.answer(.drop)
    #expect(world.outcomes == ["first: dropped(MartletCore.Outcome.DropReason.notifierFailed)"])
    #expect(world.screen == "second: offered")
  }

  @Test(arguments: [false, true]) func `a notifier that shows nothing in time drops the item`(accepts: Bool) {
    var world = ReachWorld()
    world.receive("first")
    let attempt = world.machine.current?.attempt ?? 0
    #expect(world.effects.contains(.watch(attempt: attempt, ReachMachine.notifierPatience)))
    if accepts { world.answer(.show) }
    world.handle(.watchEnded(attempt: attempt))
    #expect(world.outcomes == ["first: dropped(MartletCore.Outcome.DropReason.notifierSilent)"])
    #expect(world.effects.contains(.removeBanner(id: "first")))
  }

  @Test func `a watch that ends after the banner appeared changes nothing`() {
    var world = ReachWorld()
    world.receive("first")
    let attempt = world.machine.current?.attempt ?? 0
    world.showBanner()
    world.handle(.watchEnded(attempt: attempt))
    #expect(world.screen == "first: notifying")
  }

  @Test func `the answer to an earlier offer is ignored`() {
    var world = ReachWorld()
    world.receive("first")
    let earlier = world.machine.current?.attempt ?? 0
    world.handle(.screenChanged("B"))
    world.handle(.answered(id: "first", attempt: earlier, .drop))
    #expect(world.screen == "first: offered")
  }

  // MARK: Screens

  @Test func `a banner moves to the next screen, and its display counts once`() {
    var world = ReachWorld()
    world.handle(.screenChanged("A"))
    world.receive("first")
    world.showBanner()
    world.handle(.screenChanged("B"))
    #expect(world.effects.contains(.removeBanner(id: "first")))
    let isRepeat = world.effects.contains { if case .offer(_, _, true) = $0 { true } else { false } }
    #expect(isRepeat)
    world.showBanner()
    #expect(world.counted == ["first: delivered", "first: banner displayed"])
  }

  @Test func `a banner for one screen waits for it, and lets others pass`() {
    var world = ReachWorld()
    world.handle(.screenChanged("A"))
    world.receive("for B", screens: ["B", "C"])
    world.receive("for all")
    #expect(world.screen == "for all: offered")
    #expect(world.machine.wait(of: "for B") == .otherItem(id: "for all"))
    world.handle(.failed(id: "for all", .byApp))
    #expect(world.machine.wait(of: "for B") == .screen("A"))
    world.handle(.screenChanged("B"))
    #expect(world.screen == "for B: offered")
  }

  @Test func `a change of screen does not touch open content`() {
    var world = ReachWorld()
    world.receive("first")
    world.showBanner()
    world.handle(.bannerTapped(id: "first"))
    world.handle(.contentAppeared(id: "first"))
    world.handle(.screenChanged("B"))
    #expect(world.screen == "first: showing")
    #expect(world.effects.isEmpty)
  }

  // MARK: Content

  @Test func `a tap opens the content, and each step counts once`() {
    var world = ReachWorld()
    world.receive("first")
    world.showBanner()
    world.handle(.bannerTapped(id: "first"))
    #expect(world.effects.contains { if case .open = $0 { true } else { false } })
    for _ in 1...2 { world.handle(.contentAppeared(id: "first")) }
    for _ in 1...2 { world.handle(.contentActed(id: "first", ["q": .rating(3)])) }
    #expect(
      world.counted == [
        "first: delivered", "first: banner displayed", "first: banner clicked", "first: content displayed",
        "first: content clicked",
      ])
    #expect(world.outcomes == ["first: actioned"])
  }

  @Test func `answers travel with the click`() {
    var world = ReachWorld()
    world.receive("first", .contentOnly)
    world.handle(.contentAppeared(id: "first"))
    world.handle(.contentActed(id: "first", ["q": .choices(["yes"])]))
    let answers = world.effects.compactMap {
      if case .record(let statistic) = $0 { statistic.answers } else { nil }
    }
    #expect(answers == [["q": .choices(["yes"])]])
  }

  @Test func `content that is closed, or vanishes, ends the item`() {
    for input in [ReachMachine.Input.contentExited(id: "first"), .vanished(id: "first")] {
      var world = ReachWorld()
      world.receive("first", .contentOnly)
      world.receive("second")
      world.handle(.contentAppeared(id: "first"))
      world.handle(input)
      #expect(world.counted.last == "first: content dismissed")
      #expect(world.outcomes == ["first: exited"])
      #expect(world.screen == "second: offered")
    }
  }

  @Test func `content that does not appear in time is dropped`() {
    var world = ReachWorld()
    world.receive("first", .contentOnly)
    world.handle(.watchEnded(attempt: world.machine.current?.attempt ?? 0))
    #expect(world.outcomes == ["first: dropped(MartletCore.Outcome.DropReason.contentSilent)"])
    #expect(world.effects.contains(.closeContent(id: "first")))
  }

  @Test func `a banner without content ends with its tap, and its URL opens`() {
    var world = ReachWorld()
    world.receive("first", .bannerOnly)
    world.showBanner()
    world.handle(.bannerTapped(id: "first"))
    #expect(world.effects.contains { if case .follow = $0 { true } else { false } })
    #expect(world.counted == ["first: delivered", "first: banner displayed", "first: banner clicked"])
    #expect(world.outcomes == ["first: actioned"])
  }

  @Test func `a banner whose view disappears is offered again at the next occasion`() {
    var world = ReachWorld()
    world.receive("first")
    world.showBanner()
    world.handle(.vanished(id: "first"))
    #expect(world.screen == nil)
    world.handle(.screenChanged("B"))
    #expect(world.screen == "first: offered")
  }

  // MARK: Loading

  @Test func `contents that are missing are loaded before the banner, and others pass meanwhile`() {
    var world = ReachWorld()
    world.receive("first", isLoaded: false)
    #expect(world.effects.contains { if case .load = $0 { true } else { false } })
    world.receive("second")
    #expect(world.screen == "second: offered")
    world.handle(.failed(id: "second", .byApp))
    world.handle(.loaded(id: "first"))
    #expect(world.screen == "first: offered")
  }

  @Test func `who tapped waits for the content, which then opens`() {
    var world = ReachWorld()
    world.handle(.opened(world.item("first", isLoaded: false)))
    #expect(world.screen == "first: loading")
    world.handle(.loaded(id: "first"))
    #expect(world.screen == "first: opening")
  }

  @Test func `content whose files are missing when it opens is loaded while the person waits`() {
    var world = ReachWorld()
    world.handle(.opened(world.item("first")))
    #expect(world.screen == "first: opening")
    world.handle(.contentMissing(id: "first"))
    #expect(world.screen == "first: loading")
    world.handle(.loaded(id: "first"))
    #expect(world.screen == "first: opening")
    world.handle(.contentAppeared(id: "first"))
    world.handle(.contentMissing(id: "first"))
    #expect(world.screen == "first: showing", "what is visible has all it needs")
  }

  @Test func `content that cannot be loaded is tried again, and dropped after some attempts`() {
    var world = ReachWorld()
    world.handle(.opened(world.item("first", isLoaded: false)))
    world.handle(.loadFailed(id: "first"))
    #expect(world.effects.contains(.closeContent(id: "first")))
    #expect(world.outcomes.isEmpty)
    for _ in 2...ReachMachine.loadingAttempts {
      world.handle(.phase(isActive: true))
      world.handle(.loadFailed(id: "first"))
    }
    #expect(world.outcomes == ["first: dropped(MartletCore.Outcome.DropReason.loadFailed)"])
  }

  @Test func `who closes what is shown while content loads ends the item without a display`() {
    var world = ReachWorld()
    world.handle(.opened(world.item("first", isLoaded: false)))
    world.handle(.contentExited(id: "first"))
    #expect(world.counted == ["first: delivered", "first: push clicked"])
    #expect(world.outcomes == ["first: exited"])
  }

  // MARK: Data

  @Test(arguments: [
    (ReachMachine.DataAnswer.accepted, "first: actioned", "first: data clicked"),
    (.refused, "first: exited", "first: data dismissed"),
    (.nobody, "first: dropped(MartletCore.Outcome.DropReason.noHandler)", "first: delivered"),
  ])
  func `data is passed on while a banner is on the screen, and ends with the answer`(
    answer: ReachMachine.DataAnswer, outcome: String, last: String
  ) {
    var world = ReachWorld()
    world.receive("banner")
    world.showBanner()
    world.receive("first", .data)
    #expect(world.effects.contains { if case .passOn = $0 { true } else { false } })
    world.handle(.dataAnswered(id: "first", answer))
    #expect(world.outcomes == [outcome])
    #expect(world.counted.last == last)
    #expect(world.screen == "banner: notifying")
  }

  @Test func `data is passed on in the background, in the order of its arrival`() {
    var world = ReachWorld(isReady: false)
    world.handle(.phase(isActive: false))
    for id in ["a", "b", "c"] { world.receive(id, .data) }
    world.handle(.ready(true))
    let passed = world.effects.compactMap { if case .passOn(let item) = $0 { item.id } else { nil } }
    #expect(passed == ["a", "b", "c"])
  }

  // MARK: The window

  @Test func `without a window, a banner waits, content stays, and data is still passed on`() {
    var world = ReachWorld()
    world.receive("banner")
    world.showBanner()
    world.handle(.windowChanged(isThere: false))
    #expect(world.effects == [.removeBanner(id: "banner")])
    #expect(world.machine.wait(of: "banner") == .noWindow)
    world.receive("data", .data)
    #expect(world.effects.contains { if case .passOn = $0 { true } else { false } })
    world.handle(.windowChanged(isThere: true))
    world.showBanner()
    world.handle(.bannerTapped(id: "banner"))
    world.handle(.contentAppeared(id: "banner"))
    world.handle(.windowChanged(isThere: false))
    #expect(world.screen == "banner: showing")
  }

  // MARK: Expiry

  @Test func `an expired item is never shown, and says so when its time has come`() {
    var world = ReachWorld(isReady: false)
    world.receive("absolute") { $0.endsAt = $0.receivedAt + .seconds(60) }
    world.receive("after receipt") { $0.expiresAfter = .seconds(90) }
    #expect(world.machine.nextEnd(after: world.now) { _ in .zero } == world.now + .seconds(60))
    world.now = world.now + .seconds(60)
    world.note(world.machine.passTime(at: world.now, utcOffset: .zero))
    #expect(world.outcomes == ["absolute: expired"])
    world.now = world.now + .seconds(30)
    world.handle(.ready(true))
    #expect(world.outcomes == ["absolute: expired", "after receipt: expired"])
    #expect(world.screen == nil)
  }

  @Test func `an end by the wall clock moves with the time zone`() {
    var world = ReachWorld(isReady: false)
    let end = LocalTime(world.now + .seconds(3_600), offset: .zero)
    world.receive("first") { $0.endsAtLocally = end }
    world.utcOffset = .seconds(7_200)
    world.handle(.ready(true))
    #expect(world.outcomes == ["first: expired"])
  }

  @Test func `what arrives too late ends at once`() {
    var world = ReachWorld()
    world.receive("late") { $0.endsAt = $0.receivedAt }
    #expect(world.counted == ["late: delivered"])
    #expect(world.outcomes == ["late: expired"])
  }

  @Test func `content on the screen does not expire`() {
    var world = ReachWorld()
    world.receive("first", .contentOnly) { $0.expiresAfter = .seconds(60) }
    world.handle(.contentAppeared(id: "first"))
    world.now = world.now + .seconds(61)
    world.note(world.machine.passTime(at: world.now, utcOffset: .zero))
    #expect(world.outcomes.isEmpty)
  }

  @Test func `a clock that is set back does not make an item last longer`() {
    var world = ReachWorld(isReady: false)
    world.receive("first") { $0.expiresAfter = .seconds(60) }
    world.now = world.now - .seconds(1_000_000)
    world.note(world.machine.passTime(at: world.now, utcOffset: .zero))
    world.now = world.now + .seconds(60)
    world.note(world.machine.passTime(at: world.now, utcOffset: .zero))
    #expect(world.outcomes == ["first: expired"])
  }

  @Test func `nor does a clock that is set back while the process does not run`() {
    var world = ReachWorld(isReady: false)
    world.receive("first") { $0.expiresAfter = .seconds(60) }
    world.machine = ReachMachine(world.machine.snapshot)
    world.machine.relaunch()
    world.now = world.now - .seconds(1_000_000)
    world.note(world.machine.passTime(at: world.now, utcOffset: .zero))
    #expect(world.machine.nextEnd(after: world.now) { _ in .zero } == world.now + .seconds(60))
    world.now = world.now + .seconds(60)
    world.note(world.machine.passTime(at: world.now, utcOffset: .zero))
    #expect(world.outcomes == ["first: expired"])
  }

  // MARK: Messages

  @Test func `a banner waits for a message, and content of a tapped push does not`() {
    var world = ReachWorld()
    world.note(world.machine.note(isMessageDue: true, at: world.now, utcOffset: .zero))
    world.receive("banner")
    #expect(world.machine.wait(of: "banner") == .message)
    world.handle(.opened(world.item("pushed")))
    #expect(world.effects.contains(.dismissMessage))
    #expect(world.screen == "pushed: opening")
    world.handle(.contentAppeared(id: "pushed"))
    world.handle(.contentExited(id: "pushed"))
    #expect(world.screen == nil)
    world.note(world.machine.note(isMessageDue: false, at: world.now, utcOffset: .zero))
    #expect(world.screen == "banner: offered")
  }
}
