// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How an app's server verifies that the person at a device is the user whom the device names: the
/// app's own backend signs it.
public struct UserAuthentication: Hashable, Sendable {
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Devices are believed, and signatures are not checked.
    case off
    /// Devices are believed. Those that would be refused are counted and reported.
    case optional
    /// What a device says about a user is accepted only with a valid signature.
    case required
  }

  /// One public key of the app's backend.
  public struct Key: Hashable, Sendable {
    /// A name for people to read.
    public var name: String
    /// PEM text. The module Identity judges whether it is a key.
    public var pem: String

    public init(name: String, pem: String) {
      self.name = name
      self.pem = pem
    }
  }

  public var mode: Mode
  /// A signature that fits any of them counts, so that a new key can be in use beside the one it
  /// replaces.
  public var keys: [Key]

  public init(mode: Mode = .off, keys: [Key] = []) {
    self.mode = mode
    self.keys = keys
  }

  public static let maximumKeys = 5
  /// The most characters of a key's name.
  public static let nameLength = 80

  /// Everything except what is wrong with the keys themselves.
  var diagnostics: [Diagnostic] {
    var found = DiagnosticList(prefix: "sdk_authentication.")
    if mode != .off, keys.isEmpty {
      found.error(
        "mode", "key_needed", "There is no public key to verify signatures.",
        "Add your backend's public key first, or choose Off.")
    }
    if keys.count > Self.maximumKeys {
      found.error(
        "keys", "too_many", "An app can have up to \(Self.maximumKeys) public keys.",
        "Remove keys that your backend no longer uses.")
    }
    for (index, key) in keys.enumerated()
    where key.name.isBlank || key.name.count > Self.nameLength || key.name.utf8.contains(0) {
      found.error(
        "keys[\(index)].name", "name_invalid", "A key's name has 1 to \(Self.nameLength) characters.",
        "Name the system that signs with it, such as “Backend, 2026”.")
    }
    return found.diagnostics
  }
}
