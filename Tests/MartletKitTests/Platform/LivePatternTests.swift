// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import Testing

/// The pattern engine that apps get, within the engine's own limits.
@Suite("Live patterns")
struct LivePatternTests {
  private func isFound(_ pattern: String, ignoringCase: Bool = false, in text: String) -> Bool? {
    try? Environment.live.compilePattern(pattern, ignoringCase)(text)
  }

  @Test(
    arguments: [
      ("basket", "my basket", false, true), ("^basket", "my basket", false, false),
      ("BASKET", "basket", false, false),
      ("BASKET", "basket", true, true),
    ])
  func `a pattern is searched anywhere in the text, with or without regard to case`(
    pattern: String, text: String, ignoringCase: Bool, expected: Bool
  ) {
    #expect(isFound(pattern, ignoringCase: ignoringCase, in: text) == expected)
  }

  @Test
  func
    `what the filter compiler accepts, the live engine compiles: the limit of a pattern is the same, in bytes`()
  {
    let longest = String(repeating: "é", count: Filter.maximumPatternLength / 2)
    #expect(isFound(longest, in: longest) == true)
    #expect(isFound(longest + "a", in: longest) == nil)
    #expect(isFound("(", in: "(") == nil)
  }

  @Test func `of a long text only the first part is searched`() {
    let filler = String(repeating: "-", count: Filter.maximumSearchedLength - 1)
    #expect(isFound("x", in: filler + "x") == true)
    #expect(isFound("x", in: filler + "-x") == false)
  }
}
