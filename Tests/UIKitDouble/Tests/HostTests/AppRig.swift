// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import TestSupport
import Testing
import UIKit

/// A client in an app with the double's life cycle.
@MainActor
final class AppRig {
  let clock = ManualClock()
  let transport = HeldTransport()
  private(set) var martlet: Martlet?

  init(_ change: (Martlet.Configuration) -> Void = { _ in }) {
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
    configuration.storageDirectory = .temporaryFolder().appending(path: "storage")
    configuration.transport = transport
    configuration.environment = clock.environment
    configuration.logger.level = .disabled
    change(configuration)
    martlet = Martlet(configuration: configuration)
  }

  func release() { martlet = nil }

  func open(_ url: String, useWebView: Bool = false, _ change: (Martlet.URLContext) -> Void = { _ in }) throws
  {
    let context = Martlet.URLContext(url: try #require(URL(string: url)), useWebView: useWebView, extras: [:])
    change(context)
    martlet?.open(context)
  }

  /// Lets tasks run, and the run loop with them.
  func pass() async {
    for _ in 0..<20 {
      await martlet?.settled()
      await Task.yield()
      Drive.turn()
    }
  }

  /// Waits for work that runs elsewhere.
  func wait(_ isDone: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
    guard !isDone() else { return }
    await eventually("the condition of this line", sourceLocation: sourceLocation) {
      Drive.turn()
      return isDone()
    }
  }
}

/// The controller that is presented last in the app's window.
@MainActor
func topmost(in window: UIWindow) -> UIViewController? {
  var top = window.rootViewController
  while let next = top?.presentedViewController { top = next }
  return top
}
