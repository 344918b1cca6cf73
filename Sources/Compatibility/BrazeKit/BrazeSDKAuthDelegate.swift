// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Receives rejected user signatures, under the name in apps that move to Martlet.
@MainActor
public protocol BrazeSDKAuthDelegate: SDKAuthenticationDelegate {
  /// `martlet(_:sdkAuthenticationFailedWith:)`.
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
