// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Hears that the server does not believe who uses the app, under the name that apps which move in have for it.
@MainActor
public protocol BrazeSDKAuthDelegate: SDKAuthenticationDelegate {
  /// What `martlet(_:sdkAuthenticationFailedWith:)` tells.
  func braze(_ braze: Braze, sdkAuthenticationFailedWithError error: Braze.SDKAuthenticationError)
}

extension BrazeSDKAuthDelegate {
  /// Calls `braze(_:sdkAuthenticationFailedWithError:)`.
  public func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError) {
    braze(martlet, sdkAuthenticationFailedWithError: error)
  }
}

extension Martlet {
  /// Kept weakly. Hears it beside `delegate`; an object that is both hears it once.
  @MainActor public var sdkAuthDelegate: (any BrazeSDKAuthDelegate)? {
    get { sdkAuthenticationDelegate as? any BrazeSDKAuthDelegate }
    set { sdkAuthenticationDelegate = newValue }
  }

  /// `setSDKAuthenticationSignature(_:)`.
  public func set(sdkAuthenticationSignature: String) { setSDKAuthenticationSignature(sdkAuthenticationSignature) }
}

extension Martlet.SDKAuthenticationError {
  /// `isOptional`.
  public var optional: Bool { isOptional }
}
