// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `logger.level` and `logger.print`
// rank: essential

import BrazeKit

private func fact(configuration: Braze.Configuration) {
  configuration.logger.level = .info
  configuration.logger.print = { message, level in
    print(level, message)
    return true
  }
}
