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

/// All suites that touch what apps have once in a process (the app delegate's client, the defaults
/// of attributes) run one after the other.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
enum Compatibility {}

/// An app that moved in: a whole client with the default presenter, on a screen that nobody sees,
/// and a server in memory.
@MainActor
final class Bench {
  let clock = ManualClock()
  let server: ScriptedServer
  let host: HeadlessHost
  let ui: BrazeInAppMessageUI
  let braze: Braze
  let delegate = HearingDelegate()
  /// What became of messages, as the presenter told it.
  private(set) var outcomes: [Martlet.Outcome] = []

  /// - Parameters:
  ///   - messages: each waits for the custom event of its key.
  ///   - configuration: of the app; nil: one without a minimum interval.
  init(
    _ messages: [String: Braze.InAppMessage] = [:], configuration given: Braze.Configuration? = nil,
    traits: SceneTraits? = nil
  ) {
    server = ScriptedServer(
      campaigns: messages.sorted { $0.key < $1.key }.map { event, message in
        Wire.Campaign(
          id: event, createdAt: Instant(milliseconds: 0),
          triggers: [.init(kind: .known(.customEvent), name: event)],
          message: message.wire)
      })
    server.assets[Sample.picture.absoluteString] = .picture
    host = HeadlessHost()
    if let traits { host.traits = traits }
    ui = BrazeInAppMessageUI(host: host, environment: clock.environment)

    let configuration = given ?? Braze.Configuration(apiKey: "key", endpoint: "https://example.test")
    if given == nil { configuration.triggerMinimumTimeInterval = 0 }
    configuration.transport = server
    configuration.environment = clock.environment
    configuration.storageDirectory = .temporaryFolder()
    configuration.urlOpener = { [delegate] context in delegate.opened.append(context.url.absoluteString) }
    braze = Braze(configuration: configuration)
    braze.delegate = delegate
    ui.outcomeObserver = { [weak self] _, outcome in self?.outcomes.append(outcome) }
  }

  /// The presenter is set, and the first session runs.
  func started() async -> Bench {
    if braze.inAppMessagePresenter == nil { braze.inAppMessagePresenter = ui }
    braze.applicationDidBecomeActive()
    await wait { !self.delegate.decisions.isEmpty }
    return self
  }

  /// Logs the event and waits until it is decided and its message has come as far as it can.
  func log(_ event: String) async {
    let decided = delegate.decisions.count
    braze.logCustomEvent(name: event)
    await wait { self.delegate.decisions.count > decided }
    await braze.settled()
  }

  func wait(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool
  ) async {
    await eventually(comment?.rawValue ?? "the condition of this line", sourceLocation: sourceLocation) {
      await braze.settled()
      return condition()
    }
  }

  /// What the server got of attributes, in order.
  var attributes: [String] {
    func text(_ value: Wire.JSONValue) -> String { String(decoding: Wire.encode(value), as: UTF8.self) }
    return server.storedEvents.compactMap { event in
      switch event.body {
      case .attribute(let key, let value): "\(key) \(text(value))"
      case .attributeChange(let key, let change): "\(key) \(change.operation.rawValue) \(text(change.value))"
      default: nil
      }
    }
  }

  /// What the server got of messages, in order.
  func analytics() async -> [String] {
    let marker = "marker-\(server.requests.count)"
    braze.logCustomEvent(name: marker)
    await wait {
      self.braze.requestImmediateDataFlush()
      return self.server.storedEvents.contains {
        if case .custom(marker, _) = $0.body { true } else { false }
      }
    }
    return server.storedEvents.compactMap { event in
      switch event.body {
      case .impression(let presentation): "\(presentation.campaignID) impression"
      case .click(let presentation, let button): "\(presentation.campaignID) click \(button ?? "body")"
      default: nil
      }
    }
  }
}

