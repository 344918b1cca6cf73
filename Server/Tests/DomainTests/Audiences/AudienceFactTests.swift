// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import Domain

@Suite struct AudienceFactTests {
  @Test(
    arguments: [
      ("de_AT", "AT"), ("de_AT@calendar=buddhist", "AT"), ("zh-Hans-CN", "CN"),
      ("zh_Hant_TW@collation=stroke", "TW"), ("es-419", "419"),
      ("en-US-u-ca-gregory", "US"), ("pt_BR.UTF-8", "BR"), ("de", nil), ("de@calendar=buddhist", nil),
    ] as [(String, String?)])
  func `a country is the region of a locale, whatever the system appends to it`(
    locale: String, country: String?
  ) {
    #expect(AudienceFact.country.value(ofField: locale) == country.map { .string($0) })
  }

  @Test(arguments: ["de_AT@calendar=buddhist", "de-AT", "de@x", "de.UTF-8"])
  func `a language is what a locale begins with`(locale: String) {
    #expect(AudienceFact.language.value(ofField: locale) == .string("de"))
  }
}
