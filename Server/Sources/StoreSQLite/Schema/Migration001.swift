// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Everything of the first version. A released migration is never edited: later changes get their own file.
///
/// Every table that belongs to persons has app and person in its primary key and in every unique constraint, so that the same layout can later be
/// distributed by person. `person_alias` is the directory that finds a person by an external id.
enum Migration001 {
  static let sql = """
    CREATE TABLE setting (
      name TEXT NOT NULL PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO setting (name, value) VALUES ('health_checks', 0);

    CREATE TABLE app (
      app INTEGER NOT NULL PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      catalogue_version INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE campaign (
      app INTEGER NOT NULL REFERENCES app,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      definition TEXT NOT NULL,
      version INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      launched_at INTEGER,
      finished_at INTEGER,
      PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX campaign_newest ON campaign (app, created_at);

    CREATE TABLE api_key (
      app INTEGER NOT NULL REFERENCES app,
      id TEXT NOT NULL,
      scope TEXT NOT NULL,
      name TEXT NOT NULL,
      prefix TEXT NOT NULL,
      hash BLOB NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      revoked_at INTEGER,
      PRIMARY KEY (app, id)
    ) STRICT;

    CREATE TABLE sign_in_link (
      hash BLOB NOT NULL PRIMARY KEY,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE console_session (
      id TEXT NOT NULL PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE person_alias (
      app INTEGER NOT NULL REFERENCES app,
      alias TEXT NOT NULL,
      person_id INTEGER NOT NULL,
      PRIMARY KEY (app, alias)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE person (
      app INTEGER NOT NULL REFERENCES app,
      person_id INTEGER NOT NULL,
      alias TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      PRIMARY KEY (app, person_id)
    ) STRICT, WITHOUT ROWID;

    -- What this person was called before: the device, while nobody had signed in.
    CREATE TABLE person_link (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      alias TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (app, person_id, alias)
    ) STRICT, WITHOUT ROWID;

    -- A removed attribute stays as null: an older value that arrives later must not bring it back.
    CREATE TABLE person_attribute (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      at INTEGER NOT NULL,
      event_id TEXT NOT NULL,
      PRIMARY KEY (app, person_id, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE device (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      device_id TEXT NOT NULL,
      description TEXT NOT NULL,
      described_at INTEGER NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      PRIMARY KEY (app, person_id, device_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE person_session (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      session_id TEXT NOT NULL,
      device_id TEXT NOT NULL,
      started_at INTEGER,
      ended_at INTEGER,
      length_ms INTEGER,
      PRIMARY KEY (app, person_id, session_id)
    ) STRICT, WITHOUT ROWID;

    -- at: what the device said. counted_at: the instant it is counted at, which differs when the device's clock was far off.
    -- record: the event as it came; null for decisions, whose records are kept in their own table and not for ever.
    CREATE TABLE event (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      id TEXT NOT NULL,
      device_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      at INTEGER NOT NULL,
      counted_at INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      record TEXT,
      PRIMARY KEY (app, person_id, id)
    ) STRICT;

    CREATE TABLE person_campaign (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      eligible_at INTEGER,
      delivered_at INTEGER,
      first_impression_at INTEGER,
      PRIMARY KEY (app, person_id, campaign)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE decision (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      counted_at INTEGER NOT NULL,
      id TEXT NOT NULL,
      at INTEGER NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (app, person_id, counted_at, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX decision_newest ON decision (app, counted_at);

    CREATE TABLE decision_candidate (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      counted_at INTEGER NOT NULL,
      id TEXT NOT NULL,
      campaign TEXT NOT NULL,
      PRIMARY KEY (app, person_id, counted_at, id, campaign),
      FOREIGN KEY (app, person_id, counted_at, id) REFERENCES decision ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX decision_candidate_newest ON decision_candidate (app, campaign, counted_at);

    -- Rollups: written in the transaction of the events they count. hour: its first millisecond, UTC.
    CREATE TABLE campaign_hour (
      app INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      hour INTEGER NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, hour, metric, detail)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE campaign_total (
      app INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, metric, detail)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE app_total (
      app INTEGER NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, metric, detail)
    ) STRICT, WITHOUT ROWID;
    """
}
