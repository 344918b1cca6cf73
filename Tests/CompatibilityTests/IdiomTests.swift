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
  /// What apps were told to write, as they write it: it compiles, and does what it says.
  @MainActor
  @Suite
  struct IdiomTests {
    @Test func `a client is configured, made and kept in a static of the app delegate`() async {
      let configuration = Braze.Configuration(apiKey: "key", endpoint: "messages.example.test")
      configuration.triggerMinimumTimeInterval = 5
      configuration.sessionTimeout = 60
      configuration.logger.level = .debug
      configuration.logger.print = { (message: String, level: Braze.Configuration.Logger.Level) in false }
      configuration.api.flushInterval = 20
      configuration.api.requestPolicy = .manual
      configuration.storageDirectory = .temporaryFolder()
      configuration.transport = ScriptedServer()
      let braze = Braze(configuration: configuration)
      AppDelegate.braze = braze
      defer { AppDelegate.braze = nil }
      #expect(AppDelegate.braze?.configuration.triggerMinimumTimeInterval == 5)
      #expect(AppDelegate.braze?.configuration.sessionTimeout == 60)
      #expect(AppDelegate.braze?.configuration.api.endpoint == "messages.example.test")
      #expect(AppDelegate.braze?.configuration.api.requestPolicy == .manual)
      await braze.settled()
    }

    @Test func `key and endpoint can be set after the configuration was made`() {
      let configuration = Braze.Configuration()
      configuration.api.key = "key"
      configuration.api.endpoint = "https://messages.example.test/path"
      #expect(configuration.api.key == "key")
    }

    @Test func `the presenter is cast back, to show what waits`() async throws {
      let bench = await Bench(["spring": .slideup(.init(message: "Tulips"))]).started()
      let choice = Choosing(.reenqueue)
      bench.ui.delegate = choice
      await bench.log("spring")
      #expect(bench.host.stage == .empty)
      #expect(bench.ui.stack.map(\.slideup?.message) == ["Tulips"])
      choice.answer = .now
      (bench.braze.inAppMessagePresenter as? BrazeInAppMessageUI)?.presentNext()
      await bench.wait { bench.host.stage == .visible }
      #expect(choice.asked == 2, "Every attempt to display asks.")
    }

    @Test
    func
      `extras are read by key, the action's URL as an optional, and what all kinds have is set on the context's message`()
      throws
    {
      let delegate = Preparing { context in
        let screen = context.message.extras["screen"] as? String
        if screen == "basket" || context.message.clickAction.url == nil {
          context.message.clickAction = .url(Sample.page, useWebView: false)
        }
        context.message.orientation = .portrait
        context.message.animateIn = false
        context.message.animateOut = false
      }
      let screen = Screen(delegate: delegate)
      screen.present(.slideup(.init(data: .init(extras: ["screen": "basket"]), message: "Tulips")))
      let shown = try #require(screen.ui.messageView?.inAppMessage)
      #expect(shown.clickAction.url == Sample.page)
      #expect(shown.orientation == .portrait)
      #expect(screen.host.scene?.enter == MessageScene.Transition.none)
      #expect(screen.host.scene?.leave == MessageScene.Transition.none)
    }

    @Test func `the payload is changed through optional chains`() {
      let delegate = Preparing { context in
        context.message.slideup?.message = "Tulips"
        context.message.slideup?.themes.dark = nil
        context.message.modal?.message = "Tulips"
        context.message.modal?.header = "Spring"
      }
      let screen = Screen(delegate: delegate)
      screen.present(.slideup(.init(message: "Asters")))
      #expect(screen.ui.messageView?.slideup?.message.message == "Tulips")
      #expect(screen.ui.messageView?.slideup?.message.themes.dark == nil)
      screen.ui.dismiss()
      screen.present(.modal(.init(message: "Asters")))
      #expect(screen.ui.messageView?.modal?.message.header == "Spring")
      #expect(screen.ui.messageView?.inAppMessage?.slideup == nil)
    }

    @Test
    func
      `the attributes of one presentation are changed on the context, those of the visible view at any time`()
      throws
    {
      let delegate = Preparing { context in
        context.attributes?.slideup?.cornerRadius = 4
        context.attributes?.slideup?.chevronVisibility = .hidden
        context.attributes?.modal?.dismissOnBackgroundTap = true
      }
      let screen = Screen(delegate: delegate)
      screen.present(.slideup(.init(message: "Tulips")))
      #expect(screen.host.scene?.root.allNodes.contains { $0.style.cornerRadius == 4 } == true)
      let before = screen.host.scene
      screen.ui.messageView?.slideup?.attributes.margin.bottom = 100
      #expect(screen.host.scene != before, "It is drawn anew.")
      #expect(BrazeInAppMessageUI.SlideupView.Attributes.defaults.cornerRadius != 4)
      screen.ui.dismiss()

      screen.present(.modal(.init(message: "Tulips")))
      try screen.host.tapBackdrop()
      #expect(screen.host.stage == .empty)
    }

    @Test func `the defaults of every view are set field by field, and count for the next message`() {
      let kept = Defaults()
      defer { kept.restore() }
      BrazeInAppMessageUI.SlideupView.Attributes.defaults.margin.top = 30
      BrazeInAppMessageUI.SlideupView.Attributes.defaults.dismissible = false
      BrazeInAppMessageUI.ModalView.Attributes.defaults.cornerRadius = 3
      BrazeInAppMessageUI.ModalView.Attributes.defaults.maxWidth = 300
      BrazeInAppMessageUI.ModalImageView.Attributes.defaults.cornerRadius = 3
      BrazeInAppMessageUI.FullView.Attributes.defaults.preferredDisplayMode = .modal
      BrazeInAppMessageUI.FullView.Attributes.defaults.cornerRadius = 3
      BrazeInAppMessageUI.FullImageView.Attributes.defaults.preferredDisplayMode = .modal
      BrazeInAppMessageUI.FullImageView.Attributes.defaults.cornerRadius = 3
      for kind in Sample.withButtons {
        let screen = Screen()
        screen.present(Sample.message(kind))
        #expect(screen.host.scene?.root.allNodes.contains { $0.style.cornerRadius == 3 } == true, "\(kind)")
      }
      let screen = Screen()
      screen.present(Sample.message(.slideup))
      #expect(throws: HeadlessHost.Refusal.notSwipeable) { try screen.host.swipe() }
    }

    @Test func `one closure of a modal serves full messages too, and one of an image modal full images`() {
      let kept = Defaults()
      defer { kept.restore() }
      var laidOut: [String] = []
      let onModalLayout: @MainActor @Sendable (BrazeInAppMessageUI.ModalView) -> Void = { view in
        laidOut.append(view is BrazeInAppMessageUI.FullView ? "full" : "modal")
      }
      BrazeInAppMessageUI.ModalView.Attributes.defaults.onLayout = onModalLayout
      BrazeInAppMessageUI.FullView.Attributes.defaults.onLayout = onModalLayout
      let onImageLayout: @MainActor @Sendable (BrazeInAppMessageUI.ModalImageView) -> Void = { view in
        laidOut.append(view is BrazeInAppMessageUI.FullImageView ? "full image" : "modal image")
      }
      BrazeInAppMessageUI.ModalImageView.Attributes.defaults.onLayout = onImageLayout
      BrazeInAppMessageUI.FullImageView.Attributes.defaults.onLayout = onImageLayout
      for kind in Sample.withButtons { Screen().present(Sample.message(kind)) }
      #expect(laidOut == ["modal", "modal image", "full", "full image"])
    }

    @Test func `a view of the app's own takes the place of the kind's`() throws {
      final class LargeSlideup: BrazeInAppMessageUI.SlideupView {
        override func applyAttributes() {
          attributes.minHeight = 200
          super.applyAttributes()
        }
      }
      let delegate = Preparing { context in
        guard let slideup = context.message.slideup else { return }
        context.customView = LargeSlideup(message: slideup)
      }
      let screen = Screen(delegate: delegate)
      screen.present(.slideup(.init(message: "Tulips")))
      #expect(screen.ui.messageView is LargeSlideup)
      #expect(screen.ui.messageView?.presented == true)
      #expect(screen.host.scene?.root.allNodes.contains { ($0.style.minHeight ?? 0) >= 200 } == true)
    }

    @Test func `a presenter of the app's own needs one method, and logs by the message's context`() async {
      struct Presenter: BrazeInAppMessagePresenter {
        let shown: @MainActor (Braze.InAppMessage) -> Void

        func present(message: Braze.InAppMessage) { shown(message) }
      }
      var messages: [Braze.InAppMessage] = []
      let bench = Bench(["spring": .modal(.init(message: "Tulips", buttons: Sample.buttons))])
      bench.braze.inAppMessagePresenter = Presenter { messages.append($0) }
      _ = await bench.started()
      await bench.log("spring")
      #expect(messages.map(\.modal?.message) == ["Tulips"])
      messages.first?.context?.logImpression()
      messages.first?.context?.logClick(buttonId: "1")
      messages.first?.context?.processClickAction(Sample.buttons[1].clickAction)
      #expect(bench.delegate.opened == [Sample.page.absoluteString])
      #expect(await bench.analytics() == ["spring impression", "spring click 1"])
    }

    @Test func `sessions are followed by a callback, until its subscription is not kept any more`() async {
      let bench = Bench()
      var heard: [String] = []
      var subscription: Braze.Cancellable? = bench.braze.subscribeToSessionUpdates { event in
        switch event {
        case .started: heard.append("started")
        case .ended: heard.append("ended")
        @unknown default: heard.append("unknown")
        }
      }
      var streamed: [Braze.SessionEvent] = []
      let stream = bench.braze.sessionUpdatesStream
      let listener = Task { for await event in stream { streamed.append(event) } }
      defer { listener.cancel() }
      bench.braze.applicationDidBecomeActive()
      await bench.wait { heard == ["started"] }
      bench.braze.changeUser(userId: "ada")
      await bench.wait { heard == ["started", "ended", "started"] }
      #expect(subscription != nil)
      subscription = nil
      bench.braze.enabled = false
      await bench.wait { streamed.count == 4 }
      #expect(heard.count == 3)
    }

    @Test func `the device's and the person's ids are asked for by callbacks and without`() async {
      let bench = await Bench().started()
      let id = await bench.braze.getDeviceId()
      #expect(bench.braze.deviceId == id)
      var heard: [String?] = []
      bench.braze.getDeviceId { heard.append($0) }
      await bench.wait { heard == [id] }
      bench.braze.changeUser(userId: "ada", sdkAuthSignature: nil, fileID: #fileID, line: #line)
      #expect(await bench.braze.user.getId() == "ada")
      bench.braze.user.getId { heard.append($0) }
      await bench.wait { heard == [id, "ada"] }
      bench.braze.wipeData()
      #expect(await bench.braze.getDeviceId() == "undefined")
    }

    @Test func `a person's numbers, lists and objects change as they did, and a list that is nil is removed`()
      async
    {
      let bench = await Bench().started()
      let user = bench.braze.user
      user.incrementCustomUserAttribute(key: "visits")
      user.incrementCustomUserAttribute(key: "visits", by: 2)
      user.addToCustomAttributeStringArray(key: "likes", value: "tea")
      user.removeFromCustomAttributeStringArray(key: "likes", value: "tea")
      user.setCustomAttribute(key: "home", dictionary: ["city": "Wien"], merge: true)
      user.setCustomAttribute(key: "pets", array: [["name": "Miez", "age": nil]])
      user.setCustomAttribute(key: "list", array: [])
      let none: [String]? = nil
      user.setCustomAttribute(key: "list", array: none)
      user.add(alias: "ada-7", label: "forum")
      bench.braze.requestImmediateDataFlush()
      await bench.wait { bench.attributes.count == 9 }
      #expect(
        bench.attributes == [
          "visits increment 1", "visits increment 2", "likes add \"tea\"", "likes remove \"tea\"",
          "home merge {\"city\":\"Wien\"}",
          "pets [{\"age\":null,\"name\":\"Miez\"}]", "list []", "list null", "alias.forum \"ada-7\"",
        ])
    }

    @Test func `events and purchases with the place of their call are logged like those without`() async {
      let bench = await Bench(["spring": .slideup(.init(message: "Tulips"))]).started()
      bench.braze.logCustomEvent(name: "spring", properties: ["total": 42.5], fileID: #fileID, line: #line)
      await bench.wait { bench.host.stage == .visible }
      bench.braze.logPurchase(productId: "bulbs", currency: "EUR", price: 9.5, fileID: #fileID, line: #line)
      await bench.wait { bench.delegate.unmatched.contains("bulbs") }
    }

    @Test func `a message is written as JSON and read back; of one campaign are those with its id`() throws {
      var message = Sample.message(.modal)
      message.id = "spring"
      let json = try #require(message.json())
      let read = try #require(Braze.InAppMessage.decoding(json: json))
      #expect(
        read.modal
          == message.modal.map {
            var modal = $0
            modal.data.id = read.id
            return modal
          })
      #expect(Braze.InAppMessage.decoding(json: Data("{}".utf8)) == nil)

      var other = Sample.message(.slideup)
      #expect(!other.isApproximatelyEqual(to: message))
      other.id = "spring"
      #expect(other.isApproximatelyEqual(to: message))
    }

    @Test func `extras come from a dictionary too, without what JSON cannot hold`() {
      let pairs: [String: Any] = ["screen": "basket", "count": 3, "view": NSObject()]
      let data = Braze.InAppMessage.Data(extras: pairs)
      #expect(data.extras["screen"] as? String == "basket")
      #expect(data.extras["count"] as? Int == 3)
      #expect(data.extras["view"] == nil)
    }

    @Test func `colours are changed for every kind with themes`() {
      func makeLight(_ message: inout some BrazeInAppMessageThemeable) { message.themes.dark = nil }
      var full = Braze.InAppMessage.Full(imageURL: Sample.picture)
      makeLight(&full)
      #expect(full.themes.dark == nil)
    }

    @Test
    func
      `switches over messages, choices and events are complete, with and without a case for what is to come`()
    {
      func name(_ message: Braze.InAppMessage) -> String {
        switch message {
        case .slideup: "slideup"
        case .modal: "modal"
        case .modalImage: "modalImage"
        case .full: "full"
        case .fullImage: "fullImage"
        case .html: "html"
        case .control: "control"
        @unknown default: "unknown"
        }
      }
      func name(_ choice: BrazeInAppMessageUI.DisplayChoice) -> String {
        switch choice {
        case .now: "now"
        case .reenqueue: "reenqueue"
        case .discard: "discard"
        }
      }
      func name(_ event: Braze.TriggerEvent) -> String {
        switch event {
        case .sessionStart: "session"
        case .customEvent(let name, _): name
        case .purchase(let productId, _): productId
        case .other: "other"
        @unknown default: "unknown"
        }
      }
      let kinds = Wire.Message.Kind.allCases.map { name(Sample.message($0)) }
      #expect(kinds == ["slideup", "modal", "modalImage", "full", "fullImage", "html", "control"])
      #expect(BrazeInAppMessageUI.DisplayChoice.allCases.map { name($0) } == ["now", "reenqueue", "discard"])
      #expect(name(Braze.TriggerEvent.customEvent(name: "spring", properties: [:])) == "spring")
    }
  }
}

