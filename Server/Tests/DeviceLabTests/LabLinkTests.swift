// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletWire
import SceneHTML
import Testing

@testable import DeviceLab

/// Shared addresses: what they hold, and what is refused.
@Suite struct LabLinkTests {
  @Test func `a new device's address says nothing but its version`() {
    #expect(LabLink().address == "/lab?v=1")
  }

  @Test func `an address holds what is other than on a new device, readable for people`() throws {
    var link = LabLink(minimumInterval: 0, shown: .sample(.fullImage))
    try link.state.set(.model, to: "tablet")
    try link.state.set(.held, to: "landscape")
    try link.state.set(.text, to: "200")
    try link.state.set(.language, to: "ar")
    try link.state.set(.vetoClicks, to: "on")
    #expect(
      link.address
        == "/lab?v=1&model=tablet&held=landscape&text=200&language=ar&veto_clicks=on&quiet=0&show=sample%3Afull_image"
    )
  }

  @Test
  func
    `an address holds the arm that a phone takes of a campaign, and not that of a draft, which no link has`()
  {
    var state = LabState()
    state.arm = LabArm(campaignID: "c-1", name: "control")
    #expect(LabLink(state: state).address == "/lab?v=1&arm=c-1%3Acontrol")
    state.arm = LabArm(campaignID: LabDraft.id, name: "b")
    #expect(LabLink(state: state).address == "/lab?v=1")
  }

  @Test(arguments: UInt64(1)...300)
  func `what an address is made of comes back from it`(seed: UInt64) throws {
    let link = try Self.random(seed)
    let address = link.address
    #expect(address.hasPrefix("/lab?"))
    #expect(address.utf8.count <= LabLink.maximumLength)
    #expect(try LabLink(query: String(address.dropFirst("/lab?".count))) == link)
  }

  @Test(arguments: UInt64(301)...330)
  func `a device made from a link has it as its own link`(seed: UInt64) throws {
    let link = try Self.random(seed)
    let order = DeviceOrder(link)
    #expect(order.state == link.state && order.minimumInterval == link.minimumInterval)
    switch order.opening {
    case .message(.draft): Issue.record("No device says that it is a draft's.")
    case .message(let message): #expect(message == link.shown)
    case .app: #expect(link.shown == nil && link.isOpen)
    case nil: #expect(!link.isOpen)
    }
  }

  @Test(
    arguments: [
      ("", "v"), ("model=tablet", "v"), ("v=2", "v"), ("v=1&v=1", "v"), ("v=1&model=watch", "model"),
      ("v=1&text=79", "text"),
      ("v=1&text=1e2", "text"), ("v=1&text=+100", "text"), ("v=1&scheme=dark&scheme=light", "scheme"),
      ("v=1&user=ana", "user"),
      ("v=1&quiet=3601", "quiet"), ("v=1&quiet=-1", "quiet"), ("v=1&show=full", "show"),
      ("v=1&show=sample:dance", "show"),
      ("v=1&show=campaign:", "show"), ("v=1&arm=b", "arm"), ("v=1&arm=:b", "arm"),
      ("v=1&arm=c-1:", "arm"), ("v=1&arm=c-1:B", "arm"), ("v=1&app=closed", "app"), ("v=1&%zz=1", "link"),
      ("v=1&a=" + String(repeating: "b", count: 1_000), "link"),
    ])
  func `a bad link is refused with the name of what is wrong`(_ query: String, _ field: String) {
    let problem = #expect(throws: Wire.Problem.self) { try LabLink(query: query) }
    #expect(problem?.status == 422)
    #expect(problem?.code == "link_invalid")
    #expect(problem?.field == field)
    #expect(problem?.remedy?.isEmpty == false)
  }

  @Test func `all that is wrong with a link is said at once`() {
    let problem = #expect(throws: Wire.Problem.self) {
      try LabLink(query: "v=1&scheme=pink&model=watch&keyboard=up")
    }
    #expect(Set(problem?.errors.map(\.field) ?? []) == ["scheme", "model", "keyboard"])
  }

  @Test func `the order of parameters does not matter: a direction counts although its language follows`()
    throws
  {
    let link = try LabLink(query: "direction=ltr&show=sample:modal&language=he&v=1")
    #expect(link.state.device.direction == .leftToRight)
    #expect(link.state.device.language == .hebrew)
  }

  @Test func `a link is a device's order, alone`() throws {
    let order = try DeviceOrder(json: ["link": "v=1&scheme=dark&app=open"])
    #expect(order.state.device.scheme == .dark)
    #expect(order.opening == .app)
    #expect(throws: Wire.Problem.self) { try DeviceOrder(json: ["link": "scheme=dark"]) }
  }

  private static func random(_ seed: UInt64) throws -> LabLink {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func pick<Element>(_ elements: [Element]) -> Element {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return elements[Int((state >> 33) % UInt64(elements.count))]
    }
    let words: [LabSetting: [String]] = [
      .model: ["small_phone", "large_phone", "tablet"], .held: ["portrait", "landscape"],
      .orientations: ["both", "portrait", "landscape"], .scheme: ["light", "dark"],
      .text: ["80", "100", "310"],
      .language: ["en", "ar", "de", "he", "zh"], .direction: ["ltr", "rtl"],
      .choice: ["now", "reenqueue", "discard"],
      .drain: ["after_dismissal", "when_eligible", "manual"], .preferred: ["none", "portrait", "landscape"],
      .statusBar: ["auto", "hidden", "visible"], .window: ["active", "first", "second"],
      .permission: ["allowed", "not_asked", "denied"], .arm: ["none", "c-1:b", "a b&c=ü/7::control"],
    ]
    var labState = LabState()
    for setting in LabSetting.allCases {
      try labState.set(setting, to: pick(words[setting] ?? ["on", "off"]))
    }
    let shown: ShownMessage? = pick([nil, .sample(pick(SampleMessage.allCases)), .campaign("a b&c=ü/7")])
    return LabLink(
      state: labState, minimumInterval: pick([0, 30, 3_600]), shown: shown, isOpen: pick([true, false]))
  }
}
