// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A field of a form about accounts, as the template `account/field` draws it.
struct AccountField {
  let id: String
  let name: String
  let label: String
  var type = "text"
  var value = ""
  var autocomplete = "off"
  var limit = 254
  var hint: String?
  /// Shown instead of the hint.
  var problem: String?

  static func email(_ value: String, problem: String?, hint: String? = nil, autocomplete: String = "off")
    -> AccountField
  {
    AccountField(
      id: "email", name: "email", label: "E-mail address", type: "email", value: value,
      autocomplete: autocomplete, hint: hint,
      problem: problem)
  }

  static func person(_ value: String, problem: String?) -> AccountField {
    AccountField(
      id: "name", name: "name", label: "Name", value: value, autocomplete: "name", limit: 120,
      problem: problem)
  }

  /// A new password. What was typed is never sent back.
  static func newPassword(_ label: String = "Password", problem: String?) -> AccountField {
    AccountField(
      id: "password", name: "password", label: label, type: "password", autocomplete: "new-password",
      limit: 200,
      hint: "At least 12 characters. A few words in a row work well.", problem: problem)
  }
}
