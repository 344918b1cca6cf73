// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletUI
import MartletWire
import SceneHTML
import Testing

@testable import Console

@MainActor
struct MessagePreviewTests {
  @Test("Both drawn kinds are drawn by the views of devices, on every device, held either way", arguments: PreviewChoice.Device.allCases)
  func drawn(_ device: PreviewChoice.Device) throws {
    for kind in [Wire.Message.Kind.slideup, .modal] {
      for isLandscape in [false, true] {
        var choice = PreviewChoice()
        choice.device = device
        choice.isLandscape = isLandscape
        let preview = MessagePreview.make(Wire.Message(kind: .known(kind), message: "Hello <you>"), choice: choice)
        let scene = try #require(preview.scene)
        #expect(scene.html.contains("Hello &lt;you&gt;"))
        #expect(scene.html.contains("data-kind=\"\(kind.rawValue)\""))
        #expect(!scene.html.contains("style="))
        #expect(preview.notice == nil)
      }
    }
  }

  @Test("Scheme, text size and direction change what is drawn")
  func switches() throws {
    let message = Wire.Message(kind: .known(.modal), message: "Hello")
    let standard = try #require(MessagePreview.make(message, choice: PreviewChoice()).scene)
    for (name, value) in [("scheme", "dark"), ("text_size", "largest"), ("direction", "rtl"), ("device", "small")] {
      let choice = PreviewChoice(FormFields([.init(name: "preview.\(name)", value: value)]))
      #expect(MessagePreview.make(message, choice: choice).scene != standard, "\(name)")
    }
  }

  @Test(
    "What cannot be drawn yet says what is missing",
    arguments: [
      (Wire.Message(kind: .known(.modal)), "Write a text"), (Wire.Message(kind: .known(.slideup), header: "Only a header"), "Write a text"),
      (Wire.Message(kind: .known(.modal), message: "  "), "Write a text"),
      (Wire.Message(kind: .known(.control), message: "m"), "shows nothing"),
      (Wire.Message(kind: .known(.html), message: "<p>"), "cannot be drawn"),
      (Wire.Message(kind: .unknown("x"), message: "m"), "cannot be drawn"),
    ])
  func missing(_ message: Wire.Message, _ words: String) {
    let preview = MessagePreview.make(message, choice: PreviewChoice())
    #expect(preview.scene == nil)
    #expect(preview.notice?.contains(words) == true)
  }

  @Test("An address that is half written does not hide the message")
  func halfWritten() {
    let action = Wire.ClickAction(type: .known(.url))
    let message = Wire.Message(
      kind: .known(.modal), message: "m", buttons: [Wire.Button(id: 0, text: "Go", clickAction: action)], clickAction: action)
    #expect(MessagePreview.make(message, choice: PreviewChoice()).scene != nil)
  }

  @Test("Where devices would not show it, the preview says so")
  func orientation() {
    let message = Wire.Message(kind: .known(.modal), message: "m", orientation: .known(.landscape))
    #expect(MessagePreview.make(message, choice: PreviewChoice()).notice?.contains("held sideways only") == true)
  }

  @Test("Switches that are not on offer count as the default")
  func unknownSwitches() {
    let names = ["device", "orientation", "scheme", "text_size", "direction"]
    let fields = FormFields(names.map { .init(name: "preview.\($0)", value: "<script>") })
    #expect(PreviewChoice(fields) == PreviewChoice())
  }
}
