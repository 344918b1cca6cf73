// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension Wire.UserSignature.Refusal {
  /// What is wrong, in one sentence without names.
  public var words: String {
    switch self {
    case .missing: "The request has a user id but no signature."
    case .malformed: "The signature is not a JSON Web Token in compact form, or its contents cannot be read."
    case .wrongAlgorithm: "The token is not signed with RS256 or ES256."
    case .wrongSignature: "The token’s signature does not match any public key of the app."
    case .noExpiry: "The token has no expiry."
    case .expired: "The token has expired."
    case .notYetValid: "The token is not valid yet."
    case .otherUser: "The token is for another user."
    case .expiryInMilliseconds: "The token’s expiry is in milliseconds, so it would never expire."
    }
  }

  public var remedy: String {
    switch self {
    case .missing: "When you change the user, pass the SDK a signature from your backend."
    case .malformed: "Send the token unchanged, with sub as a string and exp, iat and nbf as numbers."
    case .wrongAlgorithm: "Sign with ES256 (a P-256 key) or RS256 (an RSA key)."
    case .wrongSignature: "Check that Settings has the public key for the private key your backend uses."
    case .noExpiry: "Add exp to the token, in seconds since 1970, such as one hour from now."
    case .expired: "Get a new signature from your backend and pass it to the SDK."
    case .notYetValid: "Check the clocks of your backend and this server: iat or nbf is in the future."
    case .otherUser: "Set sub to exactly the user id that the app passes to the SDK."
    case .expiryInMilliseconds:
      "Set exp in seconds since 1970, such as one hour from now: divide it by 1,000."
    }
  }
}
