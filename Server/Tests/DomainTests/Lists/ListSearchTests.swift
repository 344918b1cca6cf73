// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Domain

@Suite struct ListSearchTests {
  @Test(arguments: [
    ("2026-11-21", "2026-11-21 __:__:__"), ("2026-11", "2026-11-__ __:__:__"),
    ("21 Nov", "____-11-21 __:__:__"),
    ("Nov 21", "____-11-21 __:__:__"), ("21 Nov 2026", "2026-11-21 __:__:__"),
    ("november 1, 2026", "2026-11-01 __:__:__"),
    ("Nov 2026", "2026-11-__ __:__:__"), ("14:05", "____-__-__ 14:05:__"), ("9:05:07", "____-__-__ 09:05:07"),
    ("21 Nov 2026, 14:05 UTC", "2026-11-21 14:05:__"), ("20 Nov, 14:05:09", "____-11-20 14:05:09"),
    ("2026-11-21 14:05", "2026-11-21 14:05:__"),
  ])
  func `dates and times are read as lists show them and as ISO 8601 has them`(text: String, pattern: String) {
    let terms = ListSearch(text).terms
    guard terms.count == 1, case .time(let time, let typed) = terms[0] else {
      Issue.record("\(terms)")
      return
    }
    #expect(time.pattern == pattern)
    #expect(typed == text)
  }

  @Test(arguments: [
    "Nov", "may", "21", "2026", "2026-13", "2026-11-32", "2026-1-1", "32 Nov", "0 Nov", "Nov 0", "25:00",
    "14:60", "14:5", "1405", "utc",
    "21:",
    "٢١ Nov", "+1 Nov", "2026-11-21-01", "", "  ",
  ])
  func `what is no date is words`(text: String) {
    #expect(ListSearch(text).terms == text.split(separator: " ").map { .word(String($0)) })
  }

  @Test func `every term must be found, a date as such or as it was typed`() {
    let times = ["2026-11-21 14:05:09", "2025-01-02 00:00:00"]
    func finds(_ search: String) -> Bool {
      ListSearch(search).finds(in: "Free delivery, 3 May sale", times: times)
    }
    let found = [
      "", "DELIVERY free", "2026-11-21", "nov 21 free", "sale 2 jan", "14:05", "3 May", "may",
      "2026-11 2025-01", "21 nov 2 jan 2025",
    ]
    for search in found { #expect(finds(search), "\(search)") }
    for search in [
      "free of", "2026-11-22", "free 22 nov", "21 nov 2025", "14:06", "21 nov 14:06", "2 jan 14:05", "4 may",
      "may 3",
    ] {
      #expect(!finds(search), "\(search)")
    }
  }

  @Test func `what comes after the last term is looked for as one word`() {
    #expect(ListSearch("a b c d", limit: 3).terms == [.word("a"), .word("b"), .word("c d")])
    #expect(ListSearch("a b c", limit: 3).terms == [.word("a"), .word("b"), .word("c")])
    #expect(ListSearch("a 21 nov 14:05", limit: 2).terms.count == 2)
    #expect(ListSearch("a 21 nov b", limit: 2).terms == [.word("a"), .word("21 nov b")])
  }
}
