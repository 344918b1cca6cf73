// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import Store

/// Why something about an account was not done.
public enum AccountProblem: Error, Hashable, Sendable {
  /// A field of a form.
  public enum Field: String, Hashable, Sendable {
    case name, email, password, role
    case current
  }

  /// Sentences for the person who filled in the form, by field.
  case fields([Field: String])
  /// The address or the password is wrong; which one, nobody is told.
  case wrong
  /// Too many attempts. Wait that long.
  case wait(Duration)
  /// Too many people sign in at the same time.
  case busy
  /// The link was used, has expired or was replaced.
  case linkGone
  case team(TeamProblem)
  case store(StoreError)
}
