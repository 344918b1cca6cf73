// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// People's requests for their data or its deletion, and whether devices may send them.
enum Migration032 {
  static let sql = """
    ALTER TABLE app_setting ADD COLUMN privacy_mode TEXT NOT NULL DEFAULT 'off';
    ALTER TABLE app_setting ADD COLUMN privacy_due_days INTEGER NOT NULL DEFAULT 30;

    -- person_id: NULL when the person was deleted. note: why it was declined.
    CREATE TABLE privacy_request (
      number INTEGER PRIMARY KEY,
      app INTEGER NOT NULL REFERENCES app,
      id TEXT NOT NULL,
      kind TEXT NOT NULL,
      person_id INTEGER,
      requested_at INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      state TEXT NOT NULL,
      closed_at INTEGER,
      note TEXT,
      receipt TEXT,
      UNIQUE (app, id)
    ) STRICT;
    CREATE INDEX privacy_request_person ON privacy_request (app, person_id, kind, number) WHERE person_id IS NOT NULL;
    CREATE UNIQUE INDEX privacy_request_of_person ON privacy_request (app, person_id, kind) WHERE state = 'open';
    CREATE INDEX privacy_request_open ON privacy_request (app, number, due_at) WHERE state = 'open';
    CREATE INDEX privacy_request_closed ON privacy_request (app, number) WHERE state <> 'open';
    """
}
