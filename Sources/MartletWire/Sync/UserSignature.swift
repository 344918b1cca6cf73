// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A JSON Web Token from an app's backend that proves who uses a device. A request about that
  /// user has it in a header.
  public enum UserSignature {
    /// The name of the header.
    public static let header = "X-Martlet-User-Signature"
    /// The maximum length in bytes.
    public static let maximumLength = 8_192

    /// Whether the text has 1 to `maximumLength` visible ASCII characters, as any HTTP header
    /// accepts. The token itself is not verified.
    public static func isValid(_ text: String) -> Bool { Limits.allowInHeader(text, upTo: maximumLength) }

    /// Why a server does not accept the user of a request.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
      /// The request has no signature.
      case missing
      /// It is not a token in compact form, or its contents cannot be read.
      case malformed
      /// It is not signed with RS256 or ES256.
      case wrongAlgorithm = "wrong_algorithm"
      /// It does not match any of the app's public keys.
      case wrongSignature = "wrong_signature"
      /// It has no expiry (`exp`).
      case noExpiry = "no_expiry"
      /// It has expired (`exp`).
      case expired
      /// It is not valid yet (`nbf`, `iat`).
      case notYetValid = "not_yet_valid"
      /// It is for another user (`sub`).
      case otherUser = "other_user"
      /// Its expiry (`exp`) is in milliseconds, so that it would never expire.
      case expiryInMilliseconds = "expiry_in_milliseconds"

      /// The code of the problem (status 401) and of an event's result.
      public var code: String { UserSignature.codePrefix + rawValue }
    }

    private static let codePrefix = "sdk_authentication_"

    /// The reason in a code of a problem or result, including unknown reasons. nil if the code
    /// means something else.
    public static func reason(code: String) -> Open<Refusal>? {
      code.hasPrefix(codePrefix) ? Open(String(code.dropFirst(codePrefix.count))) : nil
    }
  }

  /// In a response: a user without a valid signature.
  public struct SignatureRefusal: Equatable, Sendable {
    /// The user without a valid signature.
    public var userID: String
    public var reason: Open<UserSignature.Refusal>
    /// True if the server accepted the request anyway.
    public var isOptional: Bool
    /// A message for people, with the remedy.
    public var message: String?
    public var unknown: UnknownFields = [:]

    public init(userID: String, reason: Open<UserSignature.Refusal>, isOptional: Bool, message: String? = nil)
    {
      self.userID = userID
      self.reason = reason
      self.isOptional = isOptional
      self.message = message
    }
  }
}

extension Wire {
  /// The secret with which a device proves its id. The response to a sync contains it, and later
  /// requests have it in a header.
  public enum DeviceCredential {
    /// The name of the header.
    public static let header = "X-Martlet-Device-Credential"
    /// The maximum length in bytes.
    public static let maximumLength = 256

    /// Whether the text has 1 to `maximumLength` visible ASCII characters, so that every HTTP
    /// library accepts it in a header.
    public static func isValid(_ text: String) -> Bool { Limits.allowInHeader(text, upTo: maximumLength) }

    /// The codes of problems (status 401) after which a device continues as a new device, with a
    /// new id.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
      /// The device has a secret, but the request does not contain it.
      case missing = "device_credential_missing"
      /// The secret does not belong to this device, or was replaced.
      case unknown = "device_credential_unknown"
      /// The device was revoked on the server.
      case revoked = "device_revoked"
    }
  }
}
