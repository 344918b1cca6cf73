// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Tells a client when the app becomes active and when it moves to the background.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
enum AppLifecycle {
  static func observe(for martlet: Martlet) {
    Task { @MainActor [weak martlet] in
      let observer = LifecycleObserver(martlet)
      if UIApplication.shared.applicationState == .active { observer.heard(isActive: true) }
      observer.listen()
    }
  }
}

/// Its registrations retain it. It removes them at the first notification after the client is gone.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@MainActor
private final class LifecycleObserver {
  private weak var martlet: Martlet?
  private var tokens: [any NSObjectProtocol] = []

  init(_ martlet: Martlet?) {
    self.martlet = martlet
  }

  func listen() {
    listen(to: UIApplication.didBecomeActiveNotification, isActive: true)
    listen(to: UIApplication.didEnterBackgroundNotification, isActive: false)
    // An app that started before the first unlock could not read its files.
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil, queue: .main
      ) { [weak martlet] _ in martlet?.mailbox.post(.storageMayBeReadable) })
  }

  func heard(isActive: Bool) {
    guard let martlet else {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
      tokens = []
      return
    }
    if isActive { martlet.applicationDidBecomeActive() } else { martlet.applicationDidEnterBackground() }
  }

  private func listen(to name: Notification.Name, isActive: Bool) {
    tokens.append(
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
        // Safe: the observer requests the main queue, which the main actor uses.
        MainActor.assumeIsolated { self.heard(isActive: isActive) }
      })
  }
}
#endif
