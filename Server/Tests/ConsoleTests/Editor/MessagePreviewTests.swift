// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletUI
import MartletWire
import SceneHTML
import Testing

@testable import Console

@MainActor
struct MessagePreviewTests {
  @Test(arguments: PreviewDevice.allCases)
  func `every kind is drawn by the views of devices, on every device, held either way`(
    _ device: PreviewDevice
  ) throws {
    for kind in [Wire.Message.Kind.slideup, .modal, .modalImage, .full, .fullImage] {
      for isLandscape in [false, true] {
        var choice = PreviewChoice()
        choice.device = device
        choice.isLandscape = isLandscape
        let message = Wire.Message(
          kind: .known(kind), message: "Hello <you>", imageURL: "https://example.com/a.png",
          imageAlt: "A <ship>")
        let preview = MessagePreview.make(message, choice: choice)
        let scene = try #require(preview.scene)
        #expect(scene.html.contains("Hello &lt;you&gt;") == message.uses(.text))
        #expect(scene.html.contains("A &lt;ship&gt;"))
        // On a page it is a picture of a dialog, not one.
        #expect(!scene.html.contains("role=\"dialog\"") && !scene.html.contains("aria-modal"))
        #expect(scene.html.contains("data-kind=\"\(kind.rawValue)\""))
        #expect(!scene.html.contains("style="))
        #expect(preview.notice == nil)
      }
    }
  }

  @Test func `scheme, text size and direction change what is drawn`() throws {
    let message = Wire.Message(kind: .known(.modal), message: "Hello", imageURL: "https://example.com/a.png")
    let standard = try #require(MessagePreview.make(message, choice: PreviewChoice()).scene)
    for (name, value) in [
      ("scheme", "dark"), ("text_size", "largest"), ("direction", "rtl"), ("device", "small"),
      ("keyboard", "on"), ("reduce_motion", "on"),
      ("increase_contrast", "on"), ("reduce_transparency", "on"),
      ("language", "de"),
    ] {
      let choice = PreviewChoice(FormFields([.init(name: "preview.\(name)", value: value)]))
      #expect(MessagePreview.make(message, choice: choice).scene != standard, "\(name)")
    }
  }

  @Test(
    arguments: [
      (Wire.Message(kind: .known(.modal)), "Add text to see a preview"),
      (Wire.Message(kind: .known(.slideup), header: "Only a header"), "Add text to see a preview"),
      (Wire.Message(kind: .known(.modal), message: "  "), "Add text to see a preview"),
      (Wire.Message(kind: .known(.full), header: "h", message: "m"), "Add an image URL"),
      (Wire.Message(kind: .known(.fullImage)), "Add an image URL"),
      (Wire.Message(kind: .known(.html), header: "h"), "Add HTML"),
      (Wire.Message(kind: .known(.control), message: "m"), "shows nothing"),
      (Wire.Message(kind: .unknown("x"), message: "m"), "no preview for this message type"),
    ])
  func `what cannot be drawn yet says what is missing`(_ message: Wire.Message, _ words: String) {
    let preview = MessagePreview.make(message, choice: PreviewChoice())
    #expect(preview.scene == nil)
    #expect(preview.notice?.contains(words) == true)
  }

  @Test func `an address that is half written does not hide the message`() {
    let action = Wire.ClickAction(type: .known(.url))
    let message = Wire.Message(
      kind: .known(.modal), message: "m", buttons: [Wire.Button(id: 0, text: "Go", clickAction: action)],
      clickAction: action)
    #expect(MessagePreview.make(message, choice: PreviewChoice()).scene != nil)
  }

  @Test func `a page is shown in a frame under an address of its own, and has no taps to tell of`() throws {
    var asked: [String] = []
    let message = Wire.Message(
      kind: .known(.html), message: "<p>Hello</p>",
      clickAction: Wire.ClickAction(type: .known(.url), url: "shop://x"))
    let preview = MessagePreview.make(message, choice: PreviewChoice()) { web in
      asked.append(web.page)
      return "/pages/secret/"
    }
    #expect(asked == ["<p>Hello</p>"])
    let html = try #require(preview.scene?.html)
    #expect(html.contains("src=\"/pages/secret/\"") && html.contains("sandbox=\"allow-scripts\""))
    #expect(!html.contains("Hello"))
    #expect(preview.taps == [:])
  }

