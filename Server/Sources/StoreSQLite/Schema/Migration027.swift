// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How many people audiences had, by day.
enum Migration027 {
  static let sql = """
    -- day: since 1970, UTC. at: of the day's last count, in milliseconds.
    CREATE TABLE audience_size (
      app INTEGER NOT NULL REFERENCES app,
      audience TEXT NOT NULL,
      day INTEGER NOT NULL,
      at INTEGER NOT NULL,
      people INTEGER NOT NULL,
      reachable INTEGER NOT NULL,
      PRIMARY KEY (app, audience, day)
    ) STRICT, WITHOUT ROWID;
    """
}
