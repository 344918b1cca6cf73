// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `notifications.subscribeToUpdates`
// rank: useful
// needs: push

import BrazeKit

private func fact(braze: Braze) -> Braze.Cancellable {
  braze.notifications.subscribeToUpdates { payload in print(payload.title ?? "") }
}
