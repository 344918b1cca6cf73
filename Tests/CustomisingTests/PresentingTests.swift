// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import Testing

// example: own-presenter
@MainActor
struct ConsolePresenter: InAppMessagePresenter {
  let write: @MainActor (String) -> Void

  func present(message: Martlet.InAppMessage) {
    guard let text = message.modal?.message ?? message.slideup?.message else {
      message.context?.discard()
      return
    }
    write(text)
    message.context?.logImpression()
    message.context?.logDismissal(by: .auto)
  }
}
// end

extension Customising {
  /// Messages of the app's own, the stack, presenters of the app's own, and tests.
  @MainActor
  @Suite
  struct PresentingTests {
    @Test func `a message of the app's own is shown at any time`() {
      let stage = Stage()
      let martlet = Martlet.quiet()
      martlet.inAppMessagePresenter = stage.ui
      // example: local
      let message = Martlet.InAppMessage.slideup(.init(message: "Saved", slideFrom: .top))
      martlet.inAppMessagePresenter?.present(message: message)
      // end
      #expect(stage.host.stage == .visible)
      #expect(stage.host.scene?.swipe == .top)
    }

    @Test func `a message of the app's own is counted by hand`() throws {
      let stage = Stage()
      let martlet = Martlet.quiet()
      martlet.inAppMessagePresenter = stage.ui
      // example: counted
      var message = Martlet.InAppMessage.modal(.init(header: "Welcome", message: "Shall we show you around?"))
      message.id = "tour"
      message.context = martlet.makeContext(for: message)
      martlet.inAppMessagePresenter?.present(message: message)
      message.context?.logImpression()
      // end
      #expect(stage.host.stage == .visible)
      #expect(message.context?.logImpression() == .extraLogImpression)
      #expect(message.context?.logClick(buttonId: "0") == nil)
    }

    @Test func `the app takes messages from the stack by itself`() {
      let ui = InAppMessageUI(host: HeadlessHost(), environment: ManualClock().environment)
      // example: drain
      ui.drainPolicy = .manual
      ui.present(message: .slideup(.init(message: "First")))
      ui.present(message: .slideup(.init(message: "Second")))
      ui.dismiss()
      if ui.messageView == nil, !ui.stack.isEmpty { ui.presentNext() }
      // end
      #expect(ui.messageView?.slideup?.message.message == "Second")
      #expect(ui.stack.isEmpty)
    }

    @Test func `what becomes of every message is told, with its reason`() {
      let ui = InAppMessageUI(host: nil, environment: ManualClock().environment)
      var lines: [String] = []
      let print: (String) -> Void = { lines.append($0) }
      // example: outcomes
      ui.outcomeObserver = { message, outcome in
        if case .discarded(let reason) = outcome {
          print("\(message.id ?? "own message"): \(reason.rawValue)")
        }
      }
      // end
      ui.present(message: .tulips)
      #expect(lines == ["own message: no_host"])
    }

    @Test func `a presenter of the app's own shows and logs by the message's context`() {
      var written: [String] = []
      var reports: [Martlet.InAppMessage.Context.Report] = []
      let presenter = ConsolePresenter { written.append($0) }
      for kind in [Martlet.InAppMessage.tulips, .full] {
        var message = kind
        message.context = .init(presentationID: "1", userID: nil, endsAt: nil) { reports.append($0) }
        presenter.present(message: message)
      }
      #expect(written == ["Tulips are here"])
      #expect(reports == [.impression, .dismissal(.auto), .outcome(.discarded(.byApp))])
    }

    // example: testing
    @Test func `a person who is paying is not disturbed`() throws {
      let host = HeadlessHost()
      let ui = InAppMessageUI(host: host)
      let checkout = Checkout()
      ui.delegate = checkout
      checkout.isPaying = true
      ui.present(message: .slideup(.init(message: "Tulips")))
      #expect(host.stage == .empty)

      checkout.isPaying = false
      ui.presentNext()
      #expect(host.stage == .visible)
      try host.swipe()
      #expect(host.stage == .empty)
    }
    // end
  }
}
