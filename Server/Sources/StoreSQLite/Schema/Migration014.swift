// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Runs of pushes and their ledger.
enum Migration014 {
  static let sql = """
    -- is_open: it has rows that have not ended, or may get some. cursor_*: the last device that has its row.
    CREATE TABLE push_run (
      number INTEGER NOT NULL PRIMARY KEY,
      app INTEGER NOT NULL REFERENCES app,
      id TEXT NOT NULL,
      campaign TEXT NOT NULL,
      definition TEXT NOT NULL,
      audience TEXT NOT NULL,
      device_id TEXT,
      state TEXT NOT NULL,
      reason TEXT,
      is_open INTEGER NOT NULL,
      is_prepared INTEGER NOT NULL,
      cursor_user TEXT NOT NULL DEFAULT '',
      cursor_device TEXT NOT NULL DEFAULT '',
      starts_at INTEGER NOT NULL,
      expires_at INTEGER,
      per_minute INTEGER,
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      finished_at INTEGER,
      UNIQUE (app, id)
    ) STRICT;
    CREATE INDEX push_run_open ON push_run (starts_at) WHERE is_open;
    CREATE INDEX push_run_campaign ON push_run (app, campaign, number);

    -- The users of a run that is for some.
    CREATE TABLE push_run_user (
      run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
      user_id TEXT NOT NULL,
      PRIMARY KEY (run, user_id)
    ) STRICT, WITHOUT ROWID;

    -- person_id: for whom it is. due_at: when it can be tried, or when its claim ends; null once it has ended. attempt: the number of the claim.
    CREATE TABLE push_delivery (
      run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
      device_id TEXT NOT NULL,
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      is_claimed INTEGER NOT NULL,
      due_at INTEGER,
      outcome TEXT,
      detail TEXT,
      at INTEGER NOT NULL,
      PRIMARY KEY (run, device_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX push_delivery_due ON push_delivery (run, due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX push_delivery_person ON push_delivery (app, person_id, run);

    -- outcome: empty for rows that have not ended.
    CREATE TABLE push_run_count (
      run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (run, outcome)
    ) STRICT, WITHOUT ROWID;
    """
}
