// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The forms for the mode and for a new public key: as chosen and typed, with what is wrong beside it.
struct AuthenticationForm: Hashable {
  /// As chosen; nil: as stored.
  var mode: UserAuthentication.Mode?
  var name = ""
  /// Never a private key: what was pasted by mistake is not sent back.
  var pem = ""
  var nameProblem: String?
  var pemProblem: String?
  /// What keeps any key from being added.
  var keysProblem: String?
  /// What keeps the mode, or the removal of a key, from being stored.
  var modeProblem: String?

  /// Notes what keeps the settings from being stored. True: nothing does.
  ///
  /// - Parameter newKey: The place of the key that the form is about.
  mutating func accepts(_ diagnostics: [Diagnostic], newKey: Int? = nil) -> Bool {
    for diagnostic in diagnostics {
      let words = [diagnostic.message, diagnostic.remedy].compactMap(\.self).joined(separator: " ")
      switch diagnostic.field {
      case "sdk_authentication.keys[\(newKey ?? -1)].name": nameProblem = words
      case "sdk_authentication.keys[\(newKey ?? -1)].public_key": pemProblem = words
      case "sdk_authentication.keys": keysProblem = words
      default: modeProblem = words
      }
      // Of too many keys the last is not read, so nobody knows what was pasted.
      if ["private_key", "too_many"].contains(diagnostic.code) { pem = "" }
    }
    return diagnostics.isEmpty
  }
}
