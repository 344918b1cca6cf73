// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Devices on which a person wants no notifications, runs that frequency caps limit, and what happened with each version.
enum Migration018 {
  static let sql = """
    -- opted_out_at: since when the device says that its person wants no notifications on it.
    ALTER TABLE push_device ADD COLUMN opted_out_at INTEGER;

    -- is_capped: as its definition says, which is too long to be read for each person.
    ALTER TABLE push_run ADD COLUMN is_capped INTEGER NOT NULL DEFAULT 0;

    -- What was stored before counts too, because a merge of two people takes away what both counted.
    INSERT INTO campaign_hour (app, campaign, hour, metric, detail, is_test, n)
    SELECT app, campaign, hour, metric, detail, is_test, count(*) FROM (
      SELECT app, record ->> '$.campaign_id' AS campaign, counted_at - (counted_at % 3600000 + 3600000) % 3600000 AS hour, 'version' AS metric,
        (record ->> '$.campaign_version') || ':' || CASE kind
          WHEN 'delivered' THEN kind WHEN 'impression' THEN (record ->> '$.surface') || ':displayed'
          WHEN 'click' THEN (record ->> '$.surface') || ':clicked' ELSE (record ->> '$.surface') || ':dismissed' END AS detail, is_test
      FROM event WHERE kind IN ('delivered', 'impression', 'click', 'dismissal')
      UNION ALL
      SELECT app, record ->> '$.campaign_id', counted_at - (counted_at % 3600000 + 3600000) % 3600000, 'step', 'push:opened', is_test
      FROM event WHERE kind = 'push_click'
    ) AS counted
    WHERE detail IS NOT NULL AND EXISTS (SELECT 1 FROM campaign c WHERE c.app = counted.app AND c.id = counted.campaign)
    GROUP BY app, campaign, hour, metric, detail, is_test;
    INSERT INTO campaign_total (app, campaign, metric, detail, is_test, n)
    SELECT app, campaign, metric, detail, is_test, sum(n) FROM campaign_hour
    WHERE metric = 'version' OR metric = 'step' AND detail = 'push:opened' GROUP BY app, campaign, metric, detail, is_test;
    """
}
