// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletWire

/// Notifications of a scenario, as the app's delegates forward them to the SDK.
extension ScenarioWorld {
  func tapPush(_ campaign: String, _ delivery: String, _ isTest: Bool, in process: Process) {
    let payload: [String: any Sendable] = [
      "campaign_id": campaign, "delivery_id": delivery, "opens_content": true, "is_test": isTest,
    ]
    isHandled = process.martlet.notifications.handleUserNotification(userInfo: [
      "aps": ["alert": campaign], "martlet": payload,
    ])
  }

  /// A notification that only the system shows does not reach the app.
  func receive(_ notification: Scenario.PushedNotification, in process: Process) {
    let notifications = process.martlet.notifications
    let userInfo = notification.payload.mapValues(\.plain) as [AnyHashable: Any]
    if let tap = notification.tap {
      let action = if case .action(let identifier) = tap { identifier } else { nil as String? }
      isHandled = notifications.handleUserNotification(userInfo: userInfo, actionIdentifier: action) {
        [delegate] in
        delegate.note(call: "tap_completed")
      }
      return
    }
    let system = notification.payload["aps"]
    if isActive, ["alert", "sound", "badge"].contains(where: { system?[$0] != nil }) {
      let options = notifications.handleForegroundNotification(userInfo: userInfo)
      isHandled = options != nil
      if let options { delegate.note(call: "present \(options.words)") }
    }
    if system?["content-available"] == 1 {
      let isMartlet = notifications.handleBackgroundNotification(userInfo: userInfo) { [delegate] in
        delegate.note(call: "fetch_completed \($0.words)")
      }
      isHandled = isMartlet || isHandled == true
    }
  }
}

extension Martlet.Notifications.PresentationOptions {
  /// `banner list sound`, or `nothing`.
  fileprivate var words: String {
    let names: [(Self, String)] = [
      (.badge, "badge"), (.banner, "banner"), (.list, "list"), (.sound, "sound"),
    ]
    return isEmpty ? "nothing" : names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}

extension Martlet.Notifications.FetchResult {
  fileprivate var words: String {
    switch self {
    case .newData: "new_data"
    case .noData: "no_data"
    case .failed: "failed"
    }
  }
}

extension Wire.JSONValue {
  /// As the system passes it in a payload.
  fileprivate var plain: Any {
    switch self {
    case .null: NSNull()
    case .bool(let flag): flag
    case .int(let number): Int(number)
    case .double(let number): number
    case .string(let text): text
    case .array(let elements): elements.map(\.plain)
    case .object(let fields): fields.mapValues(\.plain)
    }
  }
}
