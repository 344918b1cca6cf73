// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import TestSupport
import Testing

/// The examples of docs/customising.md, each run. They set what is there once in a process, so they
/// run one after the other.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
enum Customising {}

/// A presenter on a screen that nobody sees.
@MainActor
final class Stage {
  let host = HeadlessHost()
  let ui: InAppMessageUI
  private(set) var opened: [String] = []

  init(_ delegate: (any InAppMessageUIDelegate)? = nil, traits: SceneTraits? = nil) {
    if let traits { host.traits = traits }
    ui = InAppMessageUI(host: host, environment: ManualClock().environment)
    ui.delegate = delegate
    ui.openURL = { [weak self] context in self?.opened.append(context.url.absoluteString) }
  }

  var nodes: [SceneNode] { host.scene?.root.allNodes ?? [] }
}

extension Martlet {
  /// A client that talks to nobody.
  @MainActor
  static func quiet() -> Martlet {
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.storageDirectory = .temporaryFolder()
    configuration.transport = ScriptedServer()
    configuration.environment = ManualClock().environment
    configuration.urlOpener = { _ in }
    return Martlet(configuration: configuration)
  }
}

extension Martlet.InAppMessage {
  static let tulips = Martlet.InAppMessage.modal(
    .init(
      header: "Spring", message: "Tulips are here",
      buttons: [
        .init(id: 0, text: "Later", clickAction: .none),
        .init(
          id: 1, text: "Order",
          clickAction: .url(URL(string: "https://example.test/tulips")!, useWebView: false)),
      ]))

  static let full = Martlet.InAppMessage.full(
    .init(
      imageURL: URL(string: "https://example.test/tulips.png")!, header: "Spring", message: "Tulips are here")
  )
}
