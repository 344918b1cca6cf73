// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What another format says of campaigns.
enum Migration017 {
  static let sql = """
    -- notes: JSON; what a campaign has no place for.
    CREATE TABLE campaign_note (
      app INTEGER NOT NULL REFERENCES app,
      campaign TEXT NOT NULL,
      notes TEXT NOT NULL,
      PRIMARY KEY (app, campaign)
    ) STRICT, WITHOUT ROWID;
    """
}
