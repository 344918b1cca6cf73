// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `devicePropertyAllowList`, and fields for the device id and push
// rank: useful

import BrazeKit

private func fact(configuration: Braze.Configuration) {
  configuration.devicePropertyAllowList = [
    .locale, .osVersion, .timeZone, .pushEnabled, .pushAuthStatus, .model, .carrier,
  ]
  configuration.devicePropertyAllowList.remove(.locale)
  configuration.useUUIDAsDeviceId = true
  configuration.optInWhenPushAuthorized = false
}
