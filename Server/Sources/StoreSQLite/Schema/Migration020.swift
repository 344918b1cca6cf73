// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// People with an account for the console.
enum Migration020 {
  static let sql = """
    -- email_key: the same for all ways to write an address. password: with its parameters; null until it is set.
    CREATE TABLE member (
      number INTEGER NOT NULL PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      password TEXT,
      created_at INTEGER NOT NULL,
      seen_at INTEGER
    ) STRICT;

    -- scope: where the role applies; empty for the whole server. A role for one app has that app's id in it.
    CREATE TABLE member_role (
      member INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
      scope TEXT NOT NULL,
      role TEXT NOT NULL,
      PRIMARY KEY (member, scope)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX member_role_role ON member_role (scope, role);

    -- Invitations and resets of passwords. A member has at most one.
    CREATE TABLE member_link (
      hash BLOB NOT NULL PRIMARY KEY,
      member INTEGER NOT NULL UNIQUE REFERENCES member ON DELETE CASCADE,
      kind TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- member: null for a browser that a link of the server signed in. device: what the browser says it is.
    ALTER TABLE console_session ADD COLUMN member INTEGER REFERENCES member ON DELETE CASCADE;
    ALTER TABLE console_session ADD COLUMN device TEXT NOT NULL DEFAULT '';
    ALTER TABLE console_session ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
    UPDATE console_session SET seen_at = created_at;
    CREATE INDEX console_session_member ON console_session (member);
    """
}
