// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// The app's choices, as commands name them and as people read them.
extension InAppMessageUI.DisplayChoice {
  var name: String {
    switch self {
    case .now: "now"
    case .reenqueue: "reenqueue"
    case .discard: "discard"
    }
  }
}

extension InAppMessageUI.DrainPolicy {
  var name: String {
    switch self {
    case .afterDismissal: "after_dismissal"
    case .whenEligible: "when_eligible"
    case .manual: "manual"
    }
  }
}

extension LabDevice {
  static func words(for choice: InAppMessageUI.DisplayChoice) -> String {
    switch choice {
    case .now: "show it now"
    case .reenqueue: "not now"
    case .discard: "take it out"
    }
  }

  static func words(for policy: InAppMessageUI.DrainPolicy) -> String {
    switch policy {
    case .afterDismissal: "whenever the screen is free"
    case .whenEligible: "once at each occasion"
    case .manual: "only when the app asks"
    }
  }
}
