// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: subscriptions and groups
// rank: useful

import BrazeKit

private func fact(braze: Braze) {
  braze.user.set(emailSubscriptionState: .optedIn)
  braze.user.set(pushNotificationSubscriptionState: .unsubscribed)
  braze.user.addToSubscriptionGroup(id: "news")
  braze.user.removeFromSubscriptionGroup(id: "news")
}
