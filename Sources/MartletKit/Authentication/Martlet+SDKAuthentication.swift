// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Martlet {
  /// Passes another signature for a user to the SDK: a JSON Web Token from your backend, of up to
  /// 8,192 visible characters.
  ///
  /// Call this after `SDKAuthenticationDelegate` reports a problem, with the error's `userId`,
  /// because another user may be signed in by the time your backend responds. The signature also
  /// works for waiting events of a user who has signed out. If the user is not signed in and has no
  /// waiting events, the signature is not kept, and the log says so.
  ///
  /// After up to three rejections in a row, the SDK sends the waiting events immediately. After
  /// more, it waits for 1 second first, then longer, up to a minute. An accepted signature or a new
  /// session resets this. If `Configuration.API.sdkAuthentication` is false, the signature is not
  /// kept, and the log says so. Signatures are stored on the device only as long as they are
  /// needed, and never logged.
  public func setSDKAuthenticationSignature(_ signature: String, userId: String) {
    if let signature = checked(signature) { mailbox.post(.setSignature(signature, userID: userId)) }
  }

  /// Passes another signature for the current user to the SDK. If another user could be signed in
  /// by then, use `setSDKAuthenticationSignature(_:userId:)` instead. If nobody is signed in, the
  /// signature is not kept, and the log says so.
  public func setSDKAuthenticationSignature(_ signature: String) {
    if let signature = checked(signature) { mailbox.post(.setSignature(signature, userID: nil)) }
  }

  /// Returns nil if no header can carry the signature, and logs this.
  func checked(_ signature: String) -> String? {
    if Wire.UserSignature.isValid(signature) { return signature }
    log.error(
      "The signature is not kept: it must be a JSON Web Token of 1 to \(Wire.UserSignature.maximumLength) visible characters, "
        + "without spaces.")
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
  /// Called if the server did not accept the signature of a user. Get a new signature for this user
  /// from your backend, and pass it to `setSDKAuthenticationSignature(_:userId:)` with the error's
  /// `userId`. The waiting events are then sent, and nothing is lost.
  ///
  /// Called once for each rejected request. The SDK retries automatically, with growing pauses.
  /// After 50 rejections in a row it waits for another signature or the next session. After up to
  /// three rejections in a row, it tries another signature immediately. After more, it waits for 1
  /// second first, then longer, up to a minute, so that a backend with a bug does not make devices
  /// retry endlessly. If the server accepted the request anyway (`isOptional`), this is called once
  /// per signature and session. By default, nothing happens.
  func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError)
}

extension SDKAuthenticationDelegate {
  /// Does nothing.
  public func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError) {
  }
}

extension Martlet {
  /// The server did not accept the signature of a user, or the signature was missing.
  public struct SDKAuthenticationError: Error, Hashable, Sendable {
    /// Why the signature was not accepted.
    public var reason: Reason
    /// The user without a valid signature.
    public var userId: String
    /// The signature that was sent, or nil if there was none.
    public var signature: String?
    /// True if the server accepted the request anyway. False if the user's events wait on the
    /// device for another signature.
    public var isOptional: Bool

    /// The `reason` as a stable number.
    public var code: Int { reason.code }

    init(reason: Wire.Open<Wire.UserSignature.Refusal>, userId: String, signature: String?, isOptional: Bool)
    {
      self.reason = Reason(rawValue: reason.rawValue)
      self.userId = userId
      self.signature = signature
      self.isOptional = isOptional
    }

    /// Why a signature is not valid. Later versions of the server can have other reasons.
    public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
      /// The name in the device protocol, such as `wrong_signature`.
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      private init(_ reason: Wire.UserSignature.Refusal) {
        rawValue = reason.rawValue
      }

      /// There was no signature. Code 1.
      public static let missing = Reason(.missing)
      /// The signature is not a JSON Web Token in compact form, or its contents cannot be read.
      /// Code 2.
      public static let malformed = Reason(.malformed)
      /// The signature does not use RS256 or ES256. Code 3.
      public static let wrongAlgorithm = Reason(.wrongAlgorithm)
      /// The signature does not match any public key of the app. Code 4.
      public static let wrongSignature = Reason(.wrongSignature)
      /// The signature has no expiry. Code 5.
      public static let noExpiry = Reason(.noExpiry)
      /// The signature has expired. Code 6.
      public static let expired = Reason(.expired)
      /// The signature is not valid yet. Code 7.
      public static let notYetValid = Reason(.notYetValid)
      /// The signature is for another user. Code 8.
      public static let otherUser = Reason(.otherUser)
      /// The expiry of the signature is in milliseconds. Code 9.
      public static let expiryInMilliseconds = Reason(.expiryInMilliseconds)

      /// Ordered by code.
      private static let known: [(reason: Reason, words: String)] = [
        (missing, "there is no signature"),
        (malformed, "the signature is not a readable JSON Web Token"),
        (wrongAlgorithm, "the algorithm of the signature is not RS256 or ES256"),
        (wrongSignature, "the signature does not match any public key of the app"),
        (noExpiry, "the signature has no expiry"),
        (expired, "the signature has expired"),
        (notYetValid, "the signature is not valid yet"),
        (otherUser, "the signature is for another user"),
        (expiryInMilliseconds, "the expiry of the signature is in milliseconds instead of seconds"),
      ]

      /// The reason as a stable number, or 0 if this version does not know the reason.
      public var code: Int { Self.known.firstIndex { $0.reason == self }.map { $0 + 1 } ?? 0 }

      /// The reason in words.
      public var description: String {
        Self.known.first { $0.reason == self }?.words ?? rawValue.replacing("_", with: " ")
      }
    }
  }
}
