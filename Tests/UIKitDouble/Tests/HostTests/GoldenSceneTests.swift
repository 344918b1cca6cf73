// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import TestSupport
import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  /// Every reviewed scene on the real host.
  @MainActor
  @Suite("Reviewed scenes as views")
  struct GoldenSceneTests {
    /// All but those that only probe the layout: they break lines where no message does, and each
    /// system breaks them in its own way.
    nonisolated static let fixtures = LayoutFixture.all.filter { !$0.name.hasPrefix("probe-") }

    @Test(
      arguments: fixtures)
    func
      `each scene becomes a tree of views, in the boxes that a browser gives the same nodes, and is read as the HTML of the same scene`(
        fixture: LayoutFixture
      ) async throws
    {
      var shown: Set<String?> = []
      for drawing in try fixture.drawings() where drawing.picture != "lost" {
        let rig = try await show(fixture, picture: drawing.picture)
        expect(rig.boxes(), drawing, "\(drawing.picture ?? "no picture")")
        if drawing.picture == Self.recorded || drawing.picture == nil {
          try expectRecorded(rig, fixture.name)
        }
        shown.insert(drawing.picture)
        #expect(Drive.violations == [])
      }
      #expect(shown == [nil] || shown.contains(Self.recorded))
    }

    /// The picture of the recorded trees.
    private static let recorded = "wide"

    private func show(_ fixture: LayoutFixture, picture: String?) async throws -> HostRig {
      let insets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
      let direction = UITraitCollection(
        layoutDirection: fixture.scene.direction == .rightToLeft ? .rightToLeft : .leftToRight)
      let rig = HostRig(size: fixture.size, safeArea: insets, traits: direction)
      var scene = fixture.scene
      // The boxes of a scene in an area are those inside the area. Areas have tests of their own.
      scene.area = nil
      if let picture, let size = LayoutFixture.pictures[picture] {
        let file = try PictureFile.url(width: Int(size.width), height: Int(size.height))
        scene = scene.replacingImages { _ in file.absoluteString }
      }
      await rig.show(scene)
      #expect(rig.events == [.appeared])
      return rig
    }

    private func expectRecorded(_ rig: HostRig, _ name: String) throws {
      let window = try #require(rig.window)
      let order = Drive.voiceOverOrder(in: window)
      let text = Drive.dump(window) + "\nVoiceOver:\n" + Drive.describe(order)
      #expect(try Golden.difference(text, ofCase: name, in: "scenes-uikit", ending: "txt") == nil)
      #expect(
        order.compactMap { ($0 as? UIView)?.accessibilityLabel }
          == HTMLReading(try #require(LayoutFixture.html[name])).spoken)
    }

    private func expect(_ boxes: [String: [Double]], _ drawing: LayoutFixture.Drawing, _ comment: Comment) {
      #expect(Set(boxes.keys) == Set(drawing.boxes.keys), comment)
      for (id, expected) in drawing.boxes {
        // A label is as wide as whole points, a line of a browser as 64ths, and each of them may be
        // in its own box.
        let isEqual = zip(boxes[id] ?? [], expected).allSatisfy { abs($0 - $1) <= 1.01 }
        #expect(isEqual, "\(id), \(comment): browser \(expected), here \(boxes[id] ?? [])")
      }
    }
  }
}

/// What a screen reader reads of the HTML of a scene, found without MartletUI: names of elements,
/// and texts outside of them.
struct HTMLReading {
  private(set) var spoken: [String] = []

  init(_ html: String) {
    var hiddenDepth = 0
    var namedDepth = 0
    var open: [(isHidden: Bool, isNamed: Bool)] = []
    let body = html.components(separatedBy: "\n\n")[0]
    for match in body.matches(
      of: #/<(?<end>/?)(?<tag>[a-z0-9]+)(?<attributes>(?:[^>"]|"[^"]*")*)>(?<text>[^<]*)/#)
    {
      let attributes = String(match.output.attributes)
      let isVoid = match.output.tag == "img" || match.output.tag == "path"
      if match.output.end.isEmpty {
        let isHidden =
          attributes.contains(#"aria-hidden="true""#)
          || (match.output.tag == "img" && attributes.contains(#"alt="""#))
        let label = attributes.firstMatch(of: #/(?:aria-label|alt)="([^"]*)"/#).map {
          Self.plain(String($0.output.1))
        }
        let isScene = match.output.tag == "section"
        let isGroup = attributes.contains(#"role="group""#) || attributes.contains(#"role="radiogroup""#)
        let isNamed = label?.isEmpty == false && !isScene && !isGroup
        if isNamed, hiddenDepth == 0, namedDepth == 0, !isHidden, let label { spoken.append(label) }
        if !isVoid {
          open.append((isHidden, isNamed))
          hiddenDepth += isHidden ? 1 : 0
          namedDepth += isNamed ? 1 : 0
        }
      } else if let last = open.popLast() {
        hiddenDepth -= last.isHidden ? 1 : 0
        namedDepth -= last.isNamed ? 1 : 0
      }
      let text = Self.plain(String(match.output.text)).trimmingCharacters(in: .whitespacesAndNewlines)
      if !text.isEmpty, hiddenDepth == 0, namedDepth == 0 { spoken.append(text) }
    }
  }

  private static func plain(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
