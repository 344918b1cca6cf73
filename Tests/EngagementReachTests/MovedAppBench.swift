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

@testable import EngagementReach

/// An app that moves in, with an agent and its module, and a server in memory.
@MainActor
final class MovedAppBench {
  let clock = ManualClock()
  let server: ScriptedServer
  let host = HeadlessHost()
  let module: AEReachModule
  let notifier = OwnNotifier()
  let data = OwnDataDelegate()
  private(set) var agent: EngagementAgent!
  private let delegate = OpenedLinks()
  /// Of this bench alone.
  let defaults = AgentDefaults(suite: URL.temporaryFolder().lastPathComponent)

  deinit {
    if let suite = defaults.suite { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
  }
  var links: [String] { delegate.links }
  var martlet: Martlet { agent.martlet! }

  init(_ campaigns: [Wire.Campaign] = []) {
    server = ScriptedServer(campaigns: campaigns)
    module = AEReachModule(icon: nil, host: host, environment: clock.environment)
    module.dataPushDelegate = data
  }

  /// The agent starts, the app is active, and its campaigns are there.
  ///
  /// - Parameters:
  ///   - modules: those of the app.
  ///   - decides: whether the SDK is on, so that it decides about the session's start.
  func start(
    ownNotifier: Bool = true, with modules: [any AEModule] = [], appID: String? = nil, decides: Bool = true
  ) async {
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.triggerMinimumTimeInterval = 0
    configuration.transport = StallingTransport(next: server)
    configuration.environment = clock.environment
    configuration.storageDirectory = URL.temporaryFolder()
    let log = Locked<[String]>([])
    configuration.logger.print = { line, _ in
      log.withLock { $0.append(line) }
      return false
    }
    lines = log
    if ownNotifier { module.registerNotifier(notifier, forCategory: kAEReachDefaultCategory) }
    agent = EngagementAgent(
      configuration: configuration, appID: appID, modulesArray: [module] + modules, defaults: defaults)
    martlet.delegate = delegate
    martlet.applicationDidBecomeActive()
    if decides { await settle { self.delegate.hasDecided } }
  }

  private var lines = Locked<[String]>([])
  /// Everything that the SDK logged.
  var logged: [String] { lines.withLock { $0 } }

  func sendEvent(_ name: String) async {
    agent.sendEvent(name, extras: nil)
    await martlet.settled()
  }

  /// What the server has of campaigns, in the words of the agent's own statuses.
  func stored() async -> [String] { await events { $0.status } }

  /// The names and properties of the other events that the server has.
  func custom() async -> [String] {
    await events { event in
      guard case .custom(let name, let properties) = event.body, !name.hasPrefix("marker") else { return nil }
      return ([name] + properties.map { "\($0.key)=\($0.value.words)" }.sorted()).joined(separator: " ")
    }
  }

  private func events(_ read: @escaping (Wire.EventRecord) -> String?) async -> [String] {
    let marker = "marker-\(server.requests.count)"
    martlet.logCustomEvent(name: marker)
    await settle {
      self.martlet.requestImmediateDataFlush()
      return self.server.storedEvents.contains {
        if case .custom(marker, _) = $0.body { true } else { false }
      }
    }
    return server.storedEvents.compactMap(read)
  }

  func settle(_ sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) async {
    await eventually("the condition of this line", sourceLocation: sourceLocation) {
      await martlet.settled()
      return condition()
    }
  }
}

/// Passes everything on to the server but one file, which loads for ever.
final class StallingTransport: Transport {
  static let endlessFile = "https://assets.example/endless.css"

  private let next: any Transport
  private let waiting = Locked<[AsyncStream<Void>.Continuation]>([])

  init(next: any Transport) { self.next = next }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard request.url.absoluteString == Self.endlessFile else { return try await next.send(request) }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    waiting.withLock { $0.append(continuation) }
    for await _ in stream {}
    throw CancellationError()
  }
}

extension Wire.EventRecord {
  fileprivate var status: String? {
    switch body {
    case .delivered: "delivered"
    case .impression(let it): "\(it.surface?.rawValue ?? "message") displayed"
    case .click(let it, _): "\(it.surface?.rawValue ?? "message") actioned"
    case .dismissal(let it, _): "\(it.surface?.rawValue ?? "message") exited"
    case .surveyAnswers(_, let answers):
      "answers " + answers.map { "\($0.key): \($0.value.words)" }.sorted().joined(separator: ", ")
    case .outcome(_, let outcome, let reason):
      [outcome.rawValue, reason].compactMap { $0 }.joined(separator: " ")
    default: nil
    }
  }
}

@MainActor
private final class OpenedLinks: MartletDelegate {
  var links: [String] = []
  var hasDecided = false

  func martlet(_ martlet: Martlet, didDecide decision: Martlet.Decision) { hasDecided = true }

  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    links.append(context.url.absoluteString)
    return false
  }
}

/// A notifier of the app, which notes what it is asked.
@MainActor
final class OwnNotifier: AENotifier {
  struct Broken: Error {}
  /// nil: it throws.
  var answer: Bool? = true
  /// What it does while it is asked.
  var whenAsked: (AEInteractiveContent) -> Void = { _ in }
  private(set) var contents: [AEInteractiveContent] = []
  private(set) var cleared: [String] = []

  func handleNotification(_ content: AEInteractiveContent!) throws -> Bool {
    guard let answer else { throw Broken() }
    if answer { contents.append(content) }
    whenAsked(content)
    return answer
  }

  func clearNotification(_ category: String!) { cleared.append(category) }
}

@MainActor
final class OwnDataDelegate: AEReachDataPushDelegate {
  var answer = true
  private(set) var received: [String] = []

  func didReceiveStringDataPush(withCategory category: String!, body: String!) -> Bool {
    received.append("\(category ?? "none"): \(body ?? "")")
    return answer
  }

  func didReceiveBase64DataPush(withCategory category: String!, decodedBody: Data!, encodedBody: String!)
    -> Bool
  {
    received.append("\(category ?? "none"): \(decodedBody.count) bytes, \(encodedBody ?? "")")
    return answer
  }
}

extension Wire.Campaign {
  /// A campaign on the event `a`.
  static func reach(
    _ id: String, banner: Wire.Banner? = Wire.Banner(title: "Hello", text: "You"),
    content: Wire.Content? = nil, data: Wire.DataPush? = nil,
    rules: Wire.SurfaceRules = Wire.SurfaceRules()
  ) -> Wire.Campaign {
    Wire.Campaign(
      id: id, createdAt: Instant(milliseconds: 0), triggers: [.init(kind: .known(.customEvent), name: "a")],
      banner: banner,
      content: content, data: data, surfaceRules: rules, rules: Wire.DeliveryRules())
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
