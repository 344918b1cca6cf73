// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Synchronization

/// Encrypts what must not be readable in the data file or a backup: AES-GCM with a key that is kept
/// elsewhere.
///
/// The key is read, or made, when it is first needed. Neither descriptions nor errors contain it.
public final class KeySafe: Sendable {
  /// Where the key is.
  public enum Source: Hashable, Sendable {
    /// The key itself.
    case key([UInt8])
    /// A file with the key as Base64. Made with permissions for its owner only if it does not
    /// exist.
    case file(String)
    /// Only in memory: what it encrypts is lost when the server stops.
    case memory
  }

  public enum Problem: Error, Hashable, Sendable {
    /// With the path and the system's reason.
    case cannotRead(String, reason: String)
    case cannotMake(String, reason: String)
    /// Others than the owner may read the file.
    case tooOpen(String)
    /// The file does not contain a key.
    case damaged(String)
    /// It was encrypted with another key, or somebody changed it.
    case otherKey
  }

  /// Bytes of a key.
  public static let keyBytes = 32

  private let source: Source
  private let known = Mutex<SymmetricKey?>(nil)

  public init(_ source: Source) {
    self.source = source
  }

  /// Reads a key as it is written in the configuration: 32 bytes as Base64. nil if it is not one.
  public static func key(_ text: String) -> [UInt8]? {
    guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)),
      bytes.count == keyBytes
    else { return nil }
    return Array(bytes)
  }

  /// Encrypts bytes. Only `open` with the same purpose decrypts them, so that nothing encrypted can
  /// take the place of something else.
  public func seal(_ bytes: [UInt8], for purpose: String) throws(Problem) -> [UInt8] {
    let key = try key()
    guard let box = try? AES.GCM.seal(bytes, using: key, authenticating: Array(purpose.utf8)),
      let combined = box.combined
    else {
      throw .otherKey
    }
    return Array(combined)
  }

  public func open(_ sealed: [UInt8], for purpose: String) throws(Problem) -> [UInt8] {
    let key = try key()
    guard let box = try? AES.GCM.SealedBox(combined: sealed),
      let bytes = try? AES.GCM.open(box, using: key, authenticating: Array(purpose.utf8))
    else { throw .otherKey }
    return Array(bytes)
  }

  private func key() throws(Problem) -> SymmetricKey {
    let result = known.withLock { known -> Result<SymmetricKey, Problem> in
      if let known { return .success(known) }
      let result = Result { () throws(Problem) in try load() }
      known = try? result.get()
      return result
    }
    return try result.get()
  }

  private func load() throws(Problem) -> SymmetricKey {
    switch source {
    case .key(let bytes): return SymmetricKey(data: bytes)
    case .memory: return SymmetricKey(size: .bits256)
    case .file(let path):
      if let key = try KeyFile.read(path) { return SymmetricKey(data: key) }
      try KeyFile.make(path, SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
      // Another process may have made it first.
      guard let key = try KeyFile.read(path) else { throw .cannotRead(path, reason: "it is gone again") }
      return SymmetricKey(data: key)
    }
  }
}

extension KeySafe.Problem {
  /// What is wrong and what to do.
  public var words: String {
    switch self {
    case .cannotRead(let path, let reason):
      "The encryption key file \(path) cannot be read: \(reason). Make it readable for the server’s user, or set MARTLET_ENCRYPTION_KEY_FILE."
    case .cannotMake(let path, let reason):
      "The encryption key file \(path) cannot be created: \(reason). Set MARTLET_ENCRYPTION_KEY_FILE to a path outside the data folder "
        + "that the server’s user can write."
    case .tooOpen(let path): "Others can read the encryption key file \(path). Run chmod 600 on it."
    case .damaged(let path):
      "The file \(path) has no encryption key: 32 bytes as Base64. Restore it from your backup. If it is lost, move it away, and upload the "
        + "APNs keys again."
    case .otherKey:
      "The stored APNs key was encrypted with another encryption key. Restore the encryption key file, or delete the APNs key and upload it again."
    }
  }
}
