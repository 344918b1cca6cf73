// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension FirstSchema {
  /// The server's own values, and apps with their settings and keys.
  static let apps = """
    -- Numbers of the server itself. health_checks: shows that the database can be written.
    -- decision_salt: puts devices in an order that nobody outside can foresee.
    CREATE TABLE setting (
      name TEXT NOT NULL PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Random bytes that never leave the server.
    CREATE TABLE secret (
      name TEXT NOT NULL PRIMARY KEY,
      value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE app (
      app INTEGER NOT NULL PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      catalogue_version INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- caps: a JSON list as devices get it. signature_mode: off, optional, required.
    -- signature_keys: a JSON list of objects with name and pem, a public key. holdout_share: in
    -- ten-thousandths.
    CREATE TABLE app_setting (
      app INTEGER NOT NULL PRIMARY KEY REFERENCES app,
      decision_sample REAL NOT NULL,
      caps TEXT NOT NULL,
      signature_mode TEXT NOT NULL DEFAULT 'off',
      signature_keys TEXT NOT NULL DEFAULT '[]',
      holdout_share INTEGER NOT NULL DEFAULT 0,
      holdout_changed_at INTEGER,
      privacy_mode TEXT NOT NULL DEFAULT 'off',
      privacy_due_days INTEGER NOT NULL DEFAULT 30,
      refuses_doubtful_users INTEGER NOT NULL DEFAULT 0
    ) STRICT;

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

    -- Keys for APNs, encrypted. environment: empty for both.
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

    -- How far the removal of each kind of row has come: up to which instant, and, while it is
    -- under way, after which person. earlier: the instant of the removal before, which came to
    -- its end.
    CREATE TABLE retention (
      name TEXT NOT NULL PRIMARY KEY,
      before INTEGER NOT NULL,
      earlier INTEGER NOT NULL,
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      is_done INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
