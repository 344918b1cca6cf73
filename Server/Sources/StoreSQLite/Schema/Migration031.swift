// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The filters that members keep of lists, and who created each campaign, found without reading its history.
enum Migration031 {
  static let sql = """
    CREATE TABLE saved_filter (
      member INTEGER NOT NULL REFERENCES member (number) ON DELETE CASCADE,
      app INTEGER NOT NULL REFERENCES app,
      list TEXT NOT NULL,
      name TEXT NOT NULL,
      id TEXT NOT NULL,
      query TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (member, app, list, created_at, id),
      UNIQUE (member, app, list, name)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX saved_filter_id ON saved_filter (id);
    CREATE INDEX campaign_creation ON campaign_history (app, campaign) WHERE kind = 'created';
    """
}
