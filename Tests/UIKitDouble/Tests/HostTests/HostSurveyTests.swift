// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletTesting
import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  @MainActor
  @Suite("A survey on UIKit")
  struct HostSurveyTests {
    private let rig = HostRig()

    private func show(_ name: String) async throws -> MessageScene {
      let scene = try HostRig.scene("reach-survey-\(name)_390x844_light")
      await rig.show(scene)
      return scene
    }

    private func field() throws -> FieldContent {
      try #require(rig.view("field-text")?.box.content as? FieldContent)
    }

    @Test func `a choice is a button that is selected or not, and a tap on its text chooses it`() async throws
    {
      _ = try await show("single")
      let traits = ["red", "blue"].map { rig.view("choice-single-\($0)")?.focusTarget.accessibilityTraits }
      #expect(traits == [.button, [.button, .selected]])
      Drive.tap(try #require(rig.view("choice-single-red-title")))
      #expect(rig.events == [.appeared, .pressed(nodeID: "choice-single-red")])
    }

    @Test func `a button that is disabled says so, and neither a tap nor VoiceOver presses it`() async throws
    {
      _ = try await show("text")
      let submit = try #require(rig.view("submit"))
      #expect(submit.focusTarget.accessibilityTraits == [.button, .notEnabled])
      Drive.tap(submit)
      Drive.activate(element: submit.focusTarget, in: rig.scene)
      #expect(rig.events == [.appeared])
    }

    @Test func `what a person types is reported as a whole, and a redraw in the meantime does not change it`()
      async throws
    {
      var scene = try await show("text")
      Drive.write("So", into: try field())
      // The presenter's scene is one letter behind.
      scene.root = scene.root.replacing("field-text") { node in
        if case .field(var field) = node.content {
          field.text = "S"
          node.content = .field(field)
        }
      }
      rig.host.update(scene)
      Drive.layout()
      #expect(try field().text == "So" && field().isFirstResponder)
      Drive.write("ft", into: try field())
      #expect(
        rig.events == [
          .appeared, .entered(nodeID: "field-text", text: "So"), .entered(nodeID: "field-text", text: "Soft"),
        ])
      #expect(Drive.violations == [])
    }

    @Test func `a field has the text of the scene while nobody edits it, and its name and hint are read`()
      async throws
    {
      var scene = try await show("text")
      scene.root = scene.root.replacing("field-text") { node in
        if case .field(var field) = node.content {
          field.text = "Soft"
          node.content = .field(field)
        }
      }
      rig.host.update(scene)
      #expect(try field().text == "Soft")
      #expect(
        try field().accessibilityLabel == "What else would you like to say?"
          && field().accessibilityHint == "In a few words")
    }

    @Test func `a text that is too long is cut while it is typed`() async throws {
      var scene = try await show("text")
      scene.root = scene.root.replacing("field-text") { node in
        if case .field(var field) = node.content {
          field.maximumLength = 3
          node.content = .field(field)
        }
      }
      rig.host.update(scene)
      Drive.write("Soft", into: try field())
      #expect(try field().text == "Sof" && rig.events.last == .entered(nodeID: "field-text", text: "Sof"))
    }

    @Test
    func
      `the focus of VoiceOver moves to the question of the next step, and stays where it is while the step is the same`()
      async throws
    {
      let first = try await show("single")
      #expect(Drive.focus === rig.view("title")?.focusTarget)
      var answered = first
      answered.root = answered.root.replacing("choice-single-red") {
        $0.accessibility.state?.isSelected = true
      }
      let count = Drive.posts.count
      rig.host.update(answered)
      #expect(Drive.posts.count == count)
      rig.host.update(try HostRig.scene("reach-survey-multiple_390x844_light"))
      Drive.layout()
      #expect(Drive.focus === rig.view("question-multiple")?.focusTarget)
    }
  }
}

extension SceneNode {
  /// The same with one node changed.
  fileprivate func replacing(_ id: String, _ change: (inout SceneNode) -> Void) -> SceneNode {
    var node = self
    if node.id == id { change(&node) }
    switch node.content {
    case .stack(var stack):
      stack.children = stack.children.map { $0.replacing(id, change) }
      node.content = .stack(stack)
    case .overlay(let children): node.content = .overlay(children.map { $0.replacing(id, change) })
    case .scroll(let child): node.content = .scroll(child.replacing(id, change))
    case .text, .image, .icon, .symbol, .web, .field, .spinner, .space: break
    }
    return node
  }
}
