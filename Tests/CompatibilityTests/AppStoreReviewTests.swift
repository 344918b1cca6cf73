// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeKit
import BrazeUI
import Foundation
import MartletCore
import MartletTesting
import MartletWire
import Testing

extension Compatibility {
  /// The recipe by which a campaign asks for a review in the App Store, as the documents write it.
  @MainActor
  @Suite
  struct AppStoreReviewTests {
    /// The recipe's address, whose placeholder stays what it is: a scheme has no braces, so the
    /// colon is escaped as they are.
    private let address = "%7BYOUR-APP-SCHEME%7D%3Aapp-store-review"

    private func message(url: String, extras: Braze.InAppMessage.Extras) throws -> Braze.InAppMessage {
      .slideup(
        .init(
          data: .init(clickAction: .url(try #require(URL(string: url)), useWebView: false), extras: extras),
          message: "Rate us"))
    }

    private func reset() -> UIApplication {
      let application = UIApplication.shared
      application.opened = []
      application.appDelegate = AppStoreReviewLink()
      SKStoreReviewController.requests = 0
      return application
    }

    @Test
    func
      `the key in the extras makes the app open the deep link, which asks for the review; nothing is shown, and nothing counted`()
      async throws
    {
      let application = reset()
      let recipe = AppStoreReview()
      let bench = await Bench(["ordered": try message(url: address, extras: ["AppStore Review": "true"])])
        .started()
      bench.ui.delegate = recipe
      await bench.log("ordered")
      #expect(application.opened.map(\.absoluteString) == [address])
      #expect(SKStoreReviewController.requests == 1)
      #expect(bench.host.calls.isEmpty)
      #expect(bench.outcomes == [.discarded(.byDelegate)])
      #expect(bench.delegate.asked.isEmpty, "The app opened it itself.")
      #expect(await bench.analytics().isEmpty)

      // Discarded is not used up: the next event asks again.
      await bench.log("ordered")
      #expect(SKStoreReviewController.requests == 2)
    }

    @Test func `another deep link asks for no review`() async throws {
      let application = reset()
      let recipe = AppStoreReview()
      let bench = await Bench([
        "ordered": try message(url: "tulips:basket", extras: ["AppStore Review": "true"])
      ]).started()
      bench.ui.delegate = recipe
      await bench.log("ordered")
      #expect(application.opened.map(\.absoluteString) == ["tulips:basket"])
      #expect(SKStoreReviewController.requests == 0)
    }

    @Test func `a message without the key is shown`() async throws {
      let application = reset()
      let recipe = AppStoreReview()
      let bench = await Bench(["ordered": try message(url: address, extras: ["other": "true"])]).started()
      bench.ui.delegate = recipe
      await bench.log("ordered")
      #expect(bench.host.stage == .visible)
      #expect(application.opened.isEmpty)
      #expect(SKStoreReviewController.requests == 0)
      #expect(await bench.analytics() == ["ordered impression"])
    }
  }
}
