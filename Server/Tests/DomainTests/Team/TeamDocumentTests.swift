// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Testing

/// The tables of `docs/team.md` say what `Role.traits` says.
@Suite struct TeamDocumentTests {
  private static let roles = Role.allCases.map { "| \($0.traits.name) | \($0.traits.words) |" }

  private static let permissions = Permission.allCases.map { permission in
    "| \(permission.words) | "
      + Role.allCases.map { $0.may(permission) ? "yes" : "no" }.joined(separator: " | ") + " |"
  }

  @Test func `the document has every role with what it may do, and nothing else`() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../../docs/team.md").standardizedFileURL
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    func rows(after head: String) throws -> [String] {
      let start = try #require(lines.firstIndex { $0.hasPrefix(head) }, "no table begins with \(head)")
      return Array(lines[(start + 2)...].prefix { $0.hasPrefix("|") })
    }
    #expect(try rows(after: "| role |") == Self.roles)
    #expect(try rows(after: "| can |") == Self.permissions)
    let names = Role.allCases.map { $0.traits.name.lowercased() }.joined(separator: " | ")
    #expect(lines.contains("| can | \(names) |"))
  }
}
