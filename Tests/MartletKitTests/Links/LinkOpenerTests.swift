// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import Testing

@testable import MartletKit

/// Opening links, with a system that the test controls.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LinkOpenerTests {
  private let system = ManualLinkSystem()
  private let bench: Bench
  private let display: LinkOpener

  init() {
    self.init { _ in }
  }

  private init(_ change: @escaping (Martlet.Configuration) -> Void) {
    bench = Bench(transport: ScriptedServer(), change)
    display = Self.display(bench, system)
  }

  private static func display(_ bench: Bench, _ system: ManualLinkSystem) -> LinkOpener {
    LinkOpener(gate: bench.martlet.gate, settings: Settings(bench.martlet.configuration)) { system }
  }

  private func open(_ url: String, useWebView: Bool = false, on display: LinkOpener? = nil) throws {
    (display ?? self.display).open(
      .init(url: try #require(URL(string: url)), useWebView: useWebView, extras: [:]), for: bench.martlet)
  }

  @Test
  func
    `links before the system is ready open once it is, in their order, and only then the delegate is asked`()
    throws
  {
    system.isReady = false
    for name in ["a", "b", "c"] { try open("shop://\(name)") }
    display.mayOpen()
    display.appChanged(isActive: true)
    #expect(system.heard.isEmpty && bench.delegate.asked.isEmpty)
    system.isReady = true
    display.mayOpen()
    display.mayOpen()
    #expect(system.heard == ["open shop://a", "open shop://b", "open shop://c"])
    #expect(bench.delegate.asked.count == 3)
  }

  @Test func `an app that said that it is in the background gets its links when it says that it is active`()
    throws
  {
    display.appChanged(isActive: false)
    try open("shop://a")
    #expect(system.heard.isEmpty)
    display.appChanged(isActive: true)
    #expect(system.heard == ["open shop://a"])
  }

  @Test
  func
    `a link that waited for more than 60 seconds does not open, and one that makes room for others is reported`()
    async throws
  {
    display.appChanged(isActive: false)
    try open("shop://late")
    await bench.advance(by: .seconds(30))
    for number in 0..<LinkQueue<Int>.maximumCount { try open("shop://\(number)") }
    #expect(bench.log.contains("The oldest was dropped"))
    await bench.advance(by: .seconds(30))
    try open("shop://last")
    await bench.advance(by: .seconds(30))
    display.appChanged(isActive: true)
    #expect(system.heard == ["open shop://last"])
    #expect(bench.log.contains("9 links were not opened"))
  }

  @Test(arguments: [true, false])
  func `what another person tapped does not open, but who signs in is the person who tapped`(
    wasSignedIn: Bool
  ) async throws {
    await bench.martlet.settled()
    if wasSignedIn { bench.martlet.changeUser(userId: "A") }
    display.appChanged(isActive: false)
    try open("shop://a")
    bench.martlet.changeUser(userId: "B")
    try open("shop://b")
    display.appChanged(isActive: true)
    #expect(system.heard == (wasSignedIn ? ["open shop://b"] : ["open shop://a", "open shop://b"]))
    #expect(bench.log.contains("1 links are not opened") == wasSignedIn)
  }

  @Test(arguments: ["sign-out", "wipe", "switch"])
  func `a sign-out, a wipe and the switch drop what waits, also if it is undone`(by what: String) async throws
  {
    bench.martlet.changeUser(userId: "A")
    await bench.martlet.settled()
    display.appChanged(isActive: false)
    try open("shop://a")
    switch what {
    case "sign-out":
      bench.martlet.logOut()
      bench.martlet.changeUser(userId: "A")
    case "wipe":
      bench.martlet.wipeData()
      bench.martlet.isEnabled = true
    default:
      bench.martlet.isEnabled = false
      bench.martlet.isEnabled = true
    }
    display.appChanged(isActive: true)
    #expect(system.heard.isEmpty)
  }

  @Test
  func
    `a page opens on the controller that the delegate leaves or chooses, and the next link waits until it is there`()
    async throws
  {
    let other = NSObject()
    let delegate = PageDelegate { page in
      page.animatesPresentation = false
      page.controller = other
    }
    bench.martlet.delegate = delegate
    try open("https://shop.example/a", useWebView: true)
    try open("shop://b")
    // The message that was tapped is still there.
    #expect(system.heard.isEmpty)
    await bench.settle(until: { !system.heard.isEmpty })
    #expect(
      system.heard == ["present https://shop.example/a false"] && system.presented?.controller === other)
    #expect(delegate.pages == ["https://shop.example/a inAppMessage"])
    system.finish(true)
    #expect(system.heard.last == "open shop://b")
  }

  @Test(arguments: ["no controller", "no presenter", "refused"])
  func `a page that cannot open inside the app goes to the system`(why: String) async throws {
    let delegate = PageDelegate { if why == "no presenter" { $0.controller = nil } }
    bench.martlet.delegate = delegate
    if why == "no controller" { system.controller = nil }
    system.refusesPages = why == "refused"
    system.needsController = true
    try open("https://shop.example/a", useWebView: true)
    await bench.settle(until: { !system.heard.isEmpty })
    #expect(system.heard == ["open https://shop.example/a"])
    #expect(delegate.pages.count == (why == "no controller" ? 0 : 1))
  }

  @Test
  func
    `if the system never says that a page is there, later links wait for five seconds, and its late word opens nothing twice`()
    async throws
  {
    try open("https://shop.example/a", useWebView: true)
    await bench.settle(until: { !system.heard.isEmpty })
    try open("shop://b")
    await bench.advance(by: .seconds(6))
    try open("shop://c")
    system.finish(true)
    #expect(system.heard.dropFirst() == ["open shop://b", "open shop://c"])
  }

  @Test(arguments: [true, false])
  func `a universal link of the app goes to the app, or to the system if the app does not take it`(
    isTaken: Bool
  ) throws {
    system.takesForwarded = isTaken
    let bench = Bench(transport: ScriptedServer()) {
      $0.forwardUniversalLinks = true
      $0.universalLinkHosts = ["shop.example"]
    }
    let display = Self.display(bench, system)
    var marked: [Bool] = []
    bench.delegate.edit = { marked.append($0.isUniversalLink) }
    for (url, inside) in [("https://shop.example/a", false), ("https://other.example/b", false)] {
      display.open(
        .init(url: try #require(URL(string: url)), useWebView: inside, extras: [:]), for: bench.martlet)
    }
    #expect(marked == [true, false])
    #expect(
      system.heard == ["forward https://shop.example/a"] + (isTaken ? [] : ["open https://shop.example/a"])
        + [
          "open https://other.example/b"
        ])
  }

  @Test func `what the delegate opens meanwhile follows, and what it refuses does not open`() throws {
    let martlet = bench.martlet
    let next = try #require(URL(string: "shop://next"))
    bench.delegate.edit = { [display] context in
      if context.url != next { display.open(.init(url: next, useWebView: false, extras: [:]), for: martlet) }
    }
    try open("shop://a")
    #expect(system.heard == ["open shop://a", "open shop://next"])
    bench.delegate.edit = { _ in }
    bench.delegate.opens = false
    try open("shop://b")
    #expect(system.heard.count == 2)
  }

  @Test
  func
    `the link of a message that is tapped right before the app leaves opens when the app is back, through the client`()
    async throws
  {
    var opened: [String] = []
    let bench = Bench(transport: ScriptedServer(campaigns: [.onEvent("hello")])) {
      $0.urlOpener = { opened.append($0.url.absoluteString) }
    }
    let url = try #require(URL(string: "shop://basket"))
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "hello")
    await bench.settle(until: { !bench.presenter.presented.isEmpty })
    bench.martlet.applicationDidEnterBackground()
    await bench.martlet.settled()
    bench.presenter.presented[0].context?.processClickAction(.url(url, useWebView: false))
    #expect(opened.isEmpty)
    bench.martlet.applicationDidBecomeActive()
    await bench.martlet.settled()
    #expect(opened == ["shop://basket"])
  }
}

