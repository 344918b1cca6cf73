// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import SceneHTML

/// One thing that can be set, under the name that the page, its commands and shared links use.
enum LabSetting: String, Hashable, Sendable, CaseIterable {
  // The device and its person. The language comes before the direction, which follows it unless it is set.
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

/// Everything of a device of the lab that is set and not done.
struct LabState: Hashable, Sendable {
  var device = DeviceSettings()
  var app = AppAnswers()

  /// The text is none of the setting's values.
  struct WrongValue: Error, Hashable {
    /// What it could be, for people.
    var expected: String
  }

  private enum Switch: String, CaseIterable {
    case on, off
  }

  mutating func set(_ setting: LabSetting, to text: String) throws(WrongValue) {
    switch setting {
    case .model: device.model = try Self.choice(text)
    case .held: device.held = try Self.choice(text)
    case .orientations: device.orientations = try Self.choice(text)
    case .scheme: device.scheme = try Self.choice(text)
    case .text:
      let range = DeviceSettings.textRange
      guard text.utf8.count <= 3, let percent = Int(text), range.contains(percent) else {
        throw WrongValue(expected: "Expected a whole number from \(range.lowerBound) to \(range.upperBound).")
      }
      device.textPercent = percent
    case .language:
      device.language = try Self.choice(text)
      device.direction = device.language.direction
    case .direction: device.direction = try Self.choice(text)
    case .reduceMotion: device.reducesMotion = try Self.flag(text)
    case .reduceTransparency: device.reducesTransparency = try Self.flag(text)
    case .increaseContrast: device.increasesContrast = try Self.flag(text)
    case .keyboard: device.hasKeyboard = try Self.flag(text)
    case .offline: device.isOffline = try Self.flag(text)
    case .twoWindows: device.wantsTwoWindows = try Self.flag(text)
    case .choice: app.choice = try Self.choice(text)
    case .drain: app.drainPolicy = try Self.choice(text)
    case .vetoClicks: app.vetoesClicks = try Self.flag(text)
    case .preferred: app.preferred = try Self.choice(text)
    case .statusBar: app.statusBar = try Self.choice(text)
    case .window: app.window = try Self.choice(text)
    case .backgroundTap: app.closesOnBackgroundTap = try Self.flag(text)
    case .noDarkTheme: app.removesDarkTheme = try Self.flag(text)
    }
  }

  /// The text that `set` reads.
  subscript(setting: LabSetting) -> String {
    func text(_ flag: Bool) -> String { (flag ? Switch.on : .off).rawValue }
    return switch setting {
    case .model: device.model.rawValue
    case .held: device.held.rawValue
    case .orientations: device.orientations.rawValue
    case .scheme: device.scheme.rawValue
    case .text: String(device.textPercent)
    case .language: device.language.rawValue
    case .direction: device.direction.rawValue
    case .reduceMotion: text(device.reducesMotion)
    case .reduceTransparency: text(device.reducesTransparency)
    case .increaseContrast: text(device.increasesContrast)
    case .keyboard: text(device.hasKeyboard)
    case .offline: text(device.isOffline)
    case .twoWindows: text(device.wantsTwoWindows)
    case .choice: app.choice.rawValue
    case .drain: app.drainPolicy.rawValue
    case .vetoClicks: text(app.vetoesClicks)
    case .preferred: app.preferred.rawValue
    case .statusBar: app.statusBar.rawValue
    case .window: app.window.rawValue
    case .backgroundTap: text(app.closesOnBackgroundTap)
    case .noDarkTheme: text(app.removesDarkTheme)
    }
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(_ text: String) throws(WrongValue) -> Choice
  where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      throw WrongValue(expected: "Expected one of: \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return choice
  }

  private static func flag(_ text: String) throws(WrongValue) -> Bool {
    let value: Switch = try choice(text)
    return value == .on
  }
}
