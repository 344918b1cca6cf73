// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Removal by age.
enum Migration006 {
  static let sql = """
    -- Ids of events that were removed: each still counts once for ever.
    CREATE TABLE removed_event (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (app, person_id, id)
    ) STRICT, WITHOUT ROWID;

    -- How far the removal of each kind of row has come: up to which instant, and, while it is under way, after which person.
    -- earlier: the instant of the removal before, which came to its end.
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
