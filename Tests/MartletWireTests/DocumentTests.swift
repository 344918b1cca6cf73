// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import TestSupport
import Testing

@Suite struct DocumentTests {
  /// Blocks of `docs/wire.md`, each under a comment that names its fixture.
  private func blocks() throws -> [(fixture: String, text: String)] {
    let root = Golden.fixtures.deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(contentsOf: root.appending(path: "docs/wire.md"), encoding: .utf8)
    return document.components(separatedBy: "<!-- fixture: ").dropFirst().map { part in
      let name = part.prefix { $0 != " " }
      let text = part.components(separatedBy: "```json\n").dropFirst().first?.components(separatedBy: "```")
        .first
      return (String(name), text ?? "")
    }
  }

  @Test func `every example in the document is its fixture`() throws {
    let blocks = try blocks()
    #expect(blocks.count >= 8)
    for (fixture, text) in blocks {
      let file = try String(decoding: Golden.data("wire/\(fixture).json"), as: UTF8.self)
      #expect(text == file, "\(fixture)")
    }
  }

  @Test func `every block of JSON in the document names its fixture`() throws {
    let root = Golden.fixtures.deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(contentsOf: root.appending(path: "docs/wire.md"), encoding: .utf8)
    #expect(document.components(separatedBy: "```json").count - 1 == (try blocks().count))
  }

  @Test func `the limits in the document are those in the code`() throws {
    let root = Golden.fixtures.deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(contentsOf: root.appending(path: "docs/wire.md"), encoding: .utf8)
    let limits: [(row: String, limit: Int)] = [
      ("| body, as sent and decompressed |", Wire.Limits.bodyBytes),
      ("| nesting of lists and objects in any document |", Wire.Limits.jsonDepth),
      ("| characters in a number |", Wire.Limits.numberLength),
      ("| events in a request |", Wire.Limits.eventsPerRequest),
      ("| an event in canonical form without spaces |", Wire.Limits.eventBytes),
      ("| enumerated values: kinds, outcomes, reasons, causes, verdicts |", Wire.Limits.wordLength),
      (
        "| nesting of lists and objects in `properties`, including `properties` itself |",
        Wire.Limits.propertyDepth
      ),
      ("| values in a list in properties |", Wire.Limits.listValues),
      ("| a pattern |", Filter.maximumPatternLength),
      ("| the part of a string that a pattern searches |", Filter.maximumSearchedLength),
      ("| nesting of groups and counts |", Trigger.maximumDepth),
      ("| plain triggers in all triggers of a campaign |", Trigger.maximumParts),
      ("| exceptions of a campaign |", Trigger.maximumParts),
      ("| `times` of a count |", Repetition.maximumTimes),
      ("| `limit` of a cap |", FrequencyCap.maximumLimit),
      ("| all candidates of a decision |", Wire.Limits.decisionBytes),
      ("| a value in `detail` |", Wire.Limits.detailBytes),
    ]
    for (row, limit) in limits {
      let line = document.split(separator: "\n").first { $0.hasPrefix(row) }
      let number = line?.dropFirst(row.count).prefix { $0 != "|" }.filter(\.isNumber)
      #expect(number.flatMap { Int($0) } == limit, "\(row)")
    }
  }
}
