// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What arms of experiments and random numbers are drawn for.
enum PersonUnit {
  /// The key of the person's row: no device knows it. A person keeps it for ever: whoever signs in
  /// for the first time keeps the row that they had while anonymous (`BatchPeople`), and of two
  /// known people who become one, the user keeps theirs.
  static func text(_ person: Int64) -> String { "\(person)" }
}
