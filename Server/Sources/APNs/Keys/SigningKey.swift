// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import JWTKit

/// A key of an Apple developer account that signs provider tokens: the file `AuthKey_….p8`, its id
/// and the id of the team.
///
/// Its descriptions never contain the key itself.
public struct SigningKey: Sendable {
  /// Why something is not a usable key.
  public enum Problem: Error, Hashable, Sendable, CaseIterable {
    case tooLong, notPEM, publicKey, certificate, encrypted, olderForm, otherKind, damaged, keyID, teamID
  }

  /// 10 characters. Part of the file's name.
  public let keyID: String
  /// 10 characters.
  public let teamID: String
  private let key: ES256PrivateKey
  /// The public half, to show or to register it. Secret is only the other half.
  public let publicKeyPEM: String

  /// The most bytes of a text that is read. Apple's files have 257.
  static let maximumBytes = 4_096

  public init(p8 text: String, keyID: String, teamID: String) throws(Problem) {
    guard text.utf8.count <= Self.maximumBytes else { throw .tooLong }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard trimmed.hasPrefix("-----BEGIN "), trimmed.hasSuffix("-----") else { throw .notPEM }
    guard let label = trimmed.dropFirst(11).split(separator: "-", maxSplits: 1).first.map(String.init) else {
      throw .notPEM
    }
    if let problem = Self.problem(ofLabel: label) { throw problem }
    let found: P256.Signing.PrivateKey
    do {
      found = try P256.Signing.PrivateKey(pemRepresentation: trimmed)
    } catch {
      throw Self.isOtherKind(trimmed) ? .otherKind : .damaged
    }
    guard Self.isAppleID(keyID) else { throw .keyID }
    guard Self.isAppleID(teamID) else { throw .teamID }
    guard let key = try? ES256PrivateKey(backing: found) else { throw .damaged }
    self.key = key
    (self.keyID, self.teamID) = (keyID, teamID)
    publicKeyPEM = found.publicKey.pemRepresentation
  }

  private static func problem(ofLabel label: String) -> Problem? {
    switch label {
    case "PRIVATE KEY": nil
    case "PUBLIC KEY": .publicKey
    case "CERTIFICATE": .certificate
    case "ENCRYPTED PRIVATE KEY": .encrypted
    case "EC PRIVATE KEY": .olderForm
    case let label where label.hasSuffix("PRIVATE KEY"): .otherKind
    default: .notPEM
    }
  }

  /// Whether it is a whole private key, but not one on the curve P-256.
  private static func isOtherKind(_ pem: String) -> Bool {
    (try? P384.Signing.PrivateKey(pemRepresentation: pem)) != nil
      || (try? P521.Signing.PrivateKey(pemRepresentation: pem)) != nil
      || (try? JWTKit.Insecure.RSA.PrivateKey(pem: pem)) != nil || (try? EdDSA.PrivateKey(pem: pem)) != nil
  }

  /// Whether a text has the form of a key id or a team id: 10 capital letters and digits.
  public static func isAppleID(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// Signs a token that says whose key this is and when it was signed.
  func token(issuedAt seconds: Int64) async throws -> String {
    let keys = await JWTKeyCollection().add(ecdsa: key, kid: JWKIdentifier(string: keyID))
    return try await keys.sign(Claims(iss: teamID, iat: seconds), kid: JWKIdentifier(string: keyID))
  }

  private struct Claims: JWTPayload {
    var iss: String
    var iat: Int64

    func verify(using algorithm: some JWTAlgorithm) {}
  }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "SigningKey \(keyID) of team \(teamID)" }
  /// Without the key: `dump` and errors of tests print it.
  public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID, "teamID": teamID]) }
}

extension SigningKey.Problem {
  /// What is wrong and what to do. Names the field.
  public var words: String {
    switch self {
    case .tooLong: "The key is too long. Upload the file AuthKey_….p8 from your Apple developer account."
    case .notPEM:
      "The key is not a .p8 file. It begins with -----BEGIN PRIVATE KEY-----. Upload it unchanged."
    case .publicKey:
      "The key is a public key. Upload the private key: the file AuthKey_….p8 from your Apple developer account."
    case .certificate:
      "The key is a certificate. Create an APNs key (.p8) in your Apple developer account and upload that."
    case .encrypted: "The key has a passphrase. Upload the file AuthKey_….p8 as Apple provides it."
    case .olderForm:
      "The key is in an older form (EC PRIVATE KEY). Upload the file AuthKey_….p8 as Apple provides it."
    case .otherKind:
      "The key is not an elliptic curve key on P-256, so it is not an APNs key. Upload the file AuthKey_….p8."
    case .damaged:
      "The key cannot be read: some of its text is missing or changed. Upload the file AuthKey_….p8 again."
    case .keyID: "The key id must be 10 capital letters and digits, as in the name of the file AuthKey_….p8."
    case .teamID:
      "The team id must be 10 capital letters and digits. It is under Membership in your Apple developer account."
    }
  }
}
