// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import TestSupport
import Testing

/// A client on a manual clock with a folder of its own, and everything that it told.
@MainActor
final class Bench {
  let clock: ManualClock
  let directory: URL
  let log = LogBook()
  let presenter = RecordingPresenter()
  let delegate = RecordingDelegate()
  private let held: HeldTransport?
  private var owned: Martlet?
  var martlet: Martlet {
    guard let owned else { fatalError("The client was released.") }
    return owned
  }

  init(
    transport: any Transport, directory: URL? = nil, clock: ManualClock = ManualClock(),
    presenter hasPresenter: Bool = true,
    _ change: (Martlet.Configuration) -> Void = { _ in }
  ) {
    self.clock = clock
    held = transport as? HeldTransport
    self.directory = directory ?? .temporary()
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test/base/")
    configuration.storageDirectory = self.directory
    configuration.transport = transport
    configuration.environment = clock.environment
    configuration.logger.level = .debug
    configuration.logger.print = { [log] text, level in
      log.add("\(level): \(text)")
      return false
    }
    change(configuration)
    let martlet = Martlet(configuration: configuration)
    owned = martlet
    martlet.delegate = delegate
    if hasPresenter { martlet.inAppMessagePresenter = presenter }
  }

  /// Lets go of the client, as an app does at its end.
  func release() {
    owned = nil
  }

  /// Time passes; when this returns, everything that became due on the way has happened, each at
  /// its own moment.
  func advance(by duration: Duration) async {
    await clock.advance(by: duration) { await quiet() }
  }

  /// Nothing moves any more without time, or an answer of the test's: each of the client's tasks
  /// sleeps or waits for the held transport. A server in memory answers at once.
  func quiet() async {
    await eventually("each of the client's tasks sleeps or waits for the held transport") {
      let before = await martlet.activity
      let waiting = clock.sleeperCount + (held?.awaitedCount ?? 0)
      await martlet.settled()
      let after = await martlet.activity
      return before == after && after.tasks == waiting
    }
  }

  /// Answers of an in-memory server come back through tasks: waits until they have.
  func settle(
    until condition: () -> Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await eventually(comment?.rawValue ?? "the condition of this line", sourceLocation: sourceLocation) {
      await martlet.settled()
      return condition()
    }
  }
}

@MainActor
final class RecordingPresenter: InAppMessagePresenter {
  var presented: [Martlet.InAppMessage] = []
  var dismissals: [Martlet.InAppMessage.DismissalReason] = []
  var eligible = 0
  var onPresent: ((Martlet.InAppMessage) -> Void)?

  func present(message: Martlet.InAppMessage) {
    presented.append(message)
    onPresent?(message)
  }

  func dismiss(reason: Martlet.InAppMessage.DismissalReason) { dismissals.append(reason) }
  func userBecameEligible() { eligible += 1 }
}

@MainActor
final class RecordingDelegate: MartletDelegate {
  var decisions: [Decision] = []
  var unmatched: [String?] = []
  var opens = true
  var edit: (Martlet.URLContext) -> Void = { _ in }
  var asked: [URL] = []

  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    asked.append(context.url)
    edit(context)
    return opens
  }

  func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {
    unmatched.append(event.identifier)
  }
  func martlet(_ martlet: Martlet, didDecide decision: Decision) { decisions.append(decision) }
}

/// The lines of a log, from any thread.
final class LogBook: @unchecked Sendable {
  // Unchecked because the compiler cannot see that `lines` is only touched while `lock` is held.
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) {
    lock.withLock { lines.append(line) }
  }

  var all: [String] { lock.withLock { lines } }

  func contains(_ part: String) -> Bool { all.contains { $0.contains(part) } }
}

extension Martlet {
  /// Returns when all commands were taken, without letting the main actor come to what they led to.
  nonisolated func takeCommands() {
    let taken = DispatchSemaphore(value: 0)
    Task.detached {
      _ = await self.deviceId
      taken.signal()
    }
    taken.wait()
  }
}

extension URL {
  /// A path of its own that does not exist yet, in a new folder.
  static func temporary() -> URL {
    temporaryFolder().appending(path: "storage")
  }
}

extension URL {
  /// Takes the frames of which `isLost` holds out of the files with this prefix, as if the process
  /// had ended before they were written.
  func cut(_ prefix: String, _ isLost: (String) -> Bool) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasPrefix(prefix) {
      let file = appendingPathComponent(name)
      let bytes = Array(try Data(contentsOf: file))
      let kept = JournalFrame.scan(bytes).records.filter {
        !isLost(String(decoding: $0.payload, as: UTF8.self))
      }
      try Data(kept.flatMap { bytes[$0.range] }).write(to: file)
    }
  }
}

extension Wire.Campaign {
  /// A slideup on a custom event.
  static func onEvent(_ name: String, id: String? = nil, message: Wire.Message? = nil) -> Wire.Campaign {
    Wire.Campaign(
      id: id ?? "on-\(name)", createdAt: Instant(milliseconds: 0),
      triggers: [.init(kind: .known(.customEvent), name: name)],
      message: message ?? Wire.Message(kind: .known(.slideup), message: "Hello"))
  }

  static func onSessionStart(_ id: String = "welcome") -> Wire.Campaign {
    Wire.Campaign(
      id: id, createdAt: Instant(milliseconds: 0), triggers: [.init(kind: .known(.sessionStart))],
      message: Wire.Message(kind: .known(.slideup), message: "Welcome"))
  }
}

extension Wire.EventRecord {
  /// Kind and name, for comparisons that can be read.
  var label: String {
    switch body {
    case .sessionStart: "session_start"
    case .sessionEnd: "session_end"
    case .custom(let name, _): "custom \(name)"
    case .purchase(let product, _, _, _, _): "purchase \(product)"
    case .screenView(let name, _): "screen_view \(name)"
    case .pushClick: "push_click"
    case .userChanged: "user_changed"
    case .attribute(let key, _): "attribute \(key)"
    case .attributeChange(let key, let change): "attribute_change \(key) \(change.operation.rawValue)"
    case .audienceEntry(let audience): "audience_entry \(audience)"
    case .audienceExit(let audience): "audience_exit \(audience)"
    case .delivered: "delivered"
    case .impression(let presentation): "impression\(presentation.place)"
    case .click(let presentation, let button): "click \(presentation.surface?.rawValue ?? button ?? "body")"
    case .dismissal(let presentation, let by): "dismissal\(presentation.place) \(by.rawValue)"
    case .surveyAnswers(_, let answers): "survey_answers \(answers.keys.sorted().joined(separator: " "))"
    case .outcome(_, let outcome, let reason): "outcome \(outcome.rawValue)\(reason.map { " " + $0 } ?? "")"
    case .exposure(let presentation, _, let arm): "exposure \(presentation.campaignID) \(arm)"
    case .decision: "decision"
    case .unknown(let kind, _): "unknown \(kind)"
    }
  }
}

extension Wire.EventRecord.Presentation {
  fileprivate var place: String { surface.map { " \($0.rawValue)" } ?? "" }
}
