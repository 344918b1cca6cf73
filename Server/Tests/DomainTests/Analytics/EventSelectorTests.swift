// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite struct EventSelectorTests {
  @Test(
    arguments: [
      "custom:order_placed", "custom", "purchase:sku:1", "session_start", "screen_view:Home",
      "survey_answers:c-1",
    ])
  func `it is written as it is read`(text: String) {
    #expect(EventSelector(text)?.text == text)
  }

  @Test(arguments: [
    "", "custom:", "session_start:now", "click", ":cart_viewed",
    "custom:" + String(repeating: "a", count: 256),
  ])
  func `what is no kind, or no name, is nothing`(text: String) {
    #expect(EventSelector(text) == nil)
  }

  @Test func `names are the same only if their bytes are`() {
    #expect(EventSelector("custom:caf\u{E9}") != EventSelector("custom:cafe\u{301}"))
    #expect(EventSelector("custom:a") == EventSelector(.custom, name: "a"))
  }
}
