// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Compares what code makes with a file that is kept under `Tests/Fixtures`.
///
/// ```swift
/// #expect(try Golden.difference(json, from: "wire/sync-response.json") == nil)
/// ```
/// With the environment variable `RECORD_GOLDEN=1` the file is written instead; look at the
/// difference before you commit it.
public enum Golden {
  /// `Tests/Fixtures` of this repository.
  public static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  /// nil when `actual` is what the file holds, or when it was recorded; otherwise the first line
  /// that differs.
  public static func difference(_ actual: String, from path: String) throws -> String? {
    let file = fixtures.appending(path: path)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(actual.utf8).write(to: file)
      return nil
    }
    guard FileManager.default.fileExists(atPath: file.path) else {
      return "Tests/Fixtures/\(path) does not exist; record it with RECORD_GOLDEN=1."
    }
    let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    guard actual != expected else { return nil }
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let actualLines = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(expectedLines, actualLines).prefix { $0 == $1 }.count
    return """
      Tests/Fixtures/\(path) line \(line + 1) differs.
      expected: \(line < expectedLines.count ? part(of: expectedLines[line], from: line < actualLines.count ? actualLines[line] : "") : "the end")
      actual:   \(line < actualLines.count ? part(of: actualLines[line], from: line < expectedLines.count ? expectedLines[line] : "") : "the end")
      Recorded with RECORD_GOLDEN=1, git diff --word-diff-regex='[^,<>]+' shows all of both.
      """
  }

  /// A line, or around where it begins to differ from another one if it is long.
  private static func part(of line: Substring, from other: Substring) -> String {
    guard line.count > 300 else { return String(line) }
    let same = zip(line, other).prefix { $0 == $1 }.count
    return (same > 100 ? "…" : "") + line.dropFirst(max(0, same - 100)).prefix(300)
  }

  /// The bytes of a file under `Tests/Fixtures`.
  public static func data(_ path: String) throws -> Data {
    try Data(contentsOf: fixtures.appending(path: path))
  }
}
