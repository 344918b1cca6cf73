// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `isTestSend`
// rank: useful

import BrazeKit

private func fact(message: Braze.InAppMessage) -> Bool {
  message.isTestSend || message.data.isTestSend
}
