// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Martlet {
  /// The server does not believe that the person using the app is who the app says, because of their signature or for want of one.
  public struct SDKAuthenticationError: Error, Hashable, Sendable {
    /// What is wrong.
    public var reason: Reason
    /// Of whom.
    public var userId: String
    /// With which it was tried; nil: without any.
    public var signature: String?
    /// True: the server took what was sent all the same. False: it waits on the device for another signature.
    public var isOptional: Bool

    /// `reason` as a number that never changes.
    public var code: Int { reason.code }

    init(reason: Wire.Open<Wire.UserSignature.Refusal>, userId: String, signature: String?, isOptional: Bool) {
      self.reason = Reason(rawValue: reason.rawValue)
      self.userId = userId
      self.signature = signature
      self.isOptional = isOptional
    }

    /// Why a signature does not vouch for a user. A later version of the server may have reasons that are not listed here.
    public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
      /// As it stands in the protocol: `wrong_signature`, for example.
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      private init(_ reason: Wire.UserSignature.Refusal) {
        rawValue = reason.rawValue
      }

      /// There was no signature. Code 1.
      public static let missing = Reason(.missing)
      /// It is no JSON Web Token in the compact form, or its content cannot be read. Code 2.
      public static let malformed = Reason(.malformed)
      /// It is signed by an algorithm other than RS256 and ES256. Code 3.
      public static let wrongAlgorithm = Reason(.wrongAlgorithm)
      /// None of the app's public keys fits it. Code 4.
      public static let wrongSignature = Reason(.wrongSignature)
      /// It does not say when it ends. Code 5.
      public static let noExpiry = Reason(.noExpiry)
      /// Its time is over. Code 6.
      public static let expired = Reason(.expired)
      /// Its time has not begun. Code 7.
      public static let notYetValid = Reason(.notYetValid)
      /// It vouches for another user. Code 8.
      public static let otherUser = Reason(.otherUser)

      /// A number that never changes; 0 for a reason that this version does not know.
      public var code: Int {
        switch Wire.UserSignature.Refusal(rawValue: rawValue) {
        case .missing: 1
        case .malformed: 2
        case .wrongAlgorithm: 3
        case .wrongSignature: 4
        case .noExpiry: 5
        case .expired: 6
        case .notYetValid: 7
        case .otherUser: 8
        case nil: 0
        }
      }

      /// The reason in words.
      public var description: String {
        switch Wire.UserSignature.Refusal(rawValue: rawValue) {
        case .missing: "there is no signature"
        case .malformed: "the signature is not a readable JSON Web Token"
        case .wrongAlgorithm: "the algorithm of the signature is not RS256 or ES256"
        case .wrongSignature: "the signature does not match any public key of the app"
        case .noExpiry: "the signature has no expiry"
        case .expired: "the signature has expired"
        case .notYetValid: "the signature is not valid yet"
        case .otherUser: "the signature is for another user"
        case nil: rawValue.replacing("_", with: " ")
        }
      }
    }
  }
}
