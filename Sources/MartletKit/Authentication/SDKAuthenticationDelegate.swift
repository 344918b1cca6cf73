// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

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
