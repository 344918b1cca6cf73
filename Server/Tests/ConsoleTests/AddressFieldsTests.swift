// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import Testing

@Suite struct AddressFieldsTests {
  @Test(
    arguments: [
      ("a=order+placed", "order placed"), ("a=order%20placed", "order placed"), ("a=1%2B1", "1+1"),
      ("b=2&a=1&a=3", "1"), ("%61=x", "x"),
      ("a=", ""), ("a", ""), ("a=x=y", "x=y"), ("a=100%", "100%"), ("b=1", nil), ("", nil),
    ] as [(String, String?)])
  func `a plus in an address is a blank, and what is not encoded stays as it is`(
    query: String, value: String?
  ) {
    #expect(FormFields(query: query)["a"] == value)
  }
}
