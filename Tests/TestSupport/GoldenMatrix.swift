// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A matrix has one text for each scene in each of its surroundings: hundreds, which nobody can
/// read. So a few are kept whole, in files of their own, for people: `Tests/Fixtures/pictures.txt`
/// names them. Of every other text there is one line, so that a change is seen too.
extension Golden {
  /// The cases that are kept whole.
  public static let pictures: Set<String> = {
    let text = (try? String(decoding: data("pictures.txt"), as: UTF8.self)) ?? ""
    return Set(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        $0.split(separator: " ").first.map(String.init)
      })
  }()

  /// nil when the case has this text: a picture as a file `FOLDER/CASE.ENDING`, any other as its
  /// hash in a line of `FOLDER/matrix.txt`.
  ///
  /// With the environment variable `GOLDEN_TEXTS`, each text is also written to a file in the
  /// folder that it names. Two such folders, of the code before a change and after it, show what a
  /// hash cannot.
  public static func difference(_ text: String, ofCase name: String, in folder: String, ending: String) throws
    -> String?
  {
    if let path = ProcessInfo.processInfo.environment["GOLDEN_TEXTS"] {
      let texts = URL(filePath: path).appending(path: folder)
      try FileManager.default.createDirectory(at: texts, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: texts.appending(path: "\(name).\(ending)"))
    }
    if pictures.contains(name) { return try difference(text, from: "\(folder)/\(name).\(ending)") }
    return try table.withLock { try lineDifference(hash(text), ofCase: name, in: "\(folder)/matrix.txt") }
  }

  /// The names of the cases in a table of hashes.
  public static func cases(in folder: String) throws -> [String] {
    try lines(of: "\(folder)/matrix.txt").keys.sorted()
  }

  /// One table is written by many tests.
  private static let table = NSLock()

  private static func lines(of path: String) throws -> [String: String] {
    guard FileManager.default.fileExists(atPath: fixtures.appending(path: path).path) else { return [:] }
    let words = try String(decoding: data(path), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    return Dictionary(words.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  private static func lineDifference(_ hash: String, ofCase name: String, in path: String) throws -> String? {
    var lines = try lines(of: path)
    guard lines[name] != hash else { return nil }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      lines[name] = hash
      let text = lines.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
      try Data(text.utf8).write(to: fixtures.appending(path: path), options: .atomic)
      return nil
    }
    return """
      \(name) is not as recorded in Tests/Fixtures/\(path): \(lines[name] ?? "no line"), now \(hash).
      To see both: GOLDEN_TEXTS=$PWD/artifacts/before scripts/test-host --filter Golden with the code before the change, the same with artifacts/after now, \
      then diff -ru artifacts/before artifacts/after. RECORD_GOLDEN=1 records it.
      """
  }

  /// FNV-1a, 64 bits: the same on every system.
  private static func hash(_ text: String) -> String {
    let value = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    return String(repeating: "0", count: max(0, 16 - String(value, radix: 16).count))
      + String(value, radix: 16)
  }
}
