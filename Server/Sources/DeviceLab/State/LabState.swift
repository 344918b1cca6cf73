// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletUI
import SceneHTML

/// A setting, by the name that the page, its commands and shared links use.
enum LabSetting: String, Hashable, Sendable, CaseIterable {
  // The device and its person. Language is before direction, which follows the language unless it
  // is set.
  case model, held, orientations, scheme, text, language, direction
  case reduceMotion = "reduce_motion"
  case reduceTransparency = "reduce_transparency"
  case increaseContrast = "increase_contrast"
  case keyboard, offline
  case permission
  case doNotDisturb = "do_not_disturb"
  case twoWindows = "two_windows"
  // What the server gives its person.
  case arm
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
  /// The arm of an experiment that the phone takes. nil: campaigns as they are.
  var arm: LabArm?

  /// The text is not a valid value of the setting.
  struct WrongValue: Error, Hashable {
    /// The valid values, in words.
    var expected: String
  }

  mutating func set(_ setting: LabSetting, to text: String) throws(WrongValue) {
    try setting.form.read(&self, text)
    if setting == .language {
      device.direction = device.language.direction == .rightToLeft ? .rightToLeft : .leftToRight
    }
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
    case .permission: "The SDK reads it when the app comes to the foreground"
    case .doNotDisturb where device.doesNotDisturb: "Notifications only appear in the notification centre"
    // A delegate's changes apply while a message is being prepared.
    case .preferred, .statusBar, .window, .backgroundTap, .noDarkTheme: "Applies from the next message"
    case .twoWindows where device.wantsTwoWindows && device.windows.isEmpty: "Needs a tablet"
    default: nil
    }
  }
}

extension LabSetting {
  /// How a setting is written and read, and what the timeline says about a change.
  struct Form {
    let text: (LabState) -> String
    let read: (inout LabState, String) throws(LabState.WrongValue) -> Void
    let words: (LabState) -> String

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
      _ path: WritableKeyPath<LabState, Choice>, _ words: @escaping (Choice) -> String
    ) -> Form {
      Form(
        text: { $0[keyPath: path].rawValue },
        read: { (state, text) throws(LabState.WrongValue) in
          guard let choice = Choice(rawValue: text) else {
            throw LabState.WrongValue(
              expected: "Expected one of: \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
          }
          state[keyPath: path] = choice
        }, words: { words($0[keyPath: path]) })
    }

    static func flag(_ path: WritableKeyPath<LabState, Bool>, on: String, off: String) -> Form {
      Form(
        text: { $0[keyPath: path] ? "on" : "off" },
        read: { (state, text) throws(LabState.WrongValue) in
          guard text == "on" || text == "off" else {
            throw LabState.WrongValue(expected: "Expected one of: on, off.")
          }
          state[keyPath: path] = text == "on"
        }, words: { $0[keyPath: path] ? on : off })
    }

    static func number(
      _ path: WritableKeyPath<LabState, Int>, in range: ClosedRange<Int>, _ words: @escaping (Int) -> String
    ) -> Form {
      Form(
        text: { String($0[keyPath: path]) },
        read: { (state, text) throws(LabState.WrongValue) in
          guard text.utf8.count <= 3, let number = Int(text), range.contains(number) else {
            throw LabState.WrongValue(
              expected: "Expected a whole number from \(range.lowerBound) to \(range.upperBound).")
          }
          state[keyPath: path] = number
        }, words: { words($0[keyPath: path]) })
    }
  }

  /// The words name ids; `LabDevice` knows the names.
  private static var armForm: Form {
    Form(
      text: { $0.arm?.text ?? noArm },
      read: { (state, text) throws(LabState.WrongValue) in
        let arm = LabArm(text)
        guard arm != nil || text == noArm else {
          throw LabState.WrongValue(expected: "Expected none, or a campaign’s id, a colon and an arm.")
        }
        state.arm = arm
      }, words: { $0.arm.map { "Arm: \($0.name)" } ?? "Campaigns as they are, in no arm" })
  }

  private static let noArm = "none"

  var form: Form {
    switch self {
    case .model: .choice(\.device.model) { "Model: \($0.name.lowercased())" }
    case .held: .choice(\.device.held) { "Rotated to \($0.rawValue)" }
    case .orientations:
      .choice(\.device.orientations) {
        $0 == .both ? "The app supports both orientations" : "The app supports \($0.rawValue) only"
      }
    case .scheme: .choice(\.device.scheme) { $0 == .dark ? "Dark mode" : "Light mode" }
    case .text: .number(\.device.textPercent, in: DeviceSettings.textRange) { "Text size \($0)%" }
    case .language: .choice(\.device.language) { "Language: \($0.name)" }
    case .direction: .choice(\.device.direction) { $0 == .rightToLeft ? "Right to left" : "Left to right" }
    case .reduceMotion: .flag(\.device.reducesMotion, on: "Reduced motion on", off: "Reduced motion off")
    case .reduceTransparency:
      .flag(\.device.reducesTransparency, on: "Reduced transparency on", off: "Reduced transparency off")
    case .increaseContrast:
      .flag(\.device.increasesContrast, on: "Increased contrast on", off: "Increased contrast off")
    case .keyboard: .flag(\.device.hasKeyboard, on: "Keyboard open", off: "Keyboard closed")
    case .offline: .flag(\.device.isOffline, on: "Network off", off: "Network on")
    case .permission:
      .choice(\.device.permission) {
        switch $0 {
        case .allowed: "Notifications allowed"
        case .notAsked: "Notifications: not asked yet"
        case .denied: "Notifications not allowed"
        }
      }
    case .doNotDisturb: .flag(\.device.doesNotDisturb, on: "Do Not Disturb on", off: "Do Not Disturb off")
    case .twoWindows: .flag(\.device.wantsTwoWindows, on: "Two windows", off: "One window")
    case .arm: Self.armForm
    case .choice: .choice(\.app.choice) { "App answer: \($0.words)" }
    case .drain: .choice(\.app.drainPolicy) { "Queued messages are shown \($0.words)" }
    case .vetoClicks: .flag(\.app.vetoesClicks, on: "The app blocks clicks", off: "The app allows clicks")
    case .preferred:
      .choice(\.app.preferred) { $0 == .none ? "No preferred orientation" : "The app prefers \($0.rawValue)" }
    case .statusBar:
      .choice(\.app.statusBar) {
        switch $0 {
        case .auto: "Status bar: automatic"
        case .hidden: "The app hides the status bar during messages"
        case .visible: "The app shows the status bar during messages"
        }
      }
    case .window: .choice(\.app.window) { "Messages appear in the \($0.rawValue) window" }
    case .backgroundTap:
      .flag(
        \.app.closesOnBackgroundTap, on: "A tap outside a message closes it",
        off: "A tap outside a message does nothing")
    case .noDarkTheme:
      .flag(\.app.removesDarkTheme, on: "The app removes dark themes", off: "The app keeps dark themes")
    }
  }
}

extension InAppMessageUI.DisplayChoice {
  /// The app's choice in words.
  var words: String {
    switch self {
    case .now: "show it now"
    case .reenqueue: "not now"
    case .discard: "discard it"
    }
  }
}

extension InAppMessageUI.DrainPolicy {
  fileprivate var words: String {
    switch self {
    case .afterDismissal: "when the screen is free"
    case .whenEligible: "at the next opportunity"
    case .manual: "only on request"
    }
  }
}
