// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the agent keeps in the user defaults of the app.
struct AgentDefaults: Sendable {
  /// nil: those of the app.
  var suite: String?

  private var defaults: UserDefaults? { suite.map { UserDefaults(suiteName: $0) } ?? .standard }

  /// The switch that an app can also have in its settings bundle. nil: nobody has set it.
  var isEnabled: Bool? {
    get {
      defaults?.object(forKey: kEngagementAgentEnabled) == nil
        ? nil : defaults?.bool(forKey: kEngagementAgentEnabled)
    }
    nonmutating set {
      if let newValue { defaults?.set(newValue, forKey: kEngagementAgentEnabled) }
    }
  }

  /// The switch, if it was moved since it was taken last. What the app itself did with the SDK
  /// since then stays.
  func takeSwitch() -> Bool? {
    let key = "martlet.engagement.taken_switch"
    guard let isEnabled else { return nil }
    if defaults?.object(forKey: key) != nil, defaults?.bool(forKey: key) == isEnabled { return nil }
    defaults?.set(isEnabled, forKey: key)
    return isEnabled
  }

  /// Keeps the `AppId`.
  ///
  /// - Returns: whether the last launch had another one.
  func changes(appID: String) -> Bool {
    let key = "martlet.engagement.app_id"
    let last = defaults?.string(forKey: key)
    if last != appID { defaults?.set(appID, forKey: key) }
    return last != nil && last != appID
  }
}