/// Conforms under the names that apps which move in have, and keeps what it hears.
@MainActor
final class HearingDelegate: BrazeDelegate {
  var opened: [String] = []
  var decisions: [Martlet.Decision] = []
  var unmatched: [String?] = []
  var asked: [String] = []
  var opens = true

  func braze(_ braze: Braze, shouldOpenURL context: Braze.URLContext) -> Bool {
    asked.append(context.url.absoluteString)
    return opens && context.channel == .inAppMessage
  }

  func braze(_ braze: Braze, noMatchingTriggerForEvent event: Braze.TriggerEvent) {
    unmatched.append(event.identifier)
  }

  func martlet(_ martlet: Martlet, didDecide decision: Martlet.Decision) { decisions.append(decision) }
}

/// A presenter on a screen that nobody sees, without a client: for messages of the app's own.
/// Nothing here waits.
@MainActor
final class Screen {
  let host = HeadlessHost()
  let ui: BrazeInAppMessageUI
  private(set) var outcomes: [Martlet.Outcome] = []
  private(set) var opened: [String] = []

  init(delegate: (any BrazeInAppMessageUIDelegate)? = nil, traits: SceneTraits? = nil) {
    if let traits { host.traits = traits }
    ui = BrazeInAppMessageUI(host: host, environment: ManualClock().environment)
    ui.delegate = delegate
    ui.outcomeObserver = { [weak self] _, outcome in self?.outcomes.append(outcome) }
    ui.openURL = { [weak self] context in
      self?.opened.append("\(context.url.absoluteString) web=\(context.useWebView)")
    }
  }

  func present(_ message: Braze.InAppMessage) { ui.present(message: message) }
}

/// Messages and windows of tests.
enum Sample {
  static let picture = URL(string: "https://assets.example.test/tulips.png")!
  static let page = URL(string: "https://example.test/tulips")!

  static let portrait = SceneTraits(width: 390, height: 844)
  static let landscape = SceneTraits(
    width: 844, height: 390, horizontalSizeClass: .regular, verticalSizeClass: .compact)
  static let dark = SceneTraits(width: 390, height: 844, scheme: .dark)

  /// Two buttons, by their positions.
  static let buttons: [Braze.InAppMessage.Button] = [
    .init(id: 0, text: "Later", clickAction: .none),
    .init(id: 1, text: "Order tulips", clickAction: .url(page, useWebView: false), themes: .secondary),
  ]

  /// The kinds that people see and that have themes.
  static let themed: [Wire.Message.Kind] = [.slideup, .modal, .modalImage, .full, .fullImage]
  /// Those of them with buttons.
  static let withButtons: [Wire.Message.Kind] = [.modal, .modalImage, .full, .fullImage]

  /// A message of the kind with all that it can have.
  static func message(_ kind: Wire.Message.Kind) -> Braze.InAppMessage {
    switch kind {
    case .slideup: .slideup(.init(graphic: .icon("*"), message: "Tulips are here"))
    case .modal:
      .modal(.init(graphic: .image(picture), header: "Spring", message: "Tulips are here", buttons: buttons))
    case .modalImage: .modalImage(.init(imageURL: picture, imageAltText: "Tulips", buttons: buttons))
    case .full:
      .full(.init(imageURL: picture, header: "Spring", message: "Tulips are here", buttons: buttons))
    case .fullImage: .fullImage(.init(imageURL: picture, imageAltText: "Tulips", buttons: buttons))
    case .html: .html(.init(message: "<p>Tulips</p>"))
    case .control: .control(.init())
    }
  }
}

extension HeadlessHost {
  /// Touches the message beside its buttons.
  func pressBody() throws {
    let node = try #require(scene?.root.allNodes.first { $0.action == .body })
    try press(node.id)
  }
}

extension TransportResponse {
  /// A picture of one point.
  static let picture: TransportResponse = {
    let base64 =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    return TransportResponse(
      status: 200, headers: ["content-type": "image/png"],
      body: [UInt8](Data(base64Encoded: base64) ?? Data()))
  }()
}
