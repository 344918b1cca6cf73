// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

extension Wire.UserSignature.Refusal {
  /// What is wrong, in one sentence without names.
  public var words: String {
    switch self {
    case .missing: "The request names a user and carries no signature."
    case .malformed: "The signature is no JSON Web Token in the compact form, or what it holds cannot be read."
    case .wrongAlgorithm: "The token is not signed with RS256 or ES256."
    case .wrongSignature: "None of the public keys of the app fits the signature of the token."
    case .noExpiry: "The token does not say when it ends."
    case .expired: "The time of the token is over."
    case .notYetValid: "The time of the token has not begun."
    case .otherUser: "The token vouches for another user."
    }
  }

  public var remedy: String {
    switch self {
    case .missing: "Give the SDK a signature from your backend when the user is changed."
    case .malformed: "Send the token as the library of your backend made it, with sub as a string, and exp, iat and nbf as numbers."
    case .wrongAlgorithm: "Sign with ES256 (a P-256 key) or RS256 (an RSA key)."
    case .wrongSignature: "Compare the public keys in Settings with the private key that your backend signs with."
    case .noExpiry: "Put exp into the token: seconds since 1970, an hour ahead for example."
    case .expired: "Get a new signature from your backend and give it to the SDK."
    case .notYetValid: "Compare the clock of your backend with that of this server: iat or nbf lies ahead."
    case .otherUser: "Put the user id into sub, byte for byte as the app gives it to the SDK."
    }
  }
}
