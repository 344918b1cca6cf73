// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Pushes on events, and values for the texts of runs.
enum Migration015 {
  static let sql = """
    -- JSON; null for none.
    ALTER TABLE push_run ADD COLUMN event_values TEXT;
    ALTER TABLE push_run_user ADD COLUMN event_values TEXT;
    CREATE INDEX push_run_event ON push_run (app) WHERE is_open AND audience = 'event';

    -- occurrence: the number of the push among those of the run to this device. event_values: JSON; null for none, and once the push has ended.
    CREATE TABLE push_delivery_new (
      run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
      device_id TEXT NOT NULL,
      occurrence INTEGER NOT NULL,
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      is_claimed INTEGER NOT NULL,
      due_at INTEGER,
      outcome TEXT,
      detail TEXT,
      at INTEGER NOT NULL,
      event_values TEXT,
      PRIMARY KEY (run, device_id, occurrence)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO push_delivery_new
      SELECT run, device_id, 0, app, person_id, attempt, tries, is_claimed, due_at, outcome, detail, at, NULL FROM push_delivery;
    DROP TABLE push_delivery;
    ALTER TABLE push_delivery_new RENAME TO push_delivery;
    CREATE INDEX push_delivery_due ON push_delivery (run, due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX push_delivery_person ON push_delivery (app, person_id, run);
    """
}
