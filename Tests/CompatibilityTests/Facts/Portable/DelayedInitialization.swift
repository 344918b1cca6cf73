// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `prepareForDelayedInitialization`
// rank: rare

import BrazeKit

private func fact() {
  Braze.prepareForDelayedInitialization()
  Braze.prepareForDelayedInitialization(analyticsBehavior: .drop)
  Braze.prepareForDelayedInitialization(pushAutomation: true)
}
