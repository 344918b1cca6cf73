// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `present(message:)` with a raw message
// rank: useful

import BrazeKit
import BrazeUI

@MainActor
private func fact(ui: BrazeInAppMessageUI, raw: Braze.InAppMessageRaw) {
  ui.present(message: raw)
}
