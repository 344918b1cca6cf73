// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: content cards, banners, feature flags and location
// rank: rare
// row: Content cards, banners, feature flags

import BrazeKit

private func fact(braze: Braze) {
  braze.contentCards.requestRefresh()
  braze.featureFlags.requestRefresh()
  braze.user.setLastKnownLocation(latitude: 51, longitude: 0, horizontalAccuracy: 10)
}
