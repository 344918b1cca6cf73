// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension FirstSchema {
  /// Members of the team, their roles, sessions and saved filters, and what requests leave for each
  /// other.
  static let team = """
    -- email_key: the same for all ways to write an address. password: with its parameters; null
    -- until it is set.
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

    -- scope: where the role applies; empty for the whole server. A role for one app has that
    -- app's id in it.
    CREATE TABLE member_role (
      member INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
      scope TEXT NOT NULL,
      role TEXT NOT NULL,
      PRIMARY KEY (member, scope)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX member_role_role ON member_role (scope, role);

    -- Invitations and resets of passwords. A member has at most one. author: the member who
    -- made the link; null for the server.
    CREATE TABLE member_link (
      hash BLOB NOT NULL PRIMARY KEY,
      member INTEGER NOT NULL UNIQUE REFERENCES member ON DELETE CASCADE,
      kind TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      author INTEGER REFERENCES member ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX member_link_author ON member_link (author) WHERE author IS NOT NULL;

    -- One-time links that the command line makes.
    CREATE TABLE sign_in_link (
      hash BLOB NOT NULL PRIMARY KEY,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- member: null for a browser that a link of the server signed in. device: what the browser
    -- says it is.
    CREATE TABLE console_session (
      id TEXT NOT NULL PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      member INTEGER REFERENCES member ON DELETE CASCADE,
      device TEXT NOT NULL DEFAULT '',
      seen_at INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX console_session_member ON console_session (member);

    -- The filters that members keep of lists.
    CREATE TABLE saved_filter (
      member INTEGER NOT NULL REFERENCES member (number) ON DELETE CASCADE,
      app INTEGER NOT NULL REFERENCES app,
      list TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      query TEXT NOT NULL,
      PRIMARY KEY (member, app, list, created_at, id),
      UNIQUE (member, app, list, name)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX saved_filter_id ON saved_filter (id);

    -- Guesses of passwords: when the bucket is full again that a hash stands for.
    CREATE TABLE guess (
      hash BLOB NOT NULL PRIMARY KEY,
      full_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX guess_full_at ON guess (full_at);

    -- What one request leaves for another for a while. owner: who may have it.
    CREATE TABLE shelf (
      number INTEGER NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      owner TEXT NOT NULL,
      id TEXT NOT NULL,
      value BLOB NOT NULL,
      expires_at INTEGER NOT NULL,
      UNIQUE (name, owner, id)
    ) STRICT;
    CREATE INDEX shelf_expires_at ON shelf (expires_at);
    """
}
