// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import TestSupport
import Testing

/// A whole client with Reach, an app that a test plays, and a server in memory.
@MainActor
final class ReachBench {
  let clock = ManualClock()
  let server: ScriptedServer
  /// Between the app and the server.
  let line: HoldingTransport
  let reach: Reach
  let notifier = PlayedNotifier()
  let handler = PlayedDataHandler()
  private(set) var controllers: [PlayedController] = []
  private(set) var opened: [String] = []
  private(set) var log: [String] = []
  private(set) var martlet: Martlet
  private let folder = URL.temporaryFolder()

  /// - Parameter host: the SDK's own views are drawn there. nil: the test plays those of an app.
  init(_ campaigns: [Wire.Campaign], capacity: Int = 1_000, host: (any SceneHost)? = nil) throws {
    server = ScriptedServer(campaigns: campaigns)
    line = HoldingTransport(server)
    reach = Reach(icon: .icon("M"), host: host, environment: clock.environment)
    martlet = Self.client(folder, line, clock, capacity)
    reach.dataPushHandler = handler
    guard host == nil else { return }
    reach.register(notifier)
    try reach.registerAnnouncements { [weak self] item, _ in self?.control(item) ?? PlayedController(item) }
    try reach.registerSurveys { [weak self] item, _ in self?.control(item) ?? PlayedController(item) }
  }

  private static func client(_ folder: URL, _ line: HoldingTransport, _ clock: ManualClock, _ capacity: Int)
    -> Martlet
  {
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.triggerMinimumTimeInterval = 0
    configuration.maximumWaitingItems = capacity
    configuration.transport = line
    configuration.environment = clock.environment
    configuration.storageDirectory = folder
    configuration.logger.print = { _, _ in true }
    configuration.urlOpener = { _ in }
    return Martlet(configuration: configuration)
  }

  /// The app is active, its session has started, and Reach is there.
  func start(withReach: Bool = true) async {
    martlet.delegate = delegate
    if withReach { reach.install(in: martlet) }
    martlet.applicationDidBecomeActive()
    await settle { self.delegate.hasDecided }
  }

  private let delegate = AppDelegate()
  var links: [String] { delegate.links }

  private func control(_ item: Reach.Item) -> PlayedController {
    let controller = PlayedController(item)
    controllers.append(controller)
    return controller
  }

  func log(_ name: String) async {
    martlet.logCustomEvent(name: name)
    await martlet.settled()
  }

  /// The events about campaigns that the server has, in order: `impression banner`, `outcome
  /// actioned`.
  func stored() async -> [String] {
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
      case .delivered: "delivered"
      case .impression(let it):
        ["impression", it.surface?.rawValue, it.openedFrom.map { "from \($0.rawValue)" }].words
      case .click(let it, _): ["click", it.surface?.rawValue].words
      case .dismissal(let it, let cause): ["dismissal", it.surface?.rawValue, cause.rawValue].words
      case .surveyAnswers(_, let answers): "answers \(answers.keys.sorted().joined(separator: " "))"
      case .outcome(_, let outcome, let reason): ["outcome", outcome.rawValue, reason].words
      default: nil
      }
    }
  }

  func settle(_ sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) async {
    await eventually("the condition of this line", sourceLocation: sourceLocation) {
      await martlet.settled()
      return condition()
    }
  }
}

extension [String?] {
  fileprivate var words: String { compactMap { $0 }.joined(separator: " ") }
}

@MainActor
private final class AppDelegate: MartletDelegate {
  var links: [String] = []
  /// The start of the session was decided, so that the campaigns are there.
  var hasDecided = false

  func martlet(_ martlet: Martlet, didDecide decision: Decision) { hasDecided = true }

  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    links.append(context.url.absoluteString)
    return false
  }
}

/// A notifier that does what the test says, and shows banners as soon as it is asked.
@MainActor
final class PlayedNotifier: Notifier {
  var answer: Result<Reach.NotifierAnswer, any Error> = .success(.show)
  private(set) var shown: [Reach.Item] = []
  private(set) var removed: [String] = []
  /// What has the screen.
  var visible: Reach.Item? { shown.last.flatMap { $0.isOver ? nil : $0 } }

  func notify(_ item: Reach.Item) throws -> Reach.NotifierAnswer {
    let answer = try answer.get()
    if answer == .show {
      shown.append(item)
      item.bannerAppeared()
    }
    return answer
  }

  func remove(_ item: Reach.Item) { removed.append(item.campaignID) }
}

@MainActor
final class PlayedController: ContentController {
  let item: Reach.Item
  private(set) var isPresented = false

  init(_ item: Reach.Item) { self.item = item }

  func present() {
    isPresented = true
    item.contentAppeared()
  }

  func dismiss() { isPresented = false }
}

@MainActor
final class PlayedDataHandler: DataPushHandler {
  var answer = Reach.DataPushAnswer.accepted
  private(set) var received: [String] = []

  func receive(text: String, category: String?) async -> Reach.DataPushAnswer {
    received.append("\(category ?? "none"): \(text)")
    return answer
  }

  func receive(data: Data, encoded: String, category: String?) async -> Reach.DataPushAnswer {
    received.append("\(category ?? "none"): \(data.count) bytes")
    return answer
  }
}

extension Wire.Campaign {
  /// A campaign on the custom event `a`.
  static func reach(
    _ id: String, banner: Wire.Banner? = Wire.Banner(title: "Hello"), content: Wire.Content? = nil,
    data: Wire.DataPush? = nil,
    rules: Wire.SurfaceRules = Wire.SurfaceRules(), delivery: Wire.DeliveryRules = Wire.DeliveryRules()
  ) -> Wire.Campaign {
    Wire.Campaign(
      id: id, createdAt: Instant(milliseconds: 0), triggers: [.init(kind: .known(.customEvent), name: "a")],
      banner: banner,
      content: content, data: data, surfaceRules: rules, rules: delivery)
  }
}

extension Wire.Content {
  static let announcement = Wire.Content(
    kind: .known(.text), title: "News", body: "You are {deviceid}.", actionLabel: "More",
    action: .init(type: .known(.url), url: "https://example.test/{deviceid}"), exitLabel: "Close")
  static let survey = Wire.Content(
    kind: .known(.survey),
    questions: [
      Wire.Question(
        id: "q", kind: .known(.single), title: "?",
        choices: [.init(id: "y", title: "Yes"), .init(id: "n", title: "No")])
    ])
}
