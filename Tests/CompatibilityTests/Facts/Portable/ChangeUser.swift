// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `changeUser(userId:sdkAuthSignature:)` and `user.id`
// rank: essential

import BrazeKit

private func fact(braze: Braze) -> String? {
  braze.changeUser(userId: "ada")
  braze.changeUser(userId: "ada", sdkAuthSignature: "token")
  return braze.user.id
}
