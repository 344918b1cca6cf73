// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
import MartletKit

/// `BrazeDelegate`: what an app can observe and veto. All members are optional.
@MainActor @objc(BrazeDelegate)
public protocol BRZDelegate: NSObjectProtocol {
  /// Asked before the URL of a click is opened, after the presenter's delegate has agreed. It can
  /// change the context. Return NO to not open the URL. Default: YES.
  @objc(braze:shouldOpenURL:) optional func braze(_ braze: BRZClient, shouldOpenURL context: BRZURLContext)
    -> Bool
  /// Called if no campaign's trigger and filter match the event. The name is that of the event or
  /// the id of the product.
  @objc(braze:noMatchingTriggerForEvent:name:)
  optional func braze(_ braze: BRZClient, noMatchingTriggerForEvent event: BRZTriggerEvent, name: String?)
}

/// `BrazeSDKAuthDelegate`: receives rejected user signatures.
@MainActor @objc(BrazeSDKAuthDelegate)
public protocol BRZSDKAuthDelegate: NSObjectProtocol {
  /// The server did not accept the signature of a user. Pass another one to
  /// `setSDKAuthenticationSignature:`.
  @objc(braze:sdkAuthenticationFailedWithError:)
  func braze(_ braze: BRZClient, sdkAuthenticationFailedWithError error: BRZSDKAuthenticationError)
}

/// The type of an event, as the delegate receives it.
@objc(BRZTriggerEvent)
public enum BRZTriggerEvent: Int, Sendable {
  case sessionStart, customEvent, purchase, other

  init(_ event: Martlet.TriggerEvent) {
    switch event {
    case .sessionStart: self = .sessionStart
    case .customEvent: self = .customEvent
    case .purchase: self = .purchase
    case .other: self = .other
    }
  }
}

/// `Martlet.SDKAuthenticationError`.
@objc(BRZSDKAuthenticationError) @objcMembers
public final class BRZSDKAuthenticationError: NSObject, Sendable {
  /// The reason as a stable number.
  public let code: Int
  /// The reason in words.
  public let reason: String
  /// The user without a valid signature.
  public let userId: String
  /// The signature that was sent, or nil if there was none.
  public let signature: String?
  /// True if the server accepted the request anyway.
  public let optional: Bool

  init(_ error: Martlet.SDKAuthenticationError) {
    code = error.code
    reason = error.reason.description
    userId = error.userId
    signature = error.signature
    optional = error.isOptional
  }
}

@MainActor
final class DelegateBridge: BrazeDelegate {
  private weak var delegate: (any BRZDelegate)?
  private weak var client: BRZClient?

  init(_ delegate: any BRZDelegate, of client: BRZClient) {
    (self.delegate, self.client) = (delegate, client)
  }

  func braze(_ braze: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    guard let client else { return true }
    return delegate?.braze?(client, shouldOpenURL: BRZURLContext(context)) ?? true
  }

  func braze(_ braze: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {
    guard let client else { return }
    delegate?.braze?(client, noMatchingTriggerForEvent: BRZTriggerEvent(event), name: event.identifier)
  }
}

@MainActor
final class SDKAuthBridge: BrazeSDKAuthDelegate {
  private weak var delegate: (any BRZSDKAuthDelegate)?
  private weak var client: BRZClient?

  init(_ delegate: any BRZSDKAuthDelegate, of client: BRZClient) {
    (self.delegate, self.client) = (delegate, client)
  }

  func braze(_ braze: Martlet, sdkAuthenticationFailedWithError error: Martlet.SDKAuthenticationError) {
    guard let client else { return }
    delegate?.braze(client, sdkAuthenticationFailedWithError: BRZSDKAuthenticationError(error))
  }
}
#endif
