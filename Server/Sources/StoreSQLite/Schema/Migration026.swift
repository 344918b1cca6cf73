// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Uploaded lists of people, and the surveys whose answers audiences ask for.
enum Migration026 {
  static let sql = """
    -- One for each audience that is a list. generation: which of its entries count. newest: of the upload that began last.
    CREATE TABLE audience_list (
      app INTEGER NOT NULL REFERENCES app,
      audience TEXT NOT NULL,
      generation INTEGER NOT NULL,
      newest INTEGER NOT NULL,
      PRIMARY KEY (app, audience)
    ) STRICT, WITHOUT ROWID;

    -- Entries of an earlier or later generation are of an upload that has ended or not yet ended. The person may not have been seen yet.
    CREATE TABLE audience_list_entry (
      app INTEGER NOT NULL,
      audience TEXT NOT NULL,
      generation INTEGER NOT NULL,
      user_id TEXT NOT NULL,
      PRIMARY KEY (app, audience, generation, user_id)
    ) STRICT, WITHOUT ROWID;

    UPDATE event SET name = record ->> '$.campaign_id' WHERE kind = 'survey_answers';
    """
}
