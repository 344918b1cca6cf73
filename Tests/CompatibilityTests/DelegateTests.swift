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
  /// What the documents say of the delegates, beyond their code.
  @MainActor
  @Suite
  struct DelegateTests {
    @Test func `the delegate that conforms under its own names hears of an event without a match`() async {
      let bench = await Bench(["spring": .slideup(.init(message: "Tulips"))]).started()
      await bench.log("autumn")
      #expect(bench.delegate.unmatched.contains("autumn"))
      await bench.log("spring")
      #expect(!bench.delegate.unmatched.contains("spring"))
    }

    @Test
    func
      `an app that implements only one method of the delegate is called for it, and the rest is as if there were none`()
      async throws
    {
      final class OnlyUnmatched: BrazeDelegate {
        var unmatched: [String?] = []

        func braze(_ braze: Braze, noMatchingTriggerForEvent event: Braze.TriggerEvent) {
          unmatched.append(event.identifier)
        }
      }
      let message = Braze.InAppMessage.slideup(
        .init(data: .init(clickAction: .url(Sample.page, useWebView: false)), message: "Tulips"))
      let bench = await Bench(["spring": message]).started()
      let delegate = OnlyUnmatched()
      bench.braze.delegate = delegate
      bench.braze.logCustomEvent(name: "autumn")
      await bench.wait { delegate.unmatched.contains("autumn") }
      bench.braze.logCustomEvent(name: "spring")
      await bench.wait { bench.host.stage == .visible }
      try bench.host.pressBody()
      #expect(bench.delegate.opened == [Sample.page.absoluteString])
    }

    @Test
    func
      `a signature that is not believed is told to the delegate for it, once to an object that is both; another one is tried at once`()
      async
    {
      final class Hearing: BrazeDelegate, BrazeSDKAuthDelegate {
        var errors: [Braze.SDKAuthenticationError] = []

        func braze(_ braze: Braze, sdkAuthenticationFailedWithError error: Braze.SDKAuthenticationError) {
          errors.append(error)
        }
      }
      let configuration = Braze.Configuration(apiKey: "key", endpoint: "https://example.test")
      configuration.api.sdkAuthentication = true
      let bench = Bench(configuration: configuration)
      let (hearing, other) = (Hearing(), Hearing())
      bench.braze.delegate = hearing
      bench.braze.sdkAuthDelegate = hearing
      let expired = Wire.UserSignature.Refusal.expired.code
      let refusal = Wire.encode(Wire.Problem(status: 401, code: expired, title: "Not this user."))
      bench.server.answerNext(TransportResponse(status: 401, body: refusal))
      bench.braze.changeUser(userId: "ada", sdkAuthSignature: "token-1")
      await bench.wait { !hearing.errors.isEmpty }
      bench.braze.sdkAuthDelegate = other
      #expect(bench.braze.sdkAuthDelegate === other)
      bench.server.answerNext(TransportResponse(status: 401, body: refusal))
      bench.braze.set(sdkAuthenticationSignature: "token-2")
      await bench.wait { !other.errors.isEmpty }
      #expect(
        hearing.errors.map(\.signature) == ["token-1", "token-2"]
          && other.errors.map(\.signature) == ["token-2"])
      let error = hearing.errors[0]
      #expect(error.code == 6 && error.reason == .expired && error.userId == "ada" && !error.optional)
      #expect(
        bench.server.requests.compactMap { $0.headers[Wire.UserSignature.header] } == ["token-1", "token-2"])
    }

    @Test func `a page that signs somebody in hands their signature on`() async throws {
      let configuration = Braze.Configuration(apiKey: "key", endpoint: "https://example.test")
      configuration.api.sdkAuthentication = true
      configuration.triggerMinimumTimeInterval = 0
      let bench = await Bench(
        ["spring": .html(.init(message: "<p>Sign in</p>", bridge: .moved))], configuration: configuration
      ).started()
      await bench.log("spring")
      try bench.host.call("changeUser", "ada", "token-1")
      await bench.wait {
        bench.server.requests.contains { $0.headers[Wire.UserSignature.header] == "token-1" }
      }
      #expect(await bench.braze.user.getId() == "ada")
    }

    @Test(arguments: [true, false])
    func `both delegates may veto a click: then it is counted, the message closes, and nothing is opened`(
      byTheView: Bool
    ) async throws {
      let bench = await Bench(["spring": .modal(.init(message: "Tulips", buttons: Sample.buttons))]).started()
      let looking = VetoingByButton()
      if byTheView { bench.ui.delegate = looking } else { bench.delegate.opens = false }
      await bench.log("spring")
      try bench.host.press("button-1")
      #expect(bench.host.stage == .empty)
      #expect(bench.delegate.opened.isEmpty)
      #expect(bench.delegate.asked == (byTheView ? [] : [Sample.page.absoluteString]))
      #expect(looking.vetoed == (byTheView ? ["Order tulips"] : []))
      #expect(await bench.analytics() == ["spring impression", "spring click 1"])
    }

    @Test func `now shows, later and reenqueue put it back, discard takes it out`() {
      for choice in BrazeInAppMessageUI.DisplayChoice.allCases {
        let delegate = Choosing(choice)
        let screen = Screen(delegate: delegate)
        screen.present(.slideup(.init(message: "Tulips")))
        #expect((screen.host.stage == .visible) == (choice == .now))
        #expect(screen.ui.stack.count == (choice == .reenqueue ? 1 : 0))
        #expect(
          screen.outcomes == [
            choice == .now
              ? .shown : choice == .reenqueue ? .queued(.reenqueuedByDelegate) : .discarded(.byDelegate)
          ])
      }
    }

    @available(*, deprecated, message: "`later` is the deprecated name")
    @Test func `later is the old name of reenqueue`() {
      #expect(BrazeInAppMessageUI.DisplayChoice.later == .reenqueue)
    }

    @Test(arguments: Sample.themed)
    func `full messages hide the status bar and the others leave it, unless the app says otherwise`(
      kind: Wire.Message.Kind
    ) {
      let byItself = kind == .full || kind == .fullImage ? true : nil
      for (behaviour, isHidden) in [
        (BrazeInAppMessageUI.StatusBarHideBehavior.auto, byItself), (.hidden, true), (.visible, false),
      ] {
        let delegate = Preparing { $0.statusBarHideBehavior = behaviour }
        let screen = Screen(delegate: delegate)
        screen.present(Sample.message(kind))
        #expect(screen.host.scene?.isStatusBarHidden == isHidden)
      }
    }

    @Test func `the delegate is asked and told in the documented order`() throws {
      let delegate = Listening()
      let screen = Screen(delegate: delegate)
      screen.present(Sample.message(.modal))
      try screen.host.press("button-1")
      #expect(
        delegate.heard == [
          "displayChoice", "prepare", "willPresent", "didPresent", "shouldProcess 1", "willDismiss",
          "didDismiss",
        ])
    }

    @Test
    func
      `a control message is heard of in the same order, has no attributes, shows nothing, and counts one impression`()
      async
    {
      let delegate = Listening()
      let bench = await Bench(["spring": Sample.message(.control)]).started()
      bench.ui.delegate = delegate
      await bench.log("spring")
      await bench.wait { delegate.heard.last == "didDismiss" }
      #expect(
        delegate.heard == [
          "displayChoice", "prepare without attributes", "willPresent", "didPresent", "willDismiss",
          "didDismiss",
        ])
      #expect(bench.host.calls.isEmpty)
      #expect(await bench.analytics() == ["spring impression"])
    }
  }
}

