// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Changes of attributes relative to their present value.
enum Migration003 {
  static let sql = """
    -- How many rows of person_attribute_step there are.
    ALTER TABLE person_attribute ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;

    -- What was said of an attribute since it was last set, only of those that were changed and not just set. In the order of the key:
    -- kind 'set' is the value that it was set to, 'folded' what that and the oldest changes came to, all others are operations.
    CREATE TABLE person_attribute_step (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      key TEXT NOT NULL,
      is_own INTEGER NOT NULL,
      at INTEGER NOT NULL,
      event_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (app, person_id, key, is_own, at, event_id)
    ) STRICT, WITHOUT ROWID;
    """
}
