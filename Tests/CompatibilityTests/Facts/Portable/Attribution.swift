// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `user.set(attributionData:)`
// rank: rare

import BrazeKit

private func fact(braze: Braze) {
  braze.user.set(
    attributionData: Braze.User.AttributionData(network: "n", campaign: "c", adGroup: "g", creative: "k"))
  braze.user.set(attributionData: nil)
}
