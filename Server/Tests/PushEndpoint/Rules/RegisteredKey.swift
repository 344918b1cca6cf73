// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto

/// A key that an endpoint knows: the public half of a sender's key.
public struct RegisteredKey: Sendable {
  public let keyID: String
  public let teamID: String
  let key: P256.Signing.PublicKey

  /// - Throws: An error of the crypto library if the text is not a P-256 public key.
  public init(keyID: String, teamID: String, publicKeyPEM: String) throws {
    (self.keyID, self.teamID) = (keyID, teamID)
    key = try P256.Signing.PublicKey(pemRepresentation: publicKeyPEM)
  }
}
