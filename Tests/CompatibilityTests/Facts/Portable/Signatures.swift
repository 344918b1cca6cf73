// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: `BrazeSDKAuthDelegate` and its error
// rank: essential

import BrazeKit

@MainActor
private final class Delegate: BrazeSDKAuthDelegate {
  func braze(_ braze: Braze, sdkAuthenticationFailedWithError error: Braze.SDKAuthenticationError) {
    print(error.code, error.reason ?? "", error.userId ?? "", error.optional)
    braze.set(sdkAuthenticationSignature: "token")
  }

  func launch(configuration: Braze.Configuration, braze: Braze) {
    configuration.api.sdkAuthentication = true
    braze.sdkAuthDelegate = self
  }
}
