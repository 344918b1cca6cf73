// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// People pages, test devices, settings of an app, unique clicks, and merging of anonymous people into the users they turn out to be.
enum Migration002 {
  static let sql = """
    -- What was set while anonymous never hides what a person set under their own name.
    ALTER TABLE person_attribute ADD COLUMN is_own INTEGER NOT NULL DEFAULT 1;
    UPDATE person_attribute SET is_own = 0
    WHERE EXISTS (
      SELECT 1 FROM person p WHERE p.app = person_attribute.app AND p.person_id = person_attribute.person_id AND p.alias LIKE 'd:%'
    );

    ALTER TABLE person_campaign ADD COLUMN first_click_at INTEGER;
    INSERT INTO person_campaign (app, person_id, campaign, first_click_at)
    SELECT app, person_id, json_extract(record, '$.campaign_id'), min(counted_at) FROM event WHERE kind = 'click' GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET first_click_at = excluded.first_click_at;
    INSERT INTO campaign_hour (app, campaign, hour, metric, detail, n)
    SELECT app, campaign, first_click_at - first_click_at % 3600000, 'unique_click', '', count(*)
    FROM person_campaign WHERE first_click_at IS NOT NULL GROUP BY 1, 2, 3;
    INSERT INTO campaign_total (app, campaign, metric, detail, n)
    SELECT app, campaign, 'unique_click', '', count(*) FROM person_campaign WHERE first_click_at IS NOT NULL GROUP BY 1, 2;

    INSERT INTO app_total (app, metric, detail, n)
    SELECT app, 'custom_event', json_extract(record, '$.name'), count(*) FROM event WHERE kind = 'custom' GROUP BY 1, 3;

    CREATE INDEX person_newest ON person (app, last_seen, person_id);
    CREATE INDEX device_people ON device (app, device_id);
    -- Followed by the row's number, which is the order of arrival.
    CREATE INDEX event_timeline ON event (app, person_id, counted_at);

    CREATE TABLE test_device (
      app INTEGER NOT NULL REFERENCES app,
      device_id TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (app, device_id)
    ) STRICT, WITHOUT ROWID;

    -- caps: a JSON list as devices get it.
    CREATE TABLE app_setting (
      app INTEGER NOT NULL PRIMARY KEY REFERENCES app,
      decision_sample REAL NOT NULL,
      caps TEXT NOT NULL
    ) STRICT;
    """
}