/// What a system was told to open.
@MainActor
private final class ManualLinkSystem: LinkSystem {
  var isReady = true
  var decidesItself: Bool { false }
  var controller: AnyObject? = NSObject()
  var takesForwarded = true
  var refusesPages = false
  /// Whether a page without a controller is refused, as by UIKit.
  var needsController = false
  var heard: [String] = []
  var presented: Martlet.ModalContext?
  private var then: (@MainActor (Bool) -> Void)?

  func controller(for context: Martlet.URLContext) -> AnyObject? { controller }

  func present(_ page: Martlet.ModalContext, then: @escaping @MainActor (Bool) -> Void) {
    if refusesPages || needsController && page.controller == nil { return then(false) }
    heard.append("present \(page.url) \(page.animatesPresentation)")
    presented = page
    self.then = then
  }

  func finish(_ isPresented: Bool) { then?(isPresented) }

  func forward(_ context: Martlet.URLContext) -> Bool {
    heard.append("forward \(context.url)")
    return takesForwarded
  }

  func open(_ context: Martlet.URLContext, universalLinksOnly: Bool) {
    heard.append("open \(context.url)\(universalLinksOnly ? " as a universal link only" : "")")
  }
}

@MainActor
private final class PageDelegate: MartletDelegate {
  var pages: [String] = []
  private let change: (Martlet.ModalContext) -> Void

  init(_ change: @escaping (Martlet.ModalContext) -> Void) { self.change = change }

  func martlet(_ martlet: Martlet, willPresent page: Martlet.ModalContext) {
    pages.append("\(page.url) \(page.source)")
    change(page)
  }
}
