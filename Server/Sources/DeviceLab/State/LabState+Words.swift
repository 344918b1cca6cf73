// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import SceneHTML

/// What was set, for the timeline.
extension LabState {
  func words(for setting: LabSetting) -> String {
    switch setting {
    case .model: "Became a \(device.model.name.lowercased())"
    case .held: device.held == .portrait ? "Turned upright" : "Turned on its side"
    case .orientations:
      switch device.orientations {
      case .both: "The app can be turned both ways"
      case .portrait: "The app stands upright only"
      case .landscape: "The app lies on its side only"
      }
    case .scheme: device.scheme == .dark ? "Dark colours" : "Light colours"
    case .text: "Text size \(device.textPercent) %"
    case .language: "Speaks \(device.language.name)"
    case .direction: device.direction == .rightToLeft ? "Reads from right to left" : "Reads from left to right"
    case .reduceMotion: device.reducesMotion ? "Reduced motion on" : "Reduced motion off"
    case .reduceTransparency: device.reducesTransparency ? "Reduced transparency on" : "Reduced transparency off"
    case .increaseContrast: device.increasesContrast ? "Increased contrast on" : "Increased contrast off"
    case .keyboard: device.hasKeyboard ? "Keyboard up" : "Keyboard down"
    case .offline: device.isOffline ? "Network off" : "Network on"
    case .twoWindows: device.wantsTwoWindows ? "Two windows side by side" : "One window"
    case .choice: "The app will answer: \(LabDevice.words(for: app.choice))"
    case .drain: "What waits is tried \(LabDevice.words(for: app.drainPolicy))"
    case .vetoClicks: app.vetoesClicks ? "The app will veto clicks" : "The app lets clicks pass"
    case .preferred:
      switch app.preferred {
      case .none: "The app prefers no orientation"
      case .portrait: "The app prefers messages upright"
      case .landscape: "The app prefers messages on the side"
      }
    case .statusBar:
      switch app.statusBar {
      case .auto: "The message decides on the status bar"
      case .hidden: "The app hides the status bar under messages"
      case .visible: "The app keeps the status bar over messages"
      }
    case .window:
      switch app.window {
      case .active: "The app leaves messages to the active window"
      case .first: "The app shows messages in its first window"
      case .second: "The app shows messages in its second window"
      }
    case .backgroundTap: app.closesOnBackgroundTap ? "A tap beside a message closes it" : "A tap beside a message does nothing"
    case .noDarkTheme: app.removesDarkTheme ? "The app removes dark themes" : "The app keeps dark themes"
    }
  }

  /// More on it; nil when the words say it all.
  func detail(for setting: LabSetting) -> String? {
    switch setting {
    case .offline where device.isOffline: "Events wait on the disk"
    case .language where device.direction == .rightToLeft: "Reads from right to left"
    // What a delegate changes, it changes while a message is being prepared.
    case .preferred, .statusBar, .window, .backgroundTap, .noDarkTheme: "From the next message on"
    case .twoWindows where device.wantsTwoWindows && device.windows.isEmpty: "Only a tablet has room for them"
    default: nil
    }
  }
}
