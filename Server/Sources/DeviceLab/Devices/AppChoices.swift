// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// The app's choices, as people read them.
extension LabDevice {
  nonisolated static func words(for choice: InAppMessageUI.DisplayChoice) -> String {
    switch choice {
    case .now: "show it now"
    case .reenqueue: "not now"
    case .discard: "discard it"
    }
  }

  nonisolated static func words(for policy: InAppMessageUI.DrainPolicy) -> String {
    switch policy {
    case .afterDismissal: "when the screen is free"
    case .whenEligible: "at the next opportunity"
    case .manual: "only on request"
    }
  }
}
