// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import Testing

@testable import DeviceLab

@MainActor
@Suite("What a phone of the lab says it would open")
struct FeedIntentTests {
  @Test(
    arguments: [
      ("https://shop.example", false, false, "Opens in the browser"),
      ("https://shop.example", true, false, "Opens in the app’s web view"),
      ("HTTPS://shop.example", false, true, "Opens as a universal link"),
      // Somebody who asked for the web view gets it.
      ("https://shop.example", true, true, "Opens in the app’s web view"),
      ("tulips://basket", false, false, "Opens a deep link into the app"),
      ("tulips://basket", false, true, "Opens a deep link into the app"),
      ("mailto:shop@example.com", false, false, "Opens the mail app"),
      ("tel:+431234", false, false, "Opens the phone app"),
    ])
  func `by the address, and by how the campaign and the app's delegate want it opened`(
    address: String, useWebView: Bool, isUniversalLink: Bool, title: String
  ) throws {
    let url = try #require(URL(string: address))
    let intent = FeedEntry.Content.intent(
      .init(url: url, useWebView: useWebView, isUniversalLink: isUniversalLink, extras: [:]))
    #expect(intent.title == title)
    #expect(intent.detail == address)
  }
}
