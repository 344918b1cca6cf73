// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

#if canImport(UIKit) || canImport(AppKit)
/// Tells a client when the app comes and goes.
enum AppLifecycle {
  /// Ends by itself when the client is gone.
  static func observe(for martlet: Martlet) {
    Task { @MainActor [weak martlet] in
      #if canImport(UIKit)
      let (isActive, active, background) = (
        UIApplication.shared.applicationState == .active, UIApplication.didBecomeActiveNotification,
        UIApplication.didEnterBackgroundNotification
      )
      #else
      let (isActive, active, background) = (
        NSApplication.shared.isActive, NSApplication.didBecomeActiveNotification, NSApplication.didHideNotification
      )
      #endif
      if isActive { martlet?.applicationDidBecomeActive() }
      LifecycleObserver(martlet, active: active, background: background).keep()
    }
  }
}

/// Holds the registrations; lets go of them at the first notification after the client is gone.
@MainActor
private final class LifecycleObserver {
  private weak var martlet: Martlet?
  private var tokens: [any NSObjectProtocol] = []
  private let active: Notification.Name
  private let background: Notification.Name

  init(_ martlet: Martlet?, active: Notification.Name, background: Notification.Name) {
    self.martlet = martlet
    self.active = active
    self.background = background
  }

  func keep() {
    // The registrations hold this object, and it holds them, until the client is gone.
    for (name, isActive) in [(active, true), (background, false)] {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
          MainActor.assumeIsolated { self.heard(isActive: isActive) }
        })
    }
  }

  private func heard(isActive: Bool) {
    guard let martlet else {
      tokens.forEach(NotificationCenter.default.removeObserver)
      tokens = []
      return
    }
    if isActive { martlet.applicationDidBecomeActive() } else { martlet.applicationDidEnterBackground() }
  }
}
#endif
