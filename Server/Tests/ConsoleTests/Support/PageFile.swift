// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Pages

/// Compares a page with the one kept in `Server/Tests/Fixtures/pages`. With `RECORD_GOLDEN=1` it is
/// written instead.
///
/// With `MARTLET_PAGES=FOLDER` pages and assets are also written there, to look at in a browser:
/// `python3 -m http.server -d FOLDER`.
enum PageFile {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/pages")

  static func difference(_ html: String, from name: String, site: Site) throws -> String? {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["MARTLET_PAGES"] { try write(html, name, site, to: URL(filePath: folder)) }
    // The parts of addresses that change with the content of assets are left out.
    let stable = html.replacing(/-[0-9a-f]{16}\./, with: "-HASH.")
    let file = fixtures.appending(path: name + ".html")
    if environment["RECORD_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: fixtures, withIntermediateDirectories: true)
      try Data(stable.utf8).write(to: file)
      return nil
    }
    guard let kept = try? String(contentsOf: file, encoding: .utf8) else {
      return "\(file.path) is missing; record it with RECORD_GOLDEN=1"
    }
    guard kept != stable else { return nil }
    let (keptLines, lines) = (kept.split(separator: "\n"), stable.split(separator: "\n"))
    let line = zip(keptLines, lines).prefix { $0 == $1 }.count
    return
      "line \(line + 1)\nkept: \(line < keptLines.count ? keptLines[line] : "the end")\nnow:  \(line < lines.count ? lines[line] : "the end")"
  }

  private static func write(_ html: String, _ name: String, _ site: Site, to folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "assets"), withIntermediateDirectories: true)
    try Data(html.utf8).write(to: folder.appending(path: name + ".html"))
    for asset in site.assets.assets {
      try Data(asset.text.utf8).write(to: folder.appending(path: String(asset.path.dropFirst())))
    }
  }
}
