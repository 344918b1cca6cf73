// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// What somebody typed to get an account or a new password.
public struct AccountForm: Hashable, Sendable {
  public var name: String
  public var email: String
  public var password: String

  public init(name: String = "", email: String = "", password: String) {
    self.name = name
    self.email = email
    self.password = password
  }

  /// The name without surrounding spaces, and the address. Throws all problems of the form
  /// together.
  func checked(asksForEmail: Bool) throws(AccountProblem) -> (name: String, email: EmailAddress?) {
    var problems: [AccountProblem.Field: String] = [:]
    problems[.name] = Self.problem(name: name)
    let address = EmailAddress(email)
    if asksForEmail, address == nil { problems[.email] = TeamAccounts.emailWords }
    problems[.password] = PasswordRules.problem(password, email: address, name: name.trimmed)?.words
    guard problems.isEmpty else { throw .fields(problems) }
    return (name.trimmed, address)
  }

  /// What is wrong with a member's name; nil when nothing is.
  static func problem(name: String) -> String? {
    let name = name.trimmed
    if name.isEmpty { return "Enter a name." }
    guard name.count <= Member.nameLength, name.utf8.count <= Member.nameLength * 8 else {
      return "Use at most \(Member.nameLength) characters."
    }
    return name.unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? "Use only characters that can be read." : nil
  }
}
