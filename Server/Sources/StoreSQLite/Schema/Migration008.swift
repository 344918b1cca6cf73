// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What test devices do is counted separately.
enum Migration008 {
  static let sql = """
    -- What was stored before counts as it did.
    ALTER TABLE event ADD COLUMN is_test INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE device ADD COLUMN is_lab INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX person_new ON person (app, first_seen, person_id);

    -- The same instants on test devices. Who has both counts by the one without.
    ALTER TABLE person_campaign ADD COLUMN test_eligible_at INTEGER;
    ALTER TABLE person_campaign ADD COLUMN test_delivered_at INTEGER;
    ALTER TABLE person_campaign ADD COLUMN test_first_impression_at INTEGER;
    ALTER TABLE person_campaign ADD COLUMN test_first_click_at INTEGER;

    CREATE TABLE campaign_hour_8 (
      app INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      hour INTEGER NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      is_test INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, hour, metric, detail, is_test)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO campaign_hour_8 SELECT app, campaign, hour, metric, detail, 0, n FROM campaign_hour;
    DROP TABLE campaign_hour;
    ALTER TABLE campaign_hour_8 RENAME TO campaign_hour;

    CREATE TABLE campaign_total_8 (
      app INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      is_test INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, metric, detail, is_test)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO campaign_total_8 SELECT app, campaign, metric, detail, 0, n FROM campaign_total;
    DROP TABLE campaign_total;
    ALTER TABLE campaign_total_8 RENAME TO campaign_total;
    """
}
