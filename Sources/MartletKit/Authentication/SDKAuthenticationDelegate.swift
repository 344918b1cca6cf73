// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Hears that the server does not believe who uses the app.
@MainActor
public protocol SDKAuthenticationDelegate: AnyObject {
  /// The server does not believe it; the error says why, of whom, and with which signature. Get another signature for that user from your backend and give
  /// it to `setSDKAuthenticationSignature(_:userId:)` with the error's `userId`: what waits is sent with it, and nothing is lost.
  ///
  /// Called once for each attempt that was refused. Attempts go on by themselves, at growing intervals, until 50 in a row were refused; then only
  /// with another signature or in the next session. Another signature is tried at once after the first three refusals in a row; after more there is a pause
  /// of 1 second up to a minute before, so that a backend which signs wrongly makes no device ask without end. When the server accepts what it does not believe (`isOptional`), called once for each signature
  /// and session. Default: nothing.
  func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError)
}

extension SDKAuthenticationDelegate {
  /// Does nothing.
  public func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError) {}
}