/// Looks the button up as the documents do, and says no.
@MainActor
private final class VetoingByButton: BrazeInAppMessageUIDelegate {
  var vetoed: [String] = []

  func inAppMessage(
    _ ui: BrazeInAppMessageUI, shouldProcess clickAction: Braze.InAppMessage.ClickAction, buttonId: String?,
    message: Braze.InAppMessage, view: InAppMessageView
  ) -> Bool {
    guard let buttonId, let index = Int(buttonId), let modal = message.modal,
      modal.buttons.indices.contains(index)
    else { return true }
    vetoed.append(modal.buttons[index].text)
    return false
  }
}

/// Keeps what it hears.
@MainActor
private final class Listening: BrazeInAppMessageUIDelegate {
  var heard: [String] = []

  func inAppMessage(
    _ ui: BrazeInAppMessageUI, displayChoiceForMessage message: Braze.InAppMessage
  ) -> BrazeInAppMessageUI.DisplayChoice {
    heard.append("displayChoice")
    return .now
  }

  func inAppMessage(
    _ ui: BrazeInAppMessageUI, prepareWith context: inout BrazeInAppMessageUI.PresentationContext
  ) {
    heard.append(context.attributes == nil ? "prepare without attributes" : "prepare")
  }

  func inAppMessage(
    _ ui: BrazeInAppMessageUI, willPresent message: Braze.InAppMessage, view: InAppMessageView
  ) {
    heard.append("willPresent")
  }
  func inAppMessage(_ ui: BrazeInAppMessageUI, didPresent message: Braze.InAppMessage, view: InAppMessageView)
  {
    heard.append("didPresent")
  }
  func inAppMessage(
    _ ui: BrazeInAppMessageUI, willDismiss message: Braze.InAppMessage, view: InAppMessageView
  ) {
    heard.append("willDismiss")
  }
  func inAppMessage(_ ui: BrazeInAppMessageUI, didDismiss message: Braze.InAppMessage, view: InAppMessageView)
  {
    heard.append("didDismiss")
  }

  func inAppMessage(
    _ ui: BrazeInAppMessageUI, shouldProcess clickAction: Braze.InAppMessage.ClickAction, buttonId: String?,
    message: Braze.InAppMessage, view: InAppMessageView
  ) -> Bool {
    heard.append("shouldProcess \(buttonId ?? "body")")
    return true
  }
}
