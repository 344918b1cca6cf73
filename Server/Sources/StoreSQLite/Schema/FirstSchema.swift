// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The layout of the first release, in one step. Once it is released it is never edited: each later
/// change is a migration of its own.
enum FirstSchema {
  static let sql = [apps, team, campaigns, people, devices].joined(separator: "\n")
}
