// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The form for a new public key: as typed, with what is wrong beside it.
struct AuthenticationForm: Hashable {
  var name = ""
  /// Never a private key: what was pasted by mistake is not sent back.
  var pem = ""
  var nameProblem: String?
  var pemProblem: String?
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
      case "sdk_authentication.keys[\(newKey ?? -1)].public_key", "sdk_authentication.keys": pemProblem = words
      default: modeProblem = words
      }
      if diagnostic.code == "private_key" { pem = "" }
    }
    return diagnostics.isEmpty
  }
}
