// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The histories of campaigns. What a campaign has when its history begins is its first version.
enum Migration024 {
  static let sql = """
    -- number: the campaign's revision from this change on. kind: a CampaignChange.Kind, with the number of what was restored as its source.
    -- name and definition: null for a change that wrote neither. has_run: whether the campaign ran with them.
    CREATE TABLE campaign_history (
      app INTEGER NOT NULL REFERENCES app,
      campaign TEXT NOT NULL,
      number INTEGER NOT NULL,
      version INTEGER NOT NULL,
      kind TEXT NOT NULL,
      source INTEGER,
      at INTEGER NOT NULL,
      author TEXT NOT NULL,
      author_id TEXT,
      author_name TEXT,
      has_run INTEGER NOT NULL,
      name TEXT,
      definition TEXT,
      PRIMARY KEY (app, campaign, number)
    ) STRICT;
    INSERT INTO campaign_history (app, campaign, number, version, kind, at, author, has_run, name, definition)
    SELECT app, id, revision, version, 'recorded', updated_at, 'system', launched_at IS NOT NULL, name, definition FROM campaign;
    """
}
