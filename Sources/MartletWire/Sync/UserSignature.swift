// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A JSON Web Token that an app's own backend signs to say who uses a device. It goes in a header of a request and vouches for what the
  /// request says of that user.
  public enum UserSignature {
    /// The header that carries it.
    public static let header = "X-Martlet-User-Signature"
    /// Bytes.
    public static let maximumLength = 8_192

    /// 1 to `maximumLength` visible characters of ASCII, so that any HTTP library takes it as a header. Says nothing about what it proves.
    public static func isValid(_ text: String) -> Bool {
      !text.isEmpty && text.utf8.count <= maximumLength && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Why a server does not believe that a device is used by the user whom it names.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
      /// The request carries none.
      case missing
      /// It is no token in the compact form, or what it holds cannot be read.
      case malformed
      /// It is signed by an algorithm other than RS256 and ES256.
      case wrongAlgorithm = "wrong_algorithm"
      /// None of the app's public keys fits the signature.
      case wrongSignature = "wrong_signature"
      /// It does not say when it ends (`exp`).
      case noExpiry = "no_expiry"
      /// Its time is over (`exp`).
      case expired
      /// Its time has not begun (`nbf`, `iat`).
      case notYetValid = "not_yet_valid"
      /// It vouches for another user (`sub`).
      case otherUser = "other_user"

      /// The code of the problem (status 401), and of the result of an event, that says so.
      public var code: String { UserSignature.codePrefix + rawValue }
    }

    private static let codePrefix = "sdk_authentication_"

    /// The reason that a problem's or a result's code names, also one that this version does not know; nil: the code of something else.
    public static func reason(code: String) -> Open<Refusal>? {
      code.hasPrefix(codePrefix) ? Open(String(code.dropFirst(codePrefix.count))) : nil
    }
  }

  /// Part of an answer: the server does not believe who uses the device.
  public struct SignatureRefusal: Hashable, Sendable {
    /// Whom the request named.
    public var userID: String
    public var reason: Open<UserSignature.Refusal>
    /// True: what the request said of this user was accepted all the same.
    public var isOptional: Bool
    /// For people; says the remedy.
    public var message: String?
    public var unknown: UnknownFields

    public init(
      userID: String, reason: Open<UserSignature.Refusal>, isOptional: Bool, message: String? = nil, unknown: UnknownFields = [:]
    ) {
      self.userID = userID
      self.reason = reason
      self.isOptional = isOptional
      self.message = message
      self.unknown = unknown
    }
  }
}
