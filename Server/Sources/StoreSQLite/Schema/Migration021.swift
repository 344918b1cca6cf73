// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Audiences, and what finds the people in them.
enum Migration021 {
  static let sql = """
    CREATE TABLE audience (
      app INTEGER NOT NULL REFERENCES app,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      rule TEXT NOT NULL,
      revision INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (app, id),
      UNIQUE (app, name)
    ) STRICT;

    CREATE INDEX person_attribute_key ON person_attribute (app, key, value);
    CREATE INDEX person_campaign_people ON person_campaign (app, campaign, first_impression_at, first_click_at);

    -- name: of the event or screen, or the product id; empty for a session; null for events that audiences do not know.
    ALTER TABLE event ADD COLUMN name TEXT;
    UPDATE event SET name = CASE kind
      WHEN 'purchase' THEN record ->> '$.product_id' WHEN 'session_start' THEN '' ELSE record ->> '$.name' END
    WHERE kind IN ('custom', 'purchase', 'screen_view', 'session_start');
    CREATE INDEX event_named ON event (app, kind, name, counted_at, person_id) WHERE name IS NOT NULL;
    """
}
