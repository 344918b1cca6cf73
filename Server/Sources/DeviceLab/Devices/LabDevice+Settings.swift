// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletTesting
import MartletUI

/// Settings of the device and its app, and the way between foreground and background.
extension LabDevice {
  func set(_ setting: LabSetting, to value: String) {
    let before = state
    // The value was checked when the command was read.
    try? state.set(setting, to: value)
    guard state != before else { return }
    note(.action(title: state.words(for: setting), detail: state.detail(for: setting)))
    if state.device.held != before.device.held { turned = nil }
    network.isOnline = !state.device.isOffline
    run?.ui.drainPolicy = state.app.drainPolicy
    updateInterface()
  }

  func goToBackground(_ run: Run) {
    guard phase == .active else { return }
    note(.action(title: "Went to the background", detail: "The session ends after 10 s"))
    phase = .background
    run.martlet.applicationDidEnterBackground()
  }

  func comeToForeground(_ run: Run) {
    guard phase == .background else { return }
    note(.action(title: "Came to the foreground"))
    isLocked = false
    phase = .active
    run.martlet.applicationDidBecomeActive()
  }
}
