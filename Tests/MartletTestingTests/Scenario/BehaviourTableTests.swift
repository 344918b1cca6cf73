// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletTesting
import Testing

/// The table of behaviours in `docs/reach.md` and the scenarios are the same.
@Suite("The behaviours of banners, content and data")
struct BehaviourTableTests {
  /// The number of a behaviour, and the scenario in its row.
  private struct Row {
    var number: Int
    var behaviour: String
    var file: String
  }

  /// The number of behaviours that the product promises.
  private static let count = 25

  private static var document: String {
    get throws {
      let url = ScenarioFolder.url.deletingLastPathComponent().appendingPathComponent("docs/reach.md")
      return try String(contentsOf: url, encoding: .utf8)
    }
  }

  private static func rows() throws -> [Row] {
    try document.components(separatedBy: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let number = Int(cells[0]), let file = files(in: cells[2]).first else {
        return nil
      }
      #expect(files(in: cells[2]).count == 1, "\(line)")
      return Row(number: number, behaviour: cells[1], file: file)
    }
  }

  private static func files(in text: String) -> [String] {
    text.components(separatedBy: "(../Scenarios/").dropFirst().compactMap {
      $0.components(separatedBy: ")").first
    }
  }

  @Test func `each of the 25 behaviours has one scenario of its own`() throws {
    let rows = try Self.rows()
    #expect(rows.map(\.number) == Array(1...Self.count))
    #expect(Set(rows.map(\.file)).count == rows.count, "A scenario stands in two rows.")
    #expect(rows.allSatisfy { !$0.behaviour.isEmpty })
    for row in rows {
      #expect(ScenarioFolder.files.contains(row.file), "\(row.number): there is no \(row.file)")
      let scenario = try ScenarioFolder.scenario(row.file)
      #expect(
        scenario.requirement.map { row.file.hasPrefix("\($0)-") } == true,
        "\(row.file) has another requirement than its name says")
      #expect(scenario.steps.contains { !$0.expectation.isEmpty }, "\(row.file) expects nothing")
    }
  }

  @Test func `each scenario of banners, content, data and pushes stands in the document`() throws {
    let named = Set(Self.files(in: try Self.document))
    for file in ScenarioFolder.files where file.hasPrefix("R") {
      #expect(named.contains(file), "docs/reach.md does not name \(file)")
    }
  }
}
