// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import SceneHTML

/// A setting, by the name that the page, its commands and shared links use.
enum LabSetting: String, Hashable, Sendable, CaseIterable {
  // The device and its person. Language is before direction, which follows the language unless it is set.
  case model, held, orientations, scheme, text, language, direction
  case reduceMotion = "reduce_motion"
  case reduceTransparency = "reduce_transparency"
  case increaseContrast = "increase_contrast"
  case keyboard, offline
  case twoWindows = "two_windows"
  // The app.
  case choice, drain
  case vetoClicks = "veto_clicks"
  case preferred
  case statusBar = "status_bar"
  case window
  case backgroundTap = "background_tap"
  case noDarkTheme = "no_dark_theme"
}

/// All settings of a device of the lab.
struct LabState: Hashable, Sendable {
  var device = DeviceSettings()
  var app = AppAnswers()

  /// The text is not a valid value of the setting.
  struct WrongValue: Error, Hashable {
    /// The valid values, in words.
    var expected: String
  }

  mutating func set(_ setting: LabSetting, to text: String) throws(WrongValue) {
    try setting.form.read(&self, text)
    if setting == .language { device.direction = device.language.direction == .rightToLeft ? .rightToLeft : .leftToRight }
  }

  /// The text that `set` reads.
  subscript(setting: LabSetting) -> String { setting.form.text(self) }

  // MARK: - What was set, for the timeline

  func words(for setting: LabSetting) -> String { setting.form.words(self) }

  /// A further explanation; nil if the words need none.
  func detail(for setting: LabSetting) -> String? {
    switch setting {
    case .offline where device.isOffline: "Events wait on the device"
    case .language where device.direction == .rightToLeft: "Right to left"
    // A delegate's changes apply while a message is being prepared.
    case .preferred, .statusBar, .window, .backgroundTap, .noDarkTheme: "Applies from the next message"
    case .twoWindows where device.wantsTwoWindows && device.windows.isEmpty: "Needs a tablet"
    default: nil
    }
  }
}
