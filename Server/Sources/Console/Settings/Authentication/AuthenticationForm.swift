// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The forms for the mode and for a new public key: what was chosen and typed, and its problems.
struct AuthenticationForm: Hashable {
  /// The chosen mode; nil for the stored one.
  var mode: UserAuthentication.Mode?
  var name = ""
  /// The key as typed. Never a private key: one pasted by mistake is not sent back.
  var pem = ""
  var nameProblem: String?
  var pemProblem: String?
  /// Why no key can be added.
  var keysProblem: String?
  /// Why the mode, or the removal of a key, cannot be stored.
  var modeProblem: String?

  /// Notes the problems that keep the settings from being stored. Returns whether there are none.
  ///
  /// - Parameter newKey: The index of the new key.
  mutating func accepts(_ diagnostics: [Diagnostic], newKey: Int? = nil) -> Bool {
    for diagnostic in diagnostics {
      let words = [diagnostic.message, diagnostic.remedy].compactMap(\.self).joined(separator: " ")
      switch diagnostic.field {
      case "sdk_authentication.keys[\(newKey ?? -1)].name": nameProblem = words
      case "sdk_authentication.keys[\(newKey ?? -1)].public_key": pemProblem = words
      case "sdk_authentication.keys": keysProblem = words
      default: modeProblem = words
      }
      // The last of too many keys is not parsed, so it could be anything, even a private key.
      if ["private_key", "too_many"].contains(diagnostic.code) { pem = "" }
    }
    return diagnostics.isEmpty
  }
}
