// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite("The SDK’s own banners, announcements and surveys", .timeLimit(.minutes(5)))
struct DefaultViewsTests {
  let host = HeadlessHost()

  /// The event that delivers all campaigns has been logged.
  func bench(_ campaigns: Wire.Campaign...) async throws -> ReachBench {
    let bench = try ReachBench(campaigns, host: host)
    await bench.start()
    await bench.log("a")
    return bench
  }

  private var kind: MessageScene.Kind? { host.scene?.kind }

  @Test func `a banner opens its announcement, and the action of the announcement opens its URL`()
    async throws
  {
    let bench = try await bench(.reach("news", content: .announcement))
    #expect(host.scene?.kind == .banner)
    #expect(host.scene?.placement.isAtBottom == true)
    try host.press("body")
    await bench.martlet.settled()
    #expect(kind == .announcement)
    try host.press("action")
    await bench.martlet.settled()
    #expect(host.stage == .empty)
    #expect(bench.links.count == 1)
    #expect(
      await bench.stored() == [
        "delivered", "impression banner", "click banner", "impression content from banner", "click content",
        "outcome actioned",
      ])
  }

  @Test(arguments: ["close", "swipe", "escape"])
  func `a person closes a banner`(how: String) async throws {
    let bench = try await bench(.reach("one"))
    switch how {
    case "close": try host.press("close")
    case "swipe": try host.swipe()
    default: try host.escape()
    }
    await bench.martlet.settled()
    #expect(host.stage == .empty)
    #expect(
      await bench.stored() == ["delivered", "impression banner", "dismissal banner user", "outcome exited"])
  }

  @Test func `a banner that cannot be closed has no control for it, and Escape does nothing`() async throws {
    let bench = try await bench(.reach("one", banner: Wire.Banner(title: "Hello", isCloseable: false)))
    #expect(host.scene?.root.node("close") == nil)
    try host.escape()
    await bench.martlet.settled()
    #expect(host.stage == .visible)
  }

  @Test
  func `a banner is drawn in the area of the app’s screen, and moves to the window on a screen without one`()
    async throws
  {
    host.areas = [SceneArea(id: "top", size: SceneSize(width: 390, height: 60))]
    let bench = try await bench(.reach("one"))
    #expect(host.scene?.area == "top")
    host.areas = []
    bench.martlet.logScreen(name: "B")
    await bench.martlet.settled()
    #expect(host.stage == .visible)
    #expect(host.scene?.area == nil)
    #expect(host.scene?.enter.style == MessageScene.Transition.Style.none)
    #expect(await bench.stored() == ["delivered", "impression banner"])
  }

  @Test func `a banner stays in its area while that is there, also if another one comes first`() async throws
  {
    let areas = ["new", "old"].map { SceneArea(id: $0, size: SceneSize(width: 390, height: 60)) }
    host.areas = [areas[1]]
    let bench = try await bench(.reach("one"))
    host.areas = areas
    await bench.martlet.settled()
    #expect(host.scene?.area == "old")
    host.areas = [areas[0]]
    await bench.martlet.settled()
    #expect(host.scene?.area == "new")
    #expect(await bench.stored() == ["delivered", "impression banner"])
  }

  @Test func `without a window, banner and announcement wait, and nothing is counted`() async throws {
    host.isAvailable = false
    let bench = try await bench(.reach("banner"), .reach("direct", banner: nil, content: .announcement))
    #expect(host.stage == .empty)
    host.isAvailable = true
    await bench.martlet.settled()
    #expect(host.stage == .visible)
    #expect(
      await bench.stored() == [
        "delivered", "delivered", "impression \(kind == .banner ? "banner" : "content")",
      ])
  }

  @Test func `a banner whose window goes away comes back in the next one, and is counted once`() async throws
  {
    let bench = try await bench(.reach("one"))
    host.loseWindow()
    await bench.martlet.settled()
    host.isAvailable = true
    await bench.martlet.settled()
    #expect(kind == .banner)
    #expect(await bench.stored() == ["delivered", "impression banner"])
  }

  // MARK: Files

  private static let picture = "https://assets.example/autumn.png"
  private static let page = "https://assets.example/page.css"
  static let file = TransportResponse(
    status: 200, headers: [:],
    body: [UInt8](
      Data(
        base64Encoded: """
          iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
          """)!))
  /// Whether the view that is shown while content loads is visible.
  private var isLoading: Bool { host.scene?.root.node("spinner") != nil }

  private static let html = Wire.Content(
    kind: .known(.html), body: "<p>Hello</p>", exitLabel: "Close", assetURLs: [page])

  @Test func `the picture of a banner is on the device before the banner appears`() async throws {
    let bench = try ReachBench(
      [.reach("one", banner: Wire.Banner(title: "Hello", imageURL: Self.picture))], host: host)
    bench.server.assets = [Self.picture: Self.file]
    await bench.start()
    await bench.log("a")
    await bench.settle { self.host.stage == .visible }
    #expect(host.scene?.root.imageURLs.first?.hasPrefix("file:") == true)
  }

  @Test(arguments: [true, false])
  func `a banner whose picture cannot be loaded has its texts, and without texts it is dropped`(hasText: Bool)
    async throws
  {
    let broken = Wire.Campaign.reach(
      "broken", banner: Wire.Banner(title: hasText ? "Hello" : nil, imageURL: Self.picture))
    let bench = try await bench(broken)
    guard hasText else {
      await bench.settle { self.host.stage == .empty }
      return #expect(await bench.stored() == ["delivered", "outcome dropped load_failed"])
    }
    await bench.settle { self.host.stage == .visible }
    #expect(host.scene?.root.imageURLs == [])
    #expect(await bench.stored() == ["delivered", "impression banner"])
  }

  @Test func `a banner waits three seconds for its picture, and not longer`() async throws {
    let bench = try ReachBench(
      [.reach("one", banner: Wire.Banner(title: "Hello", imageURL: Self.picture))], host: host)
    bench.line.hold(Self.picture)
    await bench.start()
    await bench.log("a")
    #expect(host.stage == .empty)
    await bench.clock.advance(by: .seconds(3))
    await bench.settle { self.host.stage == .visible }
    #expect(host.scene?.root.imageURLs == [])
  }

  @Test func `a picture that cannot be drawn leaves the banner its texts`() async throws {
    let bench = try ReachBench(
      [.reach("one", banner: Wire.Banner(title: "Hello", imageURL: Self.picture))], host: host)
    bench.server.assets = [Self.picture: Self.file]
    host.isFailingImages = true
    await bench.start()
    await bench.log("a")
    await bench.settle { self.host.stage == .visible }
    #expect(host.scene?.root.imageURLs == [])
  }

  @Test func `a page opens when its files are on the device, and the person sees that it loads`() async throws
  {
    let bench = try await bench(.reach("page", content: Self.html))
    await bench.settle { self.host.stage == .visible }
    bench.line.hold(Self.page)
    try host.press("body")
    await bench.settle { self.isLoading }
    bench.server.assets = [Self.page: Self.file]
    bench.line.release(Self.page)
    await bench.settle { self.kind == .announcement && !self.isLoading }
    #expect(Set(await bench.stored()).contains("impression content from banner"))
  }

  @Test func `a category has its own view while its content loads, and the person can leave it`() async throws
  {
    final class Patience: Reach.LoadingController {
      override func view() -> Reach.LoadingView {
        var view = super.view()
        view.attributes.cornerRadius = 3
        return view
      }
    }
    let bench = try ReachBench(
      [
        .reach("page", content: Self.html, rules: .init(category: "calm")),
        .reach("wild", content: Self.html),
      ], host: host)
    var made: [String?] = []
    var drawn: [Bool] = []
    try bench.reach.registerLoading(forCategory: "calm") {
      made.append($0.category)
      return Patience(item: $0)
    }
    await bench.start()
    await bench.log("a")
    for _ in 1...2 {
      await bench.settle { self.kind == .banner && self.host.stage == .visible }
      bench.line.hold(Self.page)
      try host.press("body")
      await bench.settle { self.isLoading }
      drawn.append(host.scene?.root.allNodes.contains { $0.style.cornerRadius == 3 } == true)
      try host.press("close")
    }
    await bench.settle { self.host.stage == .empty }
    #expect(made == ["calm"])
    #expect(drawn == [true, false])
    #expect(await bench.stored().filter { $0.hasPrefix("outcome") } == ["outcome exited", "outcome exited"])
    #expect(throws: Reach.RegistrationError.installed) {
      try bench.reach.registerLoading { Patience(item: $0) }
    }
  }

  @Test func `a page whose files cannot be loaded waits for the next occasion`() async throws {
    let bench = try await bench(.reach("page", content: Self.html))
    await bench.settle { self.host.stage == .visible }
    try host.press("body")
    await bench.settle { self.host.stage == .empty }
    bench.server.assets = [Self.page: Self.file]
    bench.martlet.logScreen(name: "B")
    await bench.settle { self.host.stage == .visible && self.kind == .banner }
    try host.press("body")
    await bench.settle { self.kind == .announcement && !self.isLoading }
  }

  @Test func `the views follow the device settings`() async throws {
    let bench = try await bench(.reach("news", content: .announcement))
    let light = host.scene
    host.traits.scheme = .dark
    #expect(host.scene != light)
    #expect(host.scene?.id == light?.id)
    try host.press("body")
    await bench.martlet.settled()
    host.rotate()
    #expect(host.scene?.root.style.width == 844)
  }

  @Test func `an instance that is uninstalled takes its banner away, and the next instance shows it again`()
    async throws
  {
    let bench = try await bench(.reach("one"))
    bench.reach.uninstall()
    await bench.martlet.settled()
    #expect(host.stage == .empty)
    bench.reach.install(in: bench.martlet)
    await bench.martlet.settled()
    #expect(kind == .banner)
    #expect(await bench.stored() == ["delivered", "impression banner"])
  }

  // MARK: Surveys

  @Test func `a person answers a survey question by question, and the answers are sent with its click`()
    async throws
  {
    var survey = Wire.Content.survey
    survey.questions.append(Wire.Question(id: "why", kind: .known(.text), title: "Why?", isRequired: false))
    let bench = try await bench(.reach("poll", banner: nil, content: survey))
    #expect(throws: HeadlessHost.Refusal.disabled("next")) { try host.press("next") }
    try host.choose("y", of: "q")
    try host.press("next")
    try host.type("Because", into: "why")
    try host.press("submit")
    await bench.martlet.settled()
    #expect(host.stage == .empty)
    #expect(
      await bench.stored() == [
        "delivered", "impression content", "answers q why", "click content", "outcome actioned",
      ])
  }

  @Test func `a survey that a person closes submits nothing`() async throws {
    let bench = try await bench(.reach("poll", banner: nil, content: .survey))
    try host.choose("y", of: "q")
    try host.press("close")
    #expect(
      await bench.stored() == ["delivered", "impression content", "dismissal content user", "outcome exited"])
  }

  // MARK: Pages

  private static func page(allows: [Wire.Bridge.Capability] = []) -> Wire.Campaign {
    .reach(
      "page", banner: nil,
      content: Wire.Content(
        kind: .known(.html), body: "<p>Hello</p>",
        action: .init(type: .known(.url), url: "https://example.test/more"),
        bridge: Wire.Bridge(allows: allows.map { .known($0) })))
  }

  @Test func `a page acts and exits with its bridge, and other commands are refused`() async throws {
    let bench = try await bench(Self.page())
    try host.call("logClick")
    try host.call("dropEverything")
    try host.call("logCustomEvent", "bought")
    #expect(host.refusals.map(\.method) == ["logClick", "dropEverything", "logCustomEvent"])
    try host.call("actionContent")
    await bench.martlet.settled()
    #expect(bench.links == ["https://example.test/more"])
    await bench.log("a")
    try host.call("exitContent")
    await bench.martlet.settled()
    #expect(host.stage == .empty)
    #expect(
      await bench.stored().suffix(3) == ["impression content", "dismissal content user", "outcome exited"])
  }

  @Test func `a page calls what its campaign allows`() async throws {
    let bench = try await bench(Self.page(allows: [.customEvent]))
    try host.call("logCustomEvent", "bought")
    _ = await bench.stored()
    #expect(
      bench.server.storedEvents.contains { if case .custom("bought", _) = $0.body { true } else { false } })
  }

  @Test func `a link of a page is its action, unless it opens beside it`() async throws {
    let bench = try await bench(Self.page())
    try host.follow("https://example.test/terms", target: "_blank")
    await bench.martlet.settled()
    #expect(host.stage == .visible)
    try host.follow("https://example.test/shop")
    await bench.martlet.settled()
    #expect(bench.links == ["https://example.test/terms", "https://example.test/shop"])
    #expect(await bench.stored().suffix(2) == ["click content", "outcome actioned"])
  }

  @Test func `a page that makes too many calls is removed`() async throws {
    let bench = try await bench(Self.page())
    for _ in 0...BridgeAction.Limits.calls { try? host.call("unknown") }
    await bench.martlet.settled()
    #expect(host.stage == .empty)
    #expect(await bench.stored().last == "outcome dropped content_failed")
  }
}

extension MessageScene.Placement {
  fileprivate var isAtBottom: Bool { if case .bottom = self { true } else { false } }
}

extension SceneNode {
  fileprivate var imageURLs: [String] {
    allNodes.compactMap { if case .image(let image) = $0.content { image.url } else { nil } }
  }
}
