// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `api.trackingPropertyAllowList` and `updateTrackingAllowList`
// rank: rare

import BrazeKit

private func fact(configuration: Braze.Configuration, braze: Braze) {
  configuration.api.trackingPropertyAllowList = [.everything, .customEvent(["viewed"]), .email]
  braze.updateTrackingAllowList(adding: [.firstName], removing: [.customAttribute(["a"])])
}
