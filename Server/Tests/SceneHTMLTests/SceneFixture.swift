// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletUI
import Testing

/// The scenes that the presenter's own tests froze, and beside them the markup that this renderer makes of them.
struct SceneFixture: CustomTestStringConvertible, Sendable {
  var name: String

  /// Those that differ in what a renderer sees: upright in both schemes and directions, and on its side.
  static let all: [SceneFixture] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "scenes").path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { SceneFixture(name: String($0.dropLast(".json".count))) }.sorted {
      $0.name < $1.name
    }
  }()

  var testDescription: String { name }

  func scene() throws -> Scene {
    try JSONDecoder().decode(Scene.self, from: Data(contentsOf: Self.folder.appending(path: "scenes/\(name).json")))
  }

  /// nil when the file holds this text; written when `RECORD_GOLDEN=1`.
  func difference(_ text: String) throws -> String? {
    let file = Self.folder.appending(path: "scenes-html/\(name).html")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return nil
    }
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
      return "scenes-html/\(name).html does not exist; record it with RECORD_GOLDEN=1."
    }
    guard expected != text else { return nil }
    let pairs = zip(expected.split(separator: "\n"), text.split(separator: "\n"))
    let line = pairs.first { $0 != $1 }
    return "scenes-html/\(name).html differs: expected \(line?.0 ?? "the end"), actual \(line?.1 ?? "the end")"
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Tests/Fixtures")
}
