// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import JWTKit

/// A key that verifies signatures of an app's backend. Its kind alone determines the algorithm.
public struct PublicKey: Sendable {
  /// Raw values are the names in the header of a token (RFC 7518).
  public enum Algorithm: String, Hashable, Sendable, CaseIterable {
    case rs256 = "RS256"
    case es256 = "ES256"
  }

  /// Why a text is not a usable key.
  public enum Problem: Error, Hashable, Sendable {
    case privateKey, certificate, notPEM, tooLong, unknownKind, tooShort
  }

  private enum Key {
    case rsa(JWTKit.Insecure.RSA.PublicKey)
    case p256(ES256PublicKey)
  }

  private let key: Key
  /// The canonical form of this key, without anything that surrounded it.
  public let pem: String
  /// SHA-256 of the key as DER (SubjectPublicKeyInfo), in hexadecimal.
  public let fingerprint: String

  public var algorithm: Algorithm {
    switch key {
    case .rsa: .rs256
    case .p256: .es256
    }
  }

  /// Bits of an RSA key. Shorter keys can be broken, longer ones only cost time.
  public static let rsaBits = 2_048...8_192
  /// The most bytes of a text that is read.
  static let maximumBytes = 4_096

  public init(pem text: String) throws(Problem) {
    // Checked first, so that a private key is always reported as one, even when the text is too
    // long.
    if text.contains("PRIVATE KEY") { throw .privateKey }
    guard text.utf8.count <= Self.maximumBytes else { throw .tooLong }
    if text.contains("BEGIN CERTIFICATE") { throw .certificate }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard trimmed.hasPrefix("-----BEGIN "), trimmed.hasSuffix("-----") else { throw .notPEM }
    let der: Data
    if let found = try? P256.Signing.PublicKey(pemRepresentation: trimmed),
      let usable = try? ES256PublicKey(backing: found)
    {
      key = .p256(usable)
      (pem, der) = (found.pemRepresentation, found.derRepresentation)
    } else {
      let found = try Self.rsa(trimmed)
      key = .rsa(found)
      (pem, der) = (found.pemRepresentation, found.derRepresentation)
    }
    fingerprint = SHA256.hash(data: der).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
  }

  private static func rsa(_ text: String) throws(Problem) -> JWTKit.Insecure.RSA.PublicKey {
    let key: JWTKit.Insecure.RSA.PublicKey
    let bits: Int
    do {
      key = try JWTKit.Insecure.RSA.PublicKey(pem: text)
      bits = try key.getKeyPrimitives().modulus.count * 8
    } catch CryptoKitError.incorrectParameterSize {
      throw .tooShort
    } catch {
      throw .unknownKind
    }
    guard bits >= rsaBits.lowerBound else { throw .tooShort }
    guard bits <= rsaBits.upperBound else { throw .tooLong }
    return key
  }

  /// The token's claims if this key signed it; nil if not. Throws when it did but the claims cannot
  /// be read.
  func claims(of token: CompactToken) async throws(UnreadableClaims) -> UserClaims? {
    // The algorithm is the key's, whatever else the header says.
    guard token.algorithm == algorithm else { return nil }
    let keys = JWTKeyCollection()
    switch key {
    case .rsa(let key): await keys.add(rsa: key, digestAlgorithm: .sha256)
    case .p256(let key): await keys.add(ecdsa: key)
    }
    let payload: TokenPayload
    do {
      payload = try await keys.verify(token.text, as: TokenPayload.self)
    } catch let error as JWTError where error.errorType == .malformedToken {
      // The signature is checked first.
      throw UnreadableClaims()
    } catch {
      return nil
    }
    guard token.isClear else { throw UnreadableClaims() }
    return UserClaims(payload)
  }

  struct UnreadableClaims: Error {}
}
