// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import TestSupport
import Testing

/// A whole client with the default presenter on a screen that nobody sees, and everything that
/// became of its messages.
@MainActor
final class DisplayBench {
  /// The client's clock, and one of the presenter's own, so that a test knows who sleeps.
  let clock = ManualClock()
  let screen = ManualClock(seed: 2)
  let server: ScriptedServer
  /// Gets what `holds` names; the server gets the rest.
  let held = HeldTransport(ignoresCancellation: true)
  let host = HeadlessHost()
  let log = Lines()
  private let openedURLs = Lines()
  var opened: [String] { openedURLs.all }
  let delegate = Delegate()
  private(set) var ui: InAppMessageUI?
  private(set) var told: [String] = []
  let martlet: Martlet

  init(
    _ campaigns: [Wire.Campaign], interval: TimeInterval = 0, system: (any NotificationSystem)? = nil,
    holds: @escaping @Sendable (TransportRequest) -> Bool = { _ in false }
  ) {
    server = ScriptedServer(campaigns: campaigns)
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.triggerMinimumTimeInterval = interval
    configuration.push.system = system
    configuration.transport = PartlyHeld(server: server, held: held, holds: holds)
    configuration.environment = clock.environment
    configuration.storageDirectory = .temporaryFolder()
    configuration.logger.level = .debug
    configuration.logger.print = { [log] text, _ in
      log.add(text)
      return false
    }
    configuration.urlOpener = { [opened = openedURLs] context in opened.add(context.url.absoluteString) }
    martlet = Martlet(configuration: configuration)
    martlet.delegate = delegate
    setPresenter()
  }

  /// A new presenter takes the place of the one before.
  func setPresenter() {
    let ui = InAppMessageUI(host: host, environment: screen.environment)
    ui.outcomeObserver = { [weak self] message, outcome in
      self?.told.append("\(message.id ?? "local"): \(outcome.words)")
    }
    self.ui = ui
    martlet.inAppMessagePresenter = ui
  }

  func releasePresenter() {
    ui = nil
    martlet.inAppMessagePresenter = nil
  }

  /// The session runs and its start is decided.
  func started() async -> DisplayBench {
    martlet.applicationDidBecomeActive()
    await settle { !self.delegate.decisions.isEmpty }
    return self
  }

  /// Time passes for the client and the presenter, together; when this returns, everything that
  /// became due on the way has happened.
  func advance(by duration: Duration) async {
    for clock in [clock, screen] { await clock.advance(by: duration) { await quiet() } }
  }

  /// Nothing moves any more without time, or an answer of the test's.
  func quiet() async {
    await eventually("each task of the client and the presenter sleeps or waits for the held transport") {
      let before = await martlet.activity
      let (waiting, timers) = (clock.sleeperCount + held.awaitedCount, ui?.timerCount ?? 0)
      await martlet.settled()
      let after = await martlet.activity
      return before == after && after.tasks == waiting && timers == screen.sleeperCount
        && timers == ui?.timerCount ?? 0
    }
  }

  func log(_ names: String...) async {
    for name in names { martlet.logCustomEvent(name: name) }
    await martlet.settled()
  }

  func settle(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool
  ) async {
    await eventually(comment?.rawValue ?? "the condition of this line", sourceLocation: sourceLocation) {
      await martlet.settled()
      return condition()
    }
  }

  /// The text of the message on the screen.
  var visible: String? {
    guard host.stage == .visible, let message = ui?.messageView?.inAppMessage else { return nil }
    return message.slideup?.message ?? message.modal?.message ?? message.id
  }

  /// The outcomes as the server has them; an impression is the record of `shown`.
  func outcomes() async -> [String] {
    let marker = "marker-\(server.requests.count)"
    martlet.logCustomEvent(name: marker)
    await settle {
      self.martlet.requestImmediateDataFlush()
      return self.server.storedEvents.contains {
        if case .custom(marker, _) = $0.body { true } else { false }
      }
    }
    return server.storedEvents.compactMap { event in
      switch event.body {
      case .impression(let presentation) where !presentation.campaignID.hasPrefix("local"):
        "\(presentation.campaignID): shown"
      case .outcome(let presentation, let outcome, let reason):
        "\(presentation.campaignID): \(outcome.rawValue)\(reason.map { " \($0)" } ?? "")"
      default: nil
      }
    }
  }

  /// What exactly failed, as the server has it and as the app was told.
  func details() async -> [String?] {
    _ = await outcomes()
    let stored = server.storedEvents.filter {
      if case .outcome(_, .known(.discarded), _) = $0.body { true } else { false }
    }.map(\.detail)
    #expect(
      delegate.outcomes.filter { if case .discarded = $0.outcome { true } else { false } }.map(\.detail)
        == stored)
    return stored
  }

  func requests(_ suffix: String) -> Int { server.requests.count { $0.url.absoluteString.hasSuffix(suffix) } }
}

private struct PartlyHeld: Transport {
  let server: ScriptedServer
  let held: HeldTransport
  let holds: @Sendable (TransportRequest) -> Bool

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    holds(request) ? try await held.send(request) : try await server.send(request)
  }
}

@MainActor
final class Delegate: MartletDelegate {
  var decisions: [Decision] = []
  var outcomes: [OutcomeRecord] = []

  func martlet(_ martlet: Martlet, didDecide decision: Decision) { decisions.append(decision) }
  func martlet(_ martlet: Martlet, didRecord outcome: OutcomeRecord) { outcomes.append(outcome) }
}

/// Lines from any thread.
final class Lines: @unchecked Sendable {
  // Unchecked because the compiler cannot see that `lines` is only touched while `lock` is held.
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) {
    lock.withLock { lines.append(line) }
  }

  var all: [String] { lock.withLock { lines } }

  func contains(_ part: String) -> Bool { lock.withLock { lines.contains { $0.contains(part) } } }
}

extension Outcome {
  fileprivate var words: String {
    [wireKind.rawValue, wireReason].compactMap { $0 }.joined(separator: " ")
  }
}

extension Wire.Campaign {
  /// On the custom event `event`; of two, the one with the higher order comes first.
  static func on(
    _ event: String, id: String, order: Int = 0, message: Wire.Message? = nil, isRendered: Bool = false
  ) -> Wire.Campaign {
    Wire.Campaign(
      id: id, priority: .init(order: order), createdAt: Instant(milliseconds: 0),
      triggers: [.init(kind: .known(.customEvent), name: event)],
      message: message ?? Wire.Message(kind: .known(.slideup), message: "I am \(id)"),
      rules: .init(render: isRendered ? .known(.atDisplay) : nil))
  }
}

extension Wire.Message {
  static func slideup(_ text: String, image: String? = nil) -> Wire.Message {
    Wire.Message(kind: .known(.slideup), message: text, imageURL: image)
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
