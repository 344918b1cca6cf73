// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletUI
import TestSupport
import Testing

@Suite("The layout of a scene is that of its HTML in a browser")
struct BrowserLayoutTests {
  /// In points. The browser rounds to 64ths, and each box adds one of them.
  private static let tolerance = 0.6

  /// Messages of kinds whose other scenes all have buttons.
  private static let others = [SceneCase.Content.full, .fullWordless, .fullImage, .imageModal].flatMap {
    content in
    [
      SceneCase(content: content, window: .phone),
      SceneCase(content: content, window: .phoneLandscape, scheme: .dark, direction: .rightToLeft),
      SceneCase(
        content: content, window: .phoneLandscape, scheme: .dark, textScale: 3.2, direction: .rightToLeft),
    ]
  }

  @Test
  @MainActor
  func `the scenes that probe the layout are as reviewed`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let messages = try Self.others.map { (name: $0.name, scene: try #require($0.scene)) }
    let lines = try (LayoutProbes.all + messages).map { name, scene in
      "{\"case\":\"\(name)\",\"scene\":\(String(decoding: try encoder.encode(scene), as: UTF8.self))}\n"
    }
    #expect(try Golden.difference(lines.joined(), from: "scene-matrix/layout.jsonl") == nil)
  }

  @Test func `all scenes that are frozen as HTML have recorded boxes, and the other way round`() {
    let names = LayoutFixture.all.map(\.name)
    #expect(names.count >= 66)
    #expect(names == LayoutFixture.html.keys.sorted())
    #expect(names == LayoutFixture.names(in: "scenes-layout"))
  }

  @Test(arguments: LayoutFixture.all)
  func `each node has the box that Chromium gives it`(of fixture: LayoutFixture) throws {
    for drawing in try fixture.drawings() {
      let layout = fixture.layout(drawing.measure)
      for node in fixture.scene.root.allNodes {
        let place = "\(node.id), picture: \(drawing.picture ?? "none")"
        guard let expected = drawing.boxes[node.id] else {
          #expect(layout[node.id] == nil, "\(place)")
          continue
        }
        let frame = try #require(layout[node.id]?.windowFrame, "\(place)")
        let actual = [frame.x, frame.y, frame.width, frame.height]
        let isEqual = zip(actual, expected).allSatisfy { abs($0 - $1) <= Self.tolerance }
        #expect(isEqual, "\(place): Chromium \(expected), here \(actual)")
      }
    }
  }

  @Test(arguments: LayoutFixture.all)
  func `what scrolls has content of the same height, and leaves swipes to the card or takes them`(
    of fixture: LayoutFixture
  ) throws {
    for drawing in try fixture.drawings() {
      let layout = fixture.layout(drawing.measure)
      for (id, heights) in drawing.contents {
        let box = try #require(layout[id])
        let content = try #require(box.scrolledSize)
        // The browser gives whole numbers here.
        #expect(
          abs((content.height - box.frame.height) - (heights[1] - heights[0])) <= 1,
          "\(id), picture: \(drawing.picture ?? "none")")
      }
      if fixture.scene.swipe != nil { #expect(layout.isScrolling != drawing.isDragged) }
    }
  }
}
