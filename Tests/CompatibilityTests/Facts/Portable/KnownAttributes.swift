// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the known attributes of a user
// rank: essential

import BrazeKit
import Foundation

private func fact(braze: Braze) {
  braze.user.set(firstName: "Ada")
  braze.user.set(lastName: nil)
  braze.user.set(email: "ada@example.com")
  braze.user.set(phoneNumber: "+44")
  braze.user.set(country: "GB")
  braze.user.set(homeCity: "London")
  braze.user.set(language: "en")
  braze.user.set(dateOfBirth: Date(timeIntervalSince1970: 0))
  braze.user.set(gender: .female)
  braze.user.add(alias: "a-1", label: "shop")
}
