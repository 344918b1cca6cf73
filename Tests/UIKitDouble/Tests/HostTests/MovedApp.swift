// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletWire
import TestSupport
import UIKit

@testable import EngagementReach

/// An app with a window, an agent and its module.
@MainActor
final class MovedApp {
  let clock = ManualClock()
  let module: AEReachModule
  let scene: UIWindowScene
  let window: UIWindow
  private let server = ScriptedServer()
  private var agent: EngagementAgent?
  private let log = Locked<[String]>([])
  /// Everything that the SDK logged.
  var logged: [String] { log.withLock { $0 } }

  init() {
    Drive.reset()
    module = AEReachModule(icon: nil, environment: clock.environment)
    scene = Drive.connectScene(size: CGSize(width: 390, height: 844))
    window = Drive.appWindow(in: scene, root: UIViewController())
    Drive.layout()
  }

  func start(_ campaigns: [Wire.Campaign]) async {
    server.campaigns = campaigns
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.triggerMinimumTimeInterval = 0
    configuration.transport = server
    configuration.environment = clock.environment
    configuration.storageDirectory = .temporaryFolder()
    let log = log
    configuration.logger.print = { line, _ in
      log.withLock { $0.append(line) }
      return false
    }
    agent = EngagementAgent(
      configuration: configuration, appID: nil, modulesArray: [module],
      defaults: AgentDefaults(suite: URL.temporaryFolder().lastPathComponent)
    )
    await pass()
    agent?.sendEvent("a", extras: nil)
    await pass()
  }

  var banner: UIView? { window.subviews.first { $0 is AENotificationView } }

  func pass() async {
    for _ in 0..<20 {
      await agent?.martlet?.settled()
      await Task.yield()
      Drive.turn()
    }
  }

  func stored() async -> [String] {
    agent?.martlet?.requestImmediateDataFlush()
    await pass()
    return server.storedEvents.compactMap { event in
      switch event.body {
      case .delivered: "delivered"
      case .impression(let it): "\(it.surface?.rawValue ?? "") displayed"
      case .click(let it, _): "\(it.surface?.rawValue ?? "") actioned"
      case .dismissal(let it, _): "\(it.surface?.rawValue ?? "") exited"
      case .surveyAnswers: "answers"
      case .screenView(let name, _): "screen \(name)"
      case .outcome(_, .known(.dropped), let reason): "dropped \(reason ?? "")"
      default: nil
      }
    }
  }
}

extension Wire.Campaign {
  /// A campaign on the event `a`.
  static func moved(
    _ id: String, banner: Wire.Banner = Wire.Banner(title: "Hello", text: "You"),
    content: Wire.Content? = nil,
    rules: Wire.SurfaceRules = Wire.SurfaceRules()
  ) -> Wire.Campaign {
    Wire.Campaign(
      id: id, createdAt: Instant(milliseconds: 0), triggers: [.init(kind: .known(.customEvent), name: "a")],
      banner: banner,
      content: content, surfaceRules: rules, rules: Wire.DeliveryRules())
  }
}

extension Wire.Content {
  static let announcement = Wire.Content(
    kind: .known(.text), title: "News", body: "All of it.", actionLabel: "More", exitLabel: "Close")
  static let survey = Wire.Content(
    kind: .known(.survey),
    questions: [
      Wire.Question(
        id: "q", kind: .known(.single), title: "?",
        choices: [.init(id: "y", title: "Yes"), .init(id: "n", title: "No")])
    ])
}
