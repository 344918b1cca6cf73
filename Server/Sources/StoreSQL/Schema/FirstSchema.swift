// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The tables of the first release, in SQLite's words. Once it is released it is never edited: each
/// later change is a migration of its own.
///
/// Numbers that are called `is_…`, `has_…` or `refuses_…` are 1 or 0. Every database adds its
/// triggers and its first rows.
package enum FirstSchema {
  /// The number of this layout, in every database. The numbers below it were layouts of builds
  /// before the first release, which nothing migrates.
  package static let number = 42
  package static let tables = [apps, team, campaigns, people, devices].joined(separator: "\n")
}
