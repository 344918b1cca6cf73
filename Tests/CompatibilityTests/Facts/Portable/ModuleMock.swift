// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a mock of the client and of the user
// rank: rare

import BrazeKit

private struct Client: Braze.CoreModule {
  var enabled: Bool { true }
  var deviceId: String { "device" }
  func changeUser(userId: String, sdkAuthSignature: String?) {}
  func logCustomEvent(name: String, properties: [String: Any]?) { print(name) }
  func logPurchase(
    productId: String, currency: String, price: Double, quantity: Int, properties: [String: Any]?
  ) {}
  func requestImmediateDataFlush() {}
  func set(sdkAuthenticationSignature: String) {}
  func wipeData() {}
}

private func fact(braze: Braze) -> [any Braze.CoreModule] {
  let user: any Braze.UserModule = braze.user
  user.set(email: nil)
  return [braze, Client()]
}