  @Test func `a tap says what it would do, also where no address is written yet`() {
    func url(_ text: String?, inApp: Bool = false) -> Wire.ClickAction {
      Wire.ClickAction(type: .known(.url), url: text, useWebView: inApp)
    }
    var message = Wire.Message(
      kind: .known(.modal), message: "m",
      buttons: [
        Wire.Button(id: 0, text: "Go", clickAction: url("https://a.example")), Wire.Button(id: 1, text: "No"),
      ],
      clickAction: url("shop://x"))
    #expect(
      MessagePreview.make(message, choice: PreviewChoice()).taps == [
        "close": "A tap here closes the message.",
        "body": "A tap here closes the message and opens shop://x.",
        "button-0": "A tap on “Go” closes the message and opens https://a.example in the browser.",
        "button-1": "A tap on “No” closes the message.",
      ])
    message.clickAction = url("https://a.example", inApp: true)
    #expect(
      MessagePreview.make(message, choice: PreviewChoice()).taps["body"]
        == "A tap here closes the message and opens https://a.example inside the app.")
    message.clickAction = url(nil)
    #expect(
      MessagePreview.make(message, choice: PreviewChoice()).taps["body"] == "A tap here closes the message.")
  }

  @Test func `what may be cut off is measured on a small phone, at the usual and at the largest text size`() {
    let message = Wire.Message(kind: .known(.slideup), message: "m")
    let probes = MessagePreview.probes(message)
    #expect(probes.map(\.textSize) == [.standard, .largest])
    #expect(probes.allSatisfy { $0.width == 375 && $0.height == 667 })
    #expect(probes[0].scene != probes[1].scene)
    #expect(probes.allSatisfy { !$0.isPage })
    #expect(MessagePreview.probes(Wire.Message(kind: .known(.control), message: "m")) == [])
    #expect(MessagePreview.probes(Wire.Message(kind: .known(.full), message: "m")) == [])
  }

  @Test
  func `a page is asked to measure itself in the same surroundings, at the address under which it is shown`()
    throws
  {
    let message = Wire.Message(kind: .known(.html), message: "<p>Hello</p>")
    let shown = MessagePreview.make(message, choice: PreviewChoice()) { _ in "/pages/secret/" }
    #expect(shown.page == "/pages/secret/")
    let probes = MessagePreview.probes(message, page: shown.page)
    #expect(probes.map(\.textSize) == [.standard, .largest])
    #expect(probes.allSatisfy { $0.isPage && $0.scene.html.contains("src=\"/pages/secret/\"") })
    #expect(probes[1].scene.html.contains("&quot;textScale&quot;:2.35"))
    #expect(MessagePreview.probes(Wire.Message(kind: .known(.html), message: " "), page: nil) == [])
  }

  @Test func `the lab gets the same device, and says only what is other than usual there`() {
    var choice = PreviewChoice()
    choice.device = .small
    #expect(choice.labAddress(draft: "word") == "/lab?v=1&quiet=0&show=draft%3Aword")
    let fields = [
      ("device", "tablet"), ("orientation", "landscape"), ("scheme", "dark"), ("text_size", "largest"),
      ("language", "ar"),
      ("direction", "rtl"),
      ("keyboard", "on"), ("reduce_motion", "on"),
    ]
    choice = PreviewChoice(FormFields(fields.map { .init(name: "preview." + $0.0, value: $0.1) }))
    #expect(
      choice.labAddress(draft: "w")
        == "/lab?v=1&model=tablet&held=landscape&scheme=dark&text=235&language=ar&reduce_motion=on&keyboard=on&quiet=0&show=draft%3Aw"
    )
    choice.direction = .leftToRight
    #expect(choice.labAddress(draft: "w").contains("&direction=ltr"))
  }

  @Test func `where devices would not show it, the preview says so`() {
    let message = Wire.Message(kind: .known(.modal), message: "m", orientation: .known(.landscape))
    #expect(MessagePreview.make(message, choice: PreviewChoice()).notice?.contains("landscape only") == true)
  }

  @Test func `switches that are not on offer count as the default`() {
    let names = [
      "device", "orientation", "scheme", "text_size", "direction", "language", "keyboard", "reduce_motion",
      "reduce_transparency",
      "increase_contrast",
    ]
    let fields = FormFields(names.map { .init(name: "preview.\($0)", value: "<script>") })
    #expect(PreviewChoice(fields) == PreviewChoice())
  }
}
