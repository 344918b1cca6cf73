// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `deviceId` without waiting
// rank: useful

import BrazeKit

private func fact(braze: Braze) -> Int {
  let id = braze.deviceId
  return id.count
}

private func waiting(braze: Braze) async -> String {
  let id = await braze.deviceId
  return id
}
