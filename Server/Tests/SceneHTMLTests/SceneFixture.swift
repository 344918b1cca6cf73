// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletUI
import Testing

/// The scenes that the presenter's own tests froze, and beside them the markup that this renderer
/// makes of them.
struct SceneFixture: CustomTestStringConvertible, Sendable {
  var name: String
  /// The scene itself, for one that shares a file with others; nil: it has a file of its own.
  private var json: String?

  /// Those that differ in what a renderer sees: upright in both schemes and directions, on its
  /// side, and with large text.
  static let all: [SceneFixture] = {
    let own = names(in: "scenes", ending: ".json").map { SceneFixture(name: $0) } + lines(of: "surroundings")
    let shown = [
      "390x844_light", "844x390_dark_rtl", "1180x820_light", "390x844_light_text-3.2",
      "844x390_dark_text-3.2_rtl",
    ]
    let ownNames = Set(own.map(\.name))
    return own
      + matrix.filter { fixture in
        !ownNames.contains(fixture.name) && shown.contains { fixture.name.hasSuffix("_\($0)") }
      }
  }()

  /// Each kind in all surroundings.
  static let matrix: [SceneFixture] = names(in: "scene-matrix", ending: ".jsonl").filter {
    $0 != "surroundings"
  }.flatMap(lines)

  private static func lines(of name: String) -> [SceneFixture] {
    let text =
      (try? String(contentsOf: folder.appending(path: "scene-matrix/\(name).jsonl"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      (try? JSONDecoder().decode(Line.self, from: Data(line.utf8))).map {
        SceneFixture(name: $0.case, json: String(line))
      }
    }
  }

  /// Whether its markup has a file of its own, for people: `pictures.txt` names those. All others
  /// are lines of one file.
  var isPicture: Bool { Self.pictures.contains(name) }

  private static let pictures: Set<String> = {
    let text = (try? String(contentsOf: folder.appending(path: "pictures.txt"), encoding: .utf8)) ?? ""
    return Set(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: " ").first.map(String.init)
      })
  }()

  private struct Line: Decodable {
    var `case`: String
    var scene: MessageScene
  }

  private init(name: String, json: String? = nil) {
    self.name = name
    self.json = json
  }

  private static func names(in path: String, ending: String) -> [String] {
    let files =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)) ?? []
    return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }

  var testDescription: String { name }

  func scene() throws -> MessageScene {
    if let json { return try JSONDecoder().decode(Line.self, from: Data(json.utf8)).scene }
    return try JSONDecoder().decode(
      MessageScene.self, from: Data(contentsOf: Self.folder.appending(path: "scenes/\(name).json")))
  }

  /// nil when the file holds this text; written when `RECORD_GOLDEN=1`.
  func difference(_ text: String) throws -> String? {
    let file = Self.folder.appending(path: "scenes-html/\(name).html")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return nil
    }
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
      return "scenes-html/\(name).html does not exist; record it with RECORD_GOLDEN=1."
    }
    guard expected != text else { return nil }
    let pairs = zip(expected.split(separator: "\n"), text.split(separator: "\n"))
    let line = pairs.first { $0 != $1 }
    return
      "scenes-html/\(name).html differs: expected \(line?.0 ?? "the end"), actual \(line?.1 ?? "the end")"
  }

  private struct Markup: Codable {
    var `case`: String
    var html: String
  }

  /// The same for the markup of all that are no pictures, by their names.
  static func differences(_ texts: [String: String]) throws -> [String] {
    let file = folder.appending(path: "scenes-html/matrix.jsonl")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let lines = try texts.sorted { $0.key < $1.key }.map {
        try encoder.encode(Markup(case: $0.key, html: $0.value)) + Data("\n".utf8)
      }
      try Data(lines.joined()).write(to: file)
      return []
    }
    let recorded = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Markup.self, from: $0)
    }
    let expected = Dictionary(recorded.map { ($0.case, $0.html) }) { first, _ in first }
    return Set(texts.keys).union(expected.keys).sorted().compactMap { name in
      guard texts[name] != expected[name] else { return nil }
      let (old, new) = (
        (expected[name] ?? "").split(separator: "\n"), (texts[name] ?? "").split(separator: "\n")
      )
      let line = zip(old, new).first { $0 != $1 }
      return
        "scenes-html/matrix.jsonl, \(name): expected \(line?.0 ?? "the end"), actual \(line?.1 ?? "the end")"
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Tests/Fixtures")
}
