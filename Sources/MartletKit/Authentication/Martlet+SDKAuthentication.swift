// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Martlet {
  /// Passes another signature for a user to the SDK: a JSON Web Token from your backend, of up to 8,192 visible characters.
  ///
  /// Call this after `SDKAuthenticationDelegate` reports a problem, with the error's `userId`, because another user may be signed in by the
  /// time your backend responds. The signature also works for waiting events of a user who has signed out. If the user is not signed in and
  /// has no waiting events, the signature is not kept, and the log says so.
  ///
  /// After up to three rejections in a row, the SDK sends the waiting events immediately. After more, it waits for 1 second first, then
  /// longer, up to a minute. An accepted signature or a new session resets this. If `Configuration.API.sdkAuthentication` is false, the
  /// signature is not kept, and the log says so. Signatures are stored on the device only as long as they are needed, and never logged.
  public func setSDKAuthenticationSignature(_ signature: String, userId: String) {
    guard let signature = checked(signature) else { return }
    mailbox.post(.setSignature(signature, userID: userId))
  }

  /// Passes another signature for the current user to the SDK. If another user could be signed in by then, use
  /// `setSDKAuthenticationSignature(_:userId:)` instead. If nobody is signed in, the signature is not kept, and the log says so.
  public func setSDKAuthenticationSignature(_ signature: String) {
    guard let signature = checked(signature) else { return }
    mailbox.post(.setSignature(signature, userID: nil))
  }

  /// Returns nil if no header can carry the signature, and logs this.
  func checked(_ signature: String) -> String? {
    if Wire.UserSignature.isValid(signature) { return signature }
    log.error(
      "The signature is not kept: it is a JSON Web Token of 1 to \(Wire.UserSignature.maximumLength) visible characters, without spaces.")
    return nil
  }

  /// Receives the same calls as `delegate`, held weakly. For apps that migrate to Martlet.
  @MainActor package weak var sdkAuthenticationDelegate: (any SDKAuthenticationDelegate)? {
    get { stage.authenticationDelegate }
    set { stage.authenticationDelegate = newValue }
  }
}

/// Receives rejected user signatures.
@MainActor
public protocol SDKAuthenticationDelegate: AnyObject {
  /// Called if the server did not accept the signature of a user. Get a new signature for this user from your backend, and pass it to
  /// `setSDKAuthenticationSignature(_:userId:)` with the error's `userId`. The waiting events are then sent, and nothing is lost.
  ///
  /// Called once for each rejected request. The SDK retries automatically, with growing pauses. After 50 rejections in a row it waits for
  /// another signature or the next session. After up to three rejections in a row, it tries another signature immediately. After more, it
  /// waits for 1 second first, then longer, up to a minute, so that a backend with a bug does not make devices retry endlessly. If the
  /// server accepted the request anyway (`isOptional`), this is called once per signature and session. The default implementation does
  /// nothing.
  func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError)
}

extension SDKAuthenticationDelegate {
  /// Does nothing.
  public func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError) {}
}
