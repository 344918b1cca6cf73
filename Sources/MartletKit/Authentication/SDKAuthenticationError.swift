// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Martlet {
  /// The server did not accept the signature of a user, or the signature was missing.
  public struct SDKAuthenticationError: Error, Hashable, Sendable {
    /// Why the signature was not accepted.
    public var reason: Reason
    /// The user without a valid signature.
    public var userId: String
    /// The signature that was sent, or nil if there was none.
    public var signature: String?
    /// True if the server accepted the request anyway. False if the user's events wait on the device for another signature.
    public var isOptional: Bool

    /// The `reason` as a stable number.
    public var code: Int { reason.code }

    init(reason: Wire.Open<Wire.UserSignature.Refusal>, userId: String, signature: String?, isOptional: Bool) {
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
      /// The signature is not a JSON Web Token in compact form, or its contents cannot be read. Code 2.
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
