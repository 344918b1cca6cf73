// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Keys for APNs, encrypted.
enum Migration013 {
  static let sql = """
    -- environment: empty for both.
    CREATE TABLE push_key (
      app INTEGER NOT NULL REFERENCES app,
      id TEXT NOT NULL,
      key_id TEXT NOT NULL,
      team_id TEXT NOT NULL,
      topic TEXT NOT NULL,
      environment TEXT NOT NULL,
      sealed BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (app, id),
      UNIQUE (app, key_id, topic, environment)
    ) STRICT;
    """
}
