// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `api.requestPolicy`, and key and endpoint set later
// rank: useful

import BrazeKit

private func fact() -> Braze.Configuration {
  let configuration = Braze.Configuration()
  configuration.api.key = "KEY"
  configuration.api.endpoint = "example.com"
  configuration.api.requestPolicy = .manual
  return configuration
}
