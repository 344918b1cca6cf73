// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `push.automation` as a boolean literal, then single steps
// rank: essential

import BrazeKit

private func fact(configuration: Braze.Configuration) {
  configuration.push.automation = true
  configuration.push.automation.requestAuthorizationAtLaunch = false
  configuration.push.appGroup = "group.example"
}
