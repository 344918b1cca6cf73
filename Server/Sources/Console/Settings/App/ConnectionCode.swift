// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The lines of Swift that connect an app to this server.
struct ConnectionCode {
  let snippet: String
  let hint: String

  /// - Parameters:
  ///   - key: An SDK key that was just created; nil for a placeholder.
  ///   - endpoint: The address at which apps reach this server: `https://martlet.example.com`.
  init(key: String?, endpoint: String) {
    snippet = Self.snippet(key: key ?? "YOUR-SDK-KEY", endpoint: endpoint)
    hint =
      key == nil
      ? "Replace YOUR-SDK-KEY with an SDK key. The endpoint is this server."
      : "This code includes your new key and this server’s address."
  }

  /// The ten lines of Swift from the README, with this server's address.
  static func snippet(key: String, endpoint: String) -> String {
    """
    import MartletKit
    import MartletUI

    let configuration = Martlet.Configuration(apiKey: "\(key)", endpoint: "\(endpoint)")
    let martlet = Martlet(configuration: configuration)
    martlet.inAppMessagePresenter = InAppMessageUI()
    martlet.changeUser(userId: "user-1")
    martlet.user.setCustomAttribute(key: "plan", value: "free")
    martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5, "currency": "EUR"])
    martlet.requestImmediateDataFlush()
    martlet.applicationDidBecomeActive()  // apps with UIKit or AppKit do not need it
    """
  }
}
