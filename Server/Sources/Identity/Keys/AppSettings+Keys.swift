// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

extension AppSettings {
  /// Everything that prevents the settings from being stored.
  public var problems: [Diagnostic] { diagnostics + userAuthentication.keyDiagnostics }
}

extension UserAuthentication {
  /// The keys, each in the one form in which it is stored. A text that is not a key stays as it is.
  public var canonical: UserAuthentication {
    UserAuthentication(
      mode: mode, keys: keys.map { Key(name: $0.name, pem: (try? PublicKey(pem: $0.pem))?.pem ?? $0.pem) })
  }

  fileprivate var keyDiagnostics: [Diagnostic] {
    var found: [Diagnostic] = []
    var fingerprints: Set<String> = []
    // Keys beyond the limit are refused without being read.
    for (index, key) in keys.prefix(Self.maximumKeys).enumerated() {
      let field = "sdk_authentication.keys[\(index)].public_key"
      do throws(PublicKey.Problem) {
        guard fingerprints.insert(try PublicKey(pem: key.pem).fingerprint).inserted else {
          found.append(
            Diagnostic(
              field: field, code: "key_twice", message: "This key is listed twice.",
              remedy: "Remove one of them."))
          continue
        }
      } catch {
        let (code, message, remedy) = error.words
        found.append(Diagnostic(field: field, code: code, message: message, remedy: remedy))
      }
    }
    return found
  }
}

extension PublicKey.Problem {
  fileprivate var words: (code: String, message: String, remedy: String) {
    let sizes =
      "Use a P-256 key, or an RSA key of \(PublicKey.rsaBits.lowerBound) to \(PublicKey.rsaBits.upperBound) bits."
    return switch self {
    case .privateKey:
      (
        "private_key", "This is a PRIVATE key. It was not stored: anyone who has it can sign in as any user.",
        "It has left your backend, so consider it compromised. Create a new key pair, sign with it, and paste only the public key here."
      )
    case .certificate:
      (
        "certificate", "This is a certificate, not a public key.",
        "Extract the public key: openssl x509 -pubkey -noout -in certificate.pem"
      )
    case .notPEM:
      (
        "not_pem", "This is not a public key in PEM format, which starts with -----BEGIN PUBLIC KEY-----.",
        "Paste the whole file, including the lines that start with dashes."
      )
    case .tooLong:
      (
        "key_too_long",
        "This key is too long. An RSA key can have up to \(PublicKey.rsaBits.upperBound) bits.", sizes
      )
    case .unknownKind:
      (
        "key_unknown_kind", "This key type is not supported, or the key is damaged.",
        "Use a P-256 key (ES256) or an RSA key (RS256)."
      )
    case .tooShort: ("key_too_short", "This RSA key is too short to be safe.", sizes)
    }
  }
}
