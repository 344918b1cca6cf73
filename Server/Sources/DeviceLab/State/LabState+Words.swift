// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import SceneHTML

/// What was set, for the timeline.
extension LabState {
  func words(for setting: LabSetting) -> String {
    switch setting {
    case .model: "Model: \(device.model.name.lowercased())"
    case .held: device.held == .portrait ? "Rotated to portrait" : "Rotated to landscape"
    case .orientations:
      switch device.orientations {
      case .both: "The app supports both orientations"
      case .portrait: "The app supports portrait only"
      case .landscape: "The app supports landscape only"
      }
    case .scheme: device.scheme == .dark ? "Dark mode" : "Light mode"
    case .text: "Text size \(device.textPercent)%"
    case .language: "Language: \(device.language.name)"
    case .direction: device.direction == .rightToLeft ? "Right to left" : "Left to right"
    case .reduceMotion: device.reducesMotion ? "Reduced motion on" : "Reduced motion off"
    case .reduceTransparency: device.reducesTransparency ? "Reduced transparency on" : "Reduced transparency off"
    case .increaseContrast: device.increasesContrast ? "Increased contrast on" : "Increased contrast off"
    case .keyboard: device.hasKeyboard ? "Keyboard open" : "Keyboard closed"
    case .offline: device.isOffline ? "Network off" : "Network on"
    case .twoWindows: device.wantsTwoWindows ? "Two windows" : "One window"
    case .choice: "App answer: \(LabDevice.words(for: app.choice))"
    case .drain: "Queued messages are shown \(LabDevice.words(for: app.drainPolicy))"
    case .vetoClicks: app.vetoesClicks ? "The app blocks clicks" : "The app allows clicks"
    case .preferred:
      switch app.preferred {
      case .none: "No preferred orientation"
      case .portrait: "The app prefers portrait"
      case .landscape: "The app prefers landscape"
      }
    case .statusBar:
      switch app.statusBar {
      case .auto: "Status bar: automatic"
      case .hidden: "The app hides the status bar during messages"
      case .visible: "The app shows the status bar during messages"
      }
    case .window:
      switch app.window {
      case .active: "Messages appear in the active window"
      case .first: "Messages appear in the first window"
      case .second: "Messages appear in the second window"
      }
    case .backgroundTap: app.closesOnBackgroundTap ? "A tap outside a message closes it" : "A tap outside a message does nothing"
    case .noDarkTheme: app.removesDarkTheme ? "The app removes dark themes" : "The app keeps dark themes"
    }
  }

  /// More on it; nil when the words say it all.
  func detail(for setting: LabSetting) -> String? {
    switch setting {
    case .offline where device.isOffline: "Events wait on the device"
    case .language where device.direction == .rightToLeft: "Right to left"
    // What a delegate changes, it changes while a message is being prepared.
    case .preferred, .statusBar, .window, .backgroundTap, .noDarkTheme: "Applies from the next message"
    case .twoWindows where device.wantsTwoWindows && device.windows.isEmpty: "Needs a tablet"
    default: nil
    }
  }
}
