// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletUI
import TestSupport
import Testing

/// A reviewed scene, and the boxes that Chromium gives its nodes. `Tests/Browser/test_layout.py`
/// records them, and checks that they are still true.
///
/// For a new scene, record three times: the scene with the tests here, its HTML with the server's
/// `SceneHTMLTests`, and the boxes with `scripts/test-browser layout`.
struct LayoutFixture: CustomTestStringConvertible, Sendable {
  /// One drawing of the scene: with a picture of a certain size, or with one that is lost, or
  /// without any.
  struct Drawing: Decodable, Sendable {
    /// The key of the picture's size. nil if the scene has no picture.
    var picture: String?
    /// x, y, width and height of each node in the window, by its id.
    var boxes: [String: [Double]]
    /// The visible height and the height of the content, without borders, of each node that
    /// scrolls.
    var contents: [String: [Double]]
    /// Whether a finger anywhere on the card swipes it away.
    var isDragged: Bool

    var measure: MonospaceMeasure {
      MonospaceMeasure(
        pictures: picture.flatMap { LayoutFixture.pictures[$0] }.map { [LayoutFixture.address: $0] } ?? [:])
    }
  }

  var name: String
  var scene: MessageScene

  var testDescription: String { name }

  /// The window that the scene was made for, from its name.
  var size: SceneSize {
    let part = name.split(separator: "_").first { $0.wholeMatch(of: /[0-9]+x[0-9]+/) != nil } ?? ""
    let numbers = part.split(separator: "x").compactMap { Double($0) }
    return numbers.count == 2 ? SceneSize(width: numbers[0], height: numbers[1]) : .zero
  }

  func drawings() throws -> [Drawing] {
    try Self.lines(of: "scenes-layout/\(name).jsonl").map { try JSONDecoder().decode(Drawing.self, from: $0) }
  }

  func layout(_ measure: MonospaceMeasure) -> SceneLayout { SceneLayout(scene, size: size, measure: measure) }

  static let address = "https://assets.example/autumn.png"
  /// The sizes of the picture, as in `Tests/Browser/layout.py`.
  static let pictures = [
    "wide": SceneSize(width: 1_200, height: 800), "tall": SceneSize(width: 600, height: 1_500),
    "small": SceneSize(width: 60, height: 48),
  ]

  /// All scenes that are frozen as HTML too.
  static let all: [LayoutFixture] = {
    var scenes: [String: MessageScene] = [:]
    for name in names(in: "scenes") {
      scenes[name] = (try? Golden.data("scenes/\(name).json")).flatMap {
        try? JSONDecoder().decode(MessageScene.self, from: $0)
      }
    }
    for name in names(in: "scene-matrix") {
      for line in (try? lines(of: "scene-matrix/\(name).jsonl")) ?? [] {
        if let line = try? JSONDecoder().decode(Line.self, from: line) { scenes[line.case] = line.scene }
      }
    }
    return html.keys.sorted().compactMap { name in scenes[name].map { LayoutFixture(name: name, scene: $0) } }
  }()

  /// The HTML of each scene, by its name: a file of its own, or a line of one for all others.
  static let html: [String: String] = {
    var texts: [String: String] = [:]
    for line in (try? lines(of: "scenes-html/matrix.jsonl")) ?? [] {
      if let line = try? JSONDecoder().decode(Markup.self, from: line) { texts[line.case] = line.html }
    }
    for name in names(in: "scenes-html") where name != "matrix" {
      texts[name] = (try? Golden.data("scenes-html/\(name).html")).map { String(decoding: $0, as: UTF8.self) }
    }
    return texts
  }()

  private struct Markup: Decodable {
    var `case`: String
    var html: String
  }

  private struct Line: Decodable {
    var `case`: String
    var scene: MessageScene
  }

  /// The names of the files in a folder, without their endings.
  static func names(in folder: String) -> [String] {
    let files =
      (try? FileManager.default.contentsOfDirectory(atPath: Golden.fixtures.appending(path: folder).path))
      ?? []
    return files.compactMap { file in file.lastIndex(of: ".").map { String(file[..<$0]) } }.sorted()
  }

  private static func lines(of path: String) throws -> [Data] {
    try Golden.data(path).split(separator: UInt8(ascii: "\n")).map { Data($0) }
  }
}
