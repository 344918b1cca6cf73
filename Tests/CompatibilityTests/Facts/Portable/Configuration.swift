// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the configuration with key, endpoint and intervals
// rank: essential

import BrazeKit

private func fact() -> Braze.Configuration {
  let configuration = Braze.Configuration(apiKey: "KEY", endpoint: "https://example.com")
  configuration.triggerMinimumTimeInterval = 5
  configuration.sessionTimeout = 60
  configuration.api.flushInterval = 20
  return configuration
}
