// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Deletion of people: receipts, what keeps late events away, and what deleted people had added to the counters. And what finds people by what they
/// are called.
enum Migration023 {
  static let sql = """
    -- Random bytes that never leave the server.
    CREATE TABLE secret (
      name TEXT NOT NULL PRIMARY KEY,
      value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO secret (name, value) VALUES ('tombstone', randomblob(32));

    -- mark: a keyed hash of a name that a deleted person had.
    CREATE TABLE tombstone (
      app INTEGER NOT NULL REFERENCES app,
      mark BLOB NOT NULL,
      deleted_at INTEGER NOT NULL,
      PRIMARY KEY (app, mark)
    ) STRICT, WITHOUT ROWID;

    -- removed: JSON; how much of each kind.
    CREATE TABLE deletion_receipt (
      app INTEGER NOT NULL REFERENCES app,
      id TEXT NOT NULL,
      at INTEGER NOT NULL,
      removed TEXT NOT NULL,
      PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;

    -- What all deleted people together added to the counters, which stay. campaign, hour: empty and 0 for counters of the app.
    CREATE TABLE deleted_count (
      app INTEGER NOT NULL REFERENCES app,
      campaign TEXT NOT NULL,
      hour INTEGER NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      is_test INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, hour, metric, detail, is_test)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX person_anonymous ON person (app, last_seen, person_id) WHERE alias < 'u';
    CREATE INDEX push_run_user_id ON push_run_user (user_id);
    CREATE INDEX push_run_device_id ON push_run_device (device_id);

    -- The attributes by which people are called, for searches. Case of the letters a to z does not matter.
    CREATE INDEX person_attribute_called ON person_attribute (app, key, value COLLATE NOCASE)
      WHERE key IN ('email', 'first_name', 'last_name');
    """
}
