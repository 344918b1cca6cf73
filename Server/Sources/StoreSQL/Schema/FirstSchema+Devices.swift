// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension FirstSchema {
  /// What is known of devices, pushes to them, and people's requests about their data.
  static let devices = """
    CREATE TABLE test_device (
      app INTEGER NOT NULL REFERENCES app,
      device_id TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (app, device_id)
    ) STRICT, WITHOUT ROWID;

    -- Secrets of devices. used_at is null until a request has carried the secret.
    CREATE TABLE device_credential (
      app INTEGER NOT NULL REFERENCES app,
      device_id TEXT NOT NULL,
      hash BLOB NOT NULL,
      issued_at INTEGER NOT NULL,
      used_at INTEGER,
      PRIMARY KEY (app, device_id, hash)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE revoked_device (
      app INTEGER NOT NULL REFERENCES app,
      device_id TEXT NOT NULL,
      revoked_at INTEGER NOT NULL,
      PRIMARY KEY (app, device_id)
    ) STRICT, WITHOUT ROWID;

    -- Where pushes go: one row for each device whose app uses them. person_id: who uses the
    -- device now. registered_at: when the device last reported its token. dead_at: since when
    -- APNs does not accept it. opted_out_at: since when the device says that its person wants
    -- no notifications on it. said_at: when the device sent what is stored, by its clock.
    -- trust: a `DeviceTrust`.
    CREATE TABLE push_device (
      app INTEGER NOT NULL,
      device_id TEXT NOT NULL,
      person_id INTEGER NOT NULL,
      token TEXT,
      environment TEXT,
      "authorization" TEXT,
      registered_at INTEGER NOT NULL,
      dead_at INTEGER,
      dead_reason TEXT,
      is_lab INTEGER NOT NULL,
      opted_out_at INTEGER,
      said_at INTEGER,
      trust INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (app, device_id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX push_device_token ON push_device (app, token) WHERE token IS NOT NULL;
    CREATE INDEX push_device_person ON push_device (app, person_id, device_id);

    -- Runs of pushes. is_open: it has rows that have not ended, or may get some. cursor_*: the
    -- last device that has its row. event_values: JSON; null for none. is_capped: as its
    -- definition says, which is too long to be read for each person. environments: those for
    -- which there was an APNs key when the run was created or resumed last, such as
    -- 'development production'; null for not known.
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
      event_values TEXT,
      is_capped INTEGER NOT NULL DEFAULT 0,
      environments TEXT,
      UNIQUE (app, id)
    ) STRICT;
    CREATE INDEX push_run_open ON push_run (starts_at) WHERE is_open;
    CREATE INDEX push_run_campaign ON push_run (app, campaign, number);
    CREATE INDEX push_run_event ON push_run (app) WHERE is_open AND audience = 'event';

    -- The users of a run that is for some.
    CREATE TABLE push_run_user (
      run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
      user_id TEXT NOT NULL,
      event_values TEXT,
      PRIMARY KEY (run, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX push_run_user_id ON push_run_user (user_id);

    -- The devices of a run that is for some.
    CREATE TABLE push_run_device (
      run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
      device_id TEXT NOT NULL,
      PRIMARY KEY (run, device_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX push_run_device_id ON push_run_device (device_id);

    -- The ledger. person_id: for whom it is. due_at: when it can be tried, or when its claim
    -- ends; null once it has ended. attempt: the number of the claim. occurrence: the number of
    -- the push among those of the run to this device. event_values: JSON; null for none, and
    -- once the push has ended. arm: the arm of the campaign's experiment for which a push is,
    -- from its claim on; null for none. is_own: whether the device itself sent the event whose
    -- values the push has.
    CREATE TABLE push_delivery (
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
      arm TEXT,
      is_own INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (run, device_id, occurrence)
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

    -- People's requests for their data or its deletion. person_id: NULL when the person was
    -- deleted. note: why it was declined.
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
    CREATE INDEX privacy_request_person ON privacy_request (app, person_id, kind, number)
      WHERE person_id IS NOT NULL;
    -- A person has at most one open request of each kind.
    CREATE UNIQUE INDEX privacy_request_of_person ON privacy_request (app, person_id, kind)
      WHERE state = 'open';
    CREATE INDEX privacy_request_open ON privacy_request (app, number, due_at) WHERE state = 'open';
    CREATE INDEX privacy_request_closed ON privacy_request (app, number) WHERE state <> 'open';

    -- removed: JSON; how much of each kind.
    CREATE TABLE deletion_receipt (
      app INTEGER NOT NULL REFERENCES app,
      id TEXT NOT NULL,
      at INTEGER NOT NULL,
      removed TEXT NOT NULL,
      PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;

    -- Keeps late events of deleted people away. mark: a keyed hash of a name that a deleted
    -- person had.
    CREATE TABLE tombstone (
      app INTEGER NOT NULL REFERENCES app,
      mark BLOB NOT NULL,
      deleted_at INTEGER NOT NULL,
      PRIMARY KEY (app, mark)
    ) STRICT, WITHOUT ROWID;
    """
}
