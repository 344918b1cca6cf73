// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import ServerTestSupport
import Synchronization
import Testing

/// The real clock, moved by as much as a test wants, for the devices and the server. It begins 20
/// days ago.
final class MovedClock: Sendable {
  private let moved = Mutex(Duration.seconds(-20 * 86_400))

  func move(by duration: Duration) { moved.withLock { $0 += duration } }

  var environment: MartletCore.Environment {
    var environment = MartletCore.Environment.live
    let now = environment.now
    environment.now = { now() + self.moved.withLock { $0 } }
    return environment
  }
}

/// A real client that makes a past, over HTTP. Whoever uses it closes each message, banner and
/// content at once.
@MainActor
final class PastClient {
  let martlet: Martlet
  private let clock: MovedClock
  private let host = HeadlessHost()
  private let presenter: InAppMessageUI
  private let line = LossyLine()
  private let diary = Diary()
  private var decided = 0

  /// A server for clients that make a past, with one clock for all of them, and a folder for their
  /// files.
  static func run(_ story: @escaping @MainActor (TestServer, MovedClock, _ folder: URL) async throws -> Void)
    async throws
  {
    let clock = MovedClock()
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run(environment: clock.environment) { server in
      try await story(server, clock, URL(fileURLWithPath: folder))
    }
  }

  /// - Parameter data: What takes data. nil: nothing does.
  init(_ server: TestServer, _ clock: MovedClock, _ folder: URL, data: (any DataPushHandler)? = nil) throws {
    self.clock = clock
    let configuration = Martlet.Configuration(apiKey: server.deviceKey, endpoint: server.url)
    configuration.storageDirectory = folder
    configuration.transport = line
    configuration.environment = clock.environment
    martlet = Martlet(configuration: configuration)
    presenter = InAppMessageUI(host: host)
    martlet.inAppMessagePresenter = presenter
    diary.follow(martlet)
    let reach = Reach(environment: clock.environment)
    reach.register(ClosingNotifier())
    reach.dataPushHandler = data
    try reach.registerAnnouncements { item, _ in ClosingController(item) }
    try reach.registerSurveys { item, _ in ClosingController(item) }
    reach.install(in: martlet)
  }

  /// Comes to the front, and waits for the campaigns.
  func open() async throws {
    line.forgetSent()
    martlet.applicationDidBecomeActive()
    await martlet.settled()
    try await eventually("the answer to the sync is here") { line.answered > 0 && line.underWay == 0 }
    await martlet.settled()
    try await close()
  }

  /// Goes to the background.
  func leave() async throws {
    martlet.applicationDidEnterBackground()
    await martlet.settled()
    martlet.requestImmediateDataFlush()
    await martlet.settled()
    try await eventually("no request is under way") { line.underWay == 0 }
  }

  /// Logs an event, sends it, and lets the delay pass that it starts.
  ///
  /// - Parameter delay: That of the campaigns that have one.
  func log(_ event: String, _ properties: [String: Any] = [:], delay: Duration = .zero) async throws {
    let decision = try await decide(event, properties)
    try await close()
    try await send()
    guard let decision, diary.isDelayed(decision) else { return }
    // The same event again, in the middle.
    clock.move(by: delay / 2)
    _ = try await decide(event, properties)
    clock.move(by: delay / 2)
    try await eventually("the delay after \(event) is over") {
      await martlet.settled()
      return diary.isOver(decision)
    }
    try await close()
    try await send()
  }

  /// What came of campaigns in the decisions about custom events.
  var verdicts: Set<String> {
    Set(diary.decisions.flatMap { Wire.DecisionRecord($0).candidates.map(\.verdict.rawValue) })
  }

  private func decide(_ event: String, _ properties: [String: Any]) async throws -> Decision? {
    martlet.logCustomEvent(name: event, properties: properties)
    decided += 1
    await martlet.settled()
    try await eventually("\(event) is decided") { diary.decisions.count == decided }
    await martlet.settled()
    try await eventually("the outcome is known") { diary.isComplete }
    return diary.decisions.last
  }

  private func close() async throws {
    if host.stage == .visible {
      try host.press("button-0")
      await martlet.settled()
    }
    try await eventually("banners and contents were seen") { diary.itemsHaveEnded }
  }

  /// As the client's own clock does within 10 seconds. The answer may say that there are other
  /// definitions, which it then asks for.
  private func send() async throws {
    martlet.requestImmediateDataFlush()
    for _ in 0..<2 {
      await martlet.settled()
      try await eventually("no request is under way") { line.underWay == 0 }
    }
    await martlet.settled()
    try await close()
  }
}

/// What a client decided about custom events, and every outcome.
private final class Diary: Sendable {
  private struct Pages {
    var decisions: [Decision] = []
    var outcomes: [OutcomeRecord] = []

    /// Of the chosen campaign.
    func outcomes(of decision: Decision) -> [Outcome] {
      outcomes.filter { $0.decisionID == decision.id && $0.campaign == decision.chosen }.map(\.outcome)
    }
  }

  private let pages = Mutex(Pages())

  func follow(_ martlet: Martlet) {
    let (decisions, outcomes) = (martlet.decisions, martlet.outcomes)
    Task {
      for await decision in decisions {
        guard case .custom = decision.event.kind else { continue }
        pages.withLock { $0.decisions.append(decision) }
      }
    }
    Task {
      for await record in outcomes { pages.withLock { $0.outcomes.append(record) } }
    }
  }

  var decisions: [Decision] { pages.withLock { $0.decisions } }

  /// Whether each decision that chose a message has an outcome.
  var isComplete: Bool {
    pages.withLock { pages in
      pages.decisions.allSatisfy { $0.chosen == nil || !pages.outcomes(of: $0).isEmpty }
    }
  }

  /// Whether everything that was delivered has ended.
  var itemsHaveEnded: Bool {
    pages.withLock { pages in
      pages.decisions.allSatisfy { decision in
        decision.candidates.filter { $0.verdict == .delivered }.allSatisfy { candidate in
          pages.outcomes.contains {
            $0.campaign == candidate.campaign && $0.decisionID.hasPrefix(decision.id)
          }
        }
      }
    }
  }

  func isDelayed(_ decision: Decision) -> Bool {
    pages.withLock { $0.outcomes(of: decision).last == .queued(.delay) }
  }

  func isOver(_ decision: Decision) -> Bool {
    pages.withLock { $0.outcomes(of: decision).contains { $0 != .queued(.delay) } }
  }
}

/// Shows banners without views, and closes each at once.
private final class ClosingNotifier: Notifier {
  func notify(_ item: Reach.Item) -> Reach.NotifierAnswer {
    item.bannerAppeared()
    item.closeBanner()
    return .show
  }

  func remove(_ item: Reach.Item) {}
}

/// Shows content without a view, and closes it at once.
private final class ClosingController: ContentController {
  private let item: Reach.Item

  init(_ item: Reach.Item) { self.item = item }

  func present() {
    item.contentAppeared()
    item.exit()
  }

  func dismiss() {}
}
