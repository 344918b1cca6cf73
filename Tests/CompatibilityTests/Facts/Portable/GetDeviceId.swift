// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `getDeviceId`, `user.getId`, as a callback and by waiting
// rank: useful

import BrazeKit

private func fact(braze: Braze) async -> String {
  braze.getDeviceId { id in print(id) }
  braze.user.getId { id in print(id ?? "anonymous") }
  let user = await braze.user.getId()
  return await braze.getDeviceId() + (user ?? "")
}
