// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Testing

/// The table of `docs/analytics.md` and `openapi.yaml` say what `SeriesMetric.traits` says.
@Suite struct SeriesDocumentTests {
  private func text(_ path: String) throws -> String {
    try String(
      contentsOf: URL(filePath: #filePath).appending(path: "../../../../../" + path).standardizedFileURL,
      encoding: .utf8)
  }

  @Test func `the document has every figure with what it counts, and nothing else`() throws {
    let lines = try text("docs/analytics.md").split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("| figure |") })
    let rows = Array(lines[(start + 2)...].prefix { $0.hasPrefix("|") })
    #expect(
      rows == SeriesMetric.allCases.map { "| \($0.traits.title) | `\($0.rawValue)` | \($0.traits.meaning) |" }
    )
  }

  @Test func `the description of the API has every figure`() throws {
    let names = SeriesMetric.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(try text("Server/Sources/AdminAPI/Assets/openapi.yaml").contains("enum: [\(names)]"))
  }
}
