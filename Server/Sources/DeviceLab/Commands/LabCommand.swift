// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import HTTPSupport
import MartletCore
import MartletTesting
import MartletWire

/// What a user of the lab can do to a device.
enum LabCommand: Hashable, Sendable {
  /// Opens the app in a new process: the old one ends, and its stack is lost.
  case startSession
  case background
  case foreground
  case quit
  /// Has the app log an event.
  case log(Event.Kind)
  case changeUser(id: String)
  /// Changes a setting of the device, of its person or of the app.
  case set(LabSetting, String)
  /// Shows a message without a trigger.
  case show(ShownMessage)
  /// Sends pending events immediately.
  case flush
  case wipe
  /// Turns the SDK on or off.
  case enabled(Bool)
  case presentNext
  case advance(Duration)
  /// Locks or unlocks the phone.
  case lock(Bool)
  /// Taps or clears a notification, by its id.
  case tapNotification(String)
  case clearNotification(String)

  /// The farthest that one command moves the clock: 400 days, in seconds.
  static let longestAdvance = 400 * 86_400

  enum Name: String, Hashable, Sendable, CaseIterable {
    case startSession = "start_session"
    case background, foreground, quit
    case changeUser = "change_user"
    case set, show, flush, wipe, enabled
    case presentNext = "present_next"
    case advance, lock
    case tapNotification = "tap_notification"
    case clearNotification = "clear_notification"
  }

  /// Throws 422 with every wrong field.
  init(json: Wire.JSONValue) throws {
    var fields = try FieldReader(json)
    if let event = LoggedEvent.all.first(where: { .string($0.command) == fields.value("command") }) {
      self = .log(try event.read(&fields))
      return
    }
    let name = fields.choice(
      "command", of: Name.self, default: .flush, others: LoggedEvent.all.map(\.command))
    try fields.finishCommand()
    self =
      switch name {
      case .startSession: .startSession
      case .background: .background
      case .foreground: .foreground
      case .quit: .quit
      case .flush: .flush
      case .wipe: .wipe
      case .enabled: .enabled(fields.bool("on"))
      case .presentNext: .presentNext
      case .advance: .advance(.seconds(fields.integer("seconds", in: 1...Self.longestAdvance)))
      case .lock: .lock(fields.bool("on"))
      case .tapNotification: .tapNotification(fields.string("notification", length: 1...Wire.Limits.idLength))
      case .clearNotification:
        .clearNotification(fields.string("notification", length: 1...Wire.Limits.idLength))
      case .changeUser: .changeUser(id: fields.string("user_id", length: 1...Wire.Limits.userIDLength))
      case .set: Self.set(&fields)
      case .show: Self.show(&fields)
      }
    try fields.finishCommand()
  }

  private static func set(_ fields: inout FieldReader) -> LabCommand {
    let setting = fields.choice("setting", of: LabSetting.self, default: .model)
    let value = fields.string("value", length: 1...LabArm.longestText)
    guard fields.errors.isEmpty else { return .flush }
    var state = LabState()
    do throws(LabState.WrongValue) { try state.set(setting, to: value) } catch {
      fields.refuse("value", error.expected)
    }
    return .set(setting, value)
  }

  private static func show(_ fields: inout FieldReader) -> LabCommand {
    let name = fields.string("message", length: 1...Wire.Limits.nameLength + 16)
    guard fields.errors.isEmpty else { return .flush }
    guard let message = ShownMessage(name: name), !message.isDraft else {
      fields.refuse("message", "Expected sample: and a sample's name, or campaign: and an id.")
      return .flush
    }
    return .show(message)
  }
}
