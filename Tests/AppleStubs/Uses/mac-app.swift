// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: macos
import AppKit

@MainActor
final class MacLifecycle {
  private var token: (any NSObjectProtocol)?

  func listen(_ became: @escaping @MainActor @Sendable (Bool) -> Void) {
    token = NotificationCenter.default.addObserver(
      forName: NSApplication.didBecomeActiveNotification, object: nil, queue: .main
    ) { _ in
      MainActor.assumeIsolated { became(NSApplication.shared.isActive) }
    }
    // A program without an app has none.
    if NSApp != nil { became(NSApp.isActive) }
    NSWorkspace.shared.open(URL(fileURLWithPath: "/"))
  }
}
