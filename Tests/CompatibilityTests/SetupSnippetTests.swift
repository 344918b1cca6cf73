// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeKit
import BrazeUI
import Foundation
import MartletCore
import MartletTesting
import MartletWire
import TestSupport
import Testing

extension Compatibility {
  /// The documents' lines for the app delegate.
  @MainActor
  @Suite
  struct SetupSnippetTests {
    @Test func `the presenter is set with its delegate, and shows what triggers`() async throws {
      let bench = Bench(["spring": .slideup(.init(message: "Tulips"))])
      let app = AppDelegate()
      AppDelegate.braze = bench.braze
      defer { AppDelegate.braze = nil }
      app.setPresenterWithDelegate()
      let ui = try #require(bench.braze.inAppMessagePresenter as? BrazeInAppMessageUI)
      #expect(ui.delegate === app)
      var outcomes: [Martlet.Outcome] = []
      ui.outcomeObserver = { outcomes.append($1) }
      _ = await bench.started()
      await bench.log("spring")
      // There is no screen here that it could find by itself, and it says so.
      #expect(outcomes == [.discarded(.noHost)])
    }

    @Test func `the presenter is set in one line`() async throws {
      let bench = Bench()
      AppDelegate.braze = bench.braze
      defer { AppDelegate.braze = nil }
      AppDelegate().setDefaultPresenter()
      let ui = try #require(bench.braze.inAppMessagePresenter as? BrazeInAppMessageUI)
      #expect(ui.delegate == nil)
      #expect(ui.stack.isEmpty)
    }

    @Test func `a slideup of the app's own is shown from the bottom, and nothing of it counted`() async throws
    {
      let bench = await Bench().started()
      AppDelegate.braze = bench.braze
      defer { AppDelegate.braze = nil }
      AppDelegate().presentLocalSlideup()
      let slideup = try #require(bench.ui.messageView?.slideup)
      #expect(
        slideup.message
          == .init(message: "YOUR_CUSTOM_SLIDEUP_MESSAGE", slideFrom: .bottom, themes: .defaults))
      #expect(bench.host.stage == .visible)
      #expect(bench.host.scene?.swipe == .bottom)
      try bench.host.swipe()
      #expect(bench.host.stage == .empty)
      #expect(await bench.analytics().isEmpty)
    }

    @Test func `without a client nothing happens`() {
      AppDelegate.braze = nil
      AppDelegate().presentLocalSlideup()
      AppDelegate().setDefaultPresenter()
      #expect(AppDelegate.braze == nil)
    }

    @Test func `a text in the extras is read by its key; another value and a missing key are nil`() {
      func read(_ extras: Braze.InAppMessage.Extras) -> String? {
        AppDelegate().readExtras(of: .slideup(.init(data: .init(extras: extras))))
      }
      #expect(read(["custom-display": "colorful-slideup"]) == "colorful-slideup")
      #expect(read(["custom-display": 7]) == nil)
      #expect(read([:]) == nil)
    }

    @Test
    func
      `the orientation of a message can be set on the message; what does not fit the screen is discarded with that reason`()
    {
      var message = Braze.InAppMessage.modal(.init(message: "Tulips"))
      AppDelegate().setOrientation(of: &message)
      #expect(message.orientation == .landscape)
      #expect(message.modal?.data.orientation == .landscape)

      let upright = Screen(traits: Sample.portrait)
      upright.present(message)
      #expect(upright.outcomes == [.discarded(.orientation)])
      let wide = Screen(traits: Sample.landscape)
      wide.present(message)
      #expect(wide.host.stage == .visible)
    }

    @Test func `the least time between two messages is the 5 seconds of the app's configuration`() async {
      // In a process of its own, because the document's client keeps its files where apps do.
      await #expect(processExitsWith: .success) { try await Self.runMinimumInterval() }
    }

    private static func runMinimumInterval() async throws {
      let folder = URL.temporaryFolder()
      for name in ["HOME", "XDG_DATA_HOME", "CFFIXED_USER_HOME"] { setenv(name, folder.path, 1) }
      AppDelegate().start()
      let configuration = try #require(AppDelegate.braze?.configuration)
      #expect(configuration.api.key == "YOUR-APP-IDENTIFIER-API-KEY")
      #expect(configuration.api.endpoint == "YOUR-BRAZE-ENDPOINT")
      #expect(configuration.triggerMinimumTimeInterval == 5)

      // The same configuration, with a clock that can be moved.
      let messages: [String: Braze.InAppMessage] = [
        "spring": .slideup(.init(message: "Tulips")), "autumn": .slideup(.init(message: "Asters")),
      ]
      let bench = await Bench(messages, configuration: configuration).started()
      await bench.log("spring")
      #expect(bench.host.stage == .visible)
      bench.ui.dismiss()
      await bench.clock.advance(by: .milliseconds(4999))
      await bench.log("autumn")
      #expect(bench.host.stage == .empty)
      await bench.clock.advance(by: .milliseconds(1))
      await bench.log("autumn")
      #expect(bench.ui.messageView?.slideup?.message.message == "Asters")
    }
  }
}
