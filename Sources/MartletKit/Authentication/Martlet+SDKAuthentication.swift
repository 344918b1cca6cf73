// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Martlet {
  /// Another signature for a user: a JSON Web Token that your backend signed for them, of at most 8,192 visible characters.
  ///
  /// The answer to `SDKAuthenticationDelegate`: give the error's `userId` along, for somebody else may be signed in by the time your backend has answered.
  /// What waits of somebody who has left is sent with it too. Of a user who is not signed in and of whom nothing waits it is not kept, and the log says so.
  ///
  /// What waits for it is sent with it at once, after the first three refusals in a row; after more there is a pause of 1 second up to a minute before, which
  /// grows until a signature is accepted or a session begins. While `Configuration.API.sdkAuthentication` is off it is not kept and the log says so. It is
  /// stored on the device while it may be needed, and never logged.
  public func setSDKAuthenticationSignature(_ signature: String, userId: String) {
    guard let signature = checked(signature) else { return }
    mailbox.post(.setSignature(signature, userID: userId))
  }

  /// Another signature for the user who is signed in, else as `setSDKAuthenticationSignature(_:userId:)`, which is the better one where it may be
  /// another user's by then. When nobody is signed in, it is not kept and the log says so.
  public func setSDKAuthenticationSignature(_ signature: String) {
    guard let signature = checked(signature) else { return }
    mailbox.post(.setSignature(signature, userID: nil))
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
