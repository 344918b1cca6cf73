// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Martlet {
  /// Another signature for the user who is signed in: a JSON Web Token that your backend signed for them, of at most 8,192 visible characters.
  ///
  /// What waits for it is sent with it at once. When nobody is signed in, or `Configuration.API.sdkAuthentication` is off, it is not kept and the log
  /// says so. It is stored on the device while it may be needed, and never logged.
  public func setSDKAuthenticationSignature(_ signature: String) {
    guard let signature = checked(signature) else { return }
    mailbox.post(.setSignature(signature))
  }

  /// nil: no header can carry it, which is named in the log.
  func checked(_ signature: String) -> String? {
    if Wire.UserSignature.isValid(signature) { return signature }
    log.error(
      "The signature is not kept: it is a JSON Web Token of 1 to \(Wire.UserSignature.maximumLength) visible characters, without spaces.")
    return nil
  }

  /// Hears of it beside `delegate`; kept weakly. For apps that move in.
  @MainActor package weak var sdkAuthenticationDelegate: (any SDKAuthenticationDelegate)? {
    get { stage.authenticationDelegate }
    set { stage.authenticationDelegate = newValue }
  }
}
