// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Statistics
import Testing

@testable import Console

@Suite("What an automatic winner waits for")
struct WinnerWordsTests {
  @Test func `everything that it waits for has a sentence of its own, in a fixed order`() {
    let sentences = WinnerRule.Obstacle.allCases.map { WinnerWords.awaited(.waiting([$0])) ?? "" }
    #expect(
      Set(sentences).count == sentences.count
        && sentences.allSatisfy { $0.hasPrefix("Not chosen yet. ") && $0.hasSuffix(".") })
    #expect(
      WinnerWords.awaited(.waiting([.guardrail, .tooFewDays]))
        == "Not chosen yet. A winner is chosen after whole weeks, and after 14 days at the earliest. "
        + "A variant is ahead, but it may cost more than 5% of a guardrail.")
  }

  @Test func `a decided experiment says so`() {
    #expect(WinnerWords.awaited(.winner(1))?.contains("clearly ahead") == true)
    #expect(WinnerWords.awaited(.noDifferenceFound)?.hasPrefix("None.") == true)
  }
}