/// What the views' attributes were, for tests that set their defaults.
@MainActor
private struct Defaults {
  private let slideup = BrazeInAppMessageUI.SlideupView.Attributes.defaults
  private let modal = BrazeInAppMessageUI.ModalView.Attributes.defaults
  private let modalImage = BrazeInAppMessageUI.ModalImageView.Attributes.defaults
  private let full = BrazeInAppMessageUI.FullView.Attributes.defaults
  private let fullImage = BrazeInAppMessageUI.FullImageView.Attributes.defaults

  func restore() {
    BrazeInAppMessageUI.SlideupView.Attributes.defaults = slideup
    BrazeInAppMessageUI.ModalView.Attributes.defaults = modal
    BrazeInAppMessageUI.ModalImageView.Attributes.defaults = modalImage
    BrazeInAppMessageUI.FullView.Attributes.defaults = full
    BrazeInAppMessageUI.FullImageView.Attributes.defaults = fullImage
  }
}

/// Changes what is about to be shown.
@MainActor
final class Preparing: BrazeInAppMessageUIDelegate {
  private let change: @MainActor (inout BrazeInAppMessageUI.PresentationContext) -> Void

  init(_ change: @escaping @MainActor (inout BrazeInAppMessageUI.PresentationContext) -> Void) {
    self.change = change
  }

  func inAppMessage(
    _ ui: BrazeInAppMessageUI, prepareWith context: inout BrazeInAppMessageUI.PresentationContext
  ) {
    change(&context)
  }
}

/// Answers as the test says.
@MainActor
final class Choosing: BrazeInAppMessageUIDelegate {
  var answer: BrazeInAppMessageUI.DisplayChoice
  private(set) var asked = 0

  init(_ answer: BrazeInAppMessageUI.DisplayChoice) {
    self.answer = answer
  }

  func inAppMessage(
    _ ui: BrazeInAppMessageUI, displayChoiceForMessage message: Braze.InAppMessage
  ) -> BrazeInAppMessageUI.DisplayChoice {
    asked += 1
    return answer
  }
}
