// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !canImport(UIKit)
import AppKit

/// Tells a client when a Mac app is in front. A command-line tool has no app, and calls the client
/// itself.
enum AppLifecycle {
  static func observe(for martlet: Martlet) {
    Task { @MainActor [weak martlet] in
      guard let martlet, NSApp != nil else { return }
      martlet.mailbox.post(.appIsObserved)
      let observer = LifecycleObserver(martlet)
      if NSApplication.shared.isActive { observer.heard(isActive: true) }
      observer.listen()
    }
  }
}

/// Its observations retain it. They end at the first notification after the client is gone.
@MainActor
private final class LifecycleObserver {
  private weak var martlet: Martlet?
  private var observations: [NotificationObservation] = []
  private var phase = AppPhase()

  init(_ martlet: Martlet?) {
    self.martlet = martlet
  }

  func listen() {
    listen(to: NSApplication.didBecomeActiveNotification, isActive: true)
    listen(to: NSApplication.didResignActiveNotification, isActive: false)
    listen(to: NSApplication.willTerminateNotification, isActive: false)
  }

  func heard(isActive: Bool) {
    guard let martlet else {
      observations = []
      return
    }
    switch phase.handle(scenes: [], app: isActive ? .active : .background) {
    case .becameActive: martlet.applicationDidBecomeActive()
    case .enteredBackground: martlet.applicationDidEnterBackground()
    case nil: break
    }
  }

  private func listen(to name: Notification.Name, isActive: Bool) {
    observations.append(NotificationObservation(name) { self.heard(isActive: isActive) })
  }
}
#endif
