// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A click is a tap on what leads on: what apps did with data becomes a step of its own, also in the past. Taps that only close a message are dismissals
/// from now on. Earlier ones stay clicks, and the end of the last hour with one is kept, so that pages can say so.
///
/// A tap that only closes a message has the name `closes` in the table `event`.
enum Migration037 {
  /// No figure of an app has messages that it built itself.
  static let figuresOfApps = """
    DELETE FROM app_hour WHERE metric IN ('shown', 'clicked', 'dismissed');
    INSERT INTO app_hour (app, metric, hour, n)
    SELECT app, CASE metric WHEN 'impression' THEN 'shown' WHEN 'click' THEN 'clicked' ELSE 'dismissed' END, hour, sum(n) FROM campaign_hour
    WHERE metric IN ('impression', 'click', 'dismissal') AND is_test = 0
      AND NOT (metric = 'dismissal' AND (detail = 'click' OR substr(detail, -6) = ':click'))
      AND campaign <> 'local' AND substr(campaign, 1, 6) <> 'local:'
    GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
    """
  static let sql = """
    INSERT INTO setting (name, value)
    SELECT 'clicks_lead_on_since', max(hour) + 3600000 FROM campaign_hour WHERE metric = 'click' AND n > 0 HAVING max(hour) IS NOT NULL;

    -- For people who only have test devices.
    CREATE INDEX device_lab ON device (app, person_id) WHERE is_lab;

    CREATE TEMP TABLE data_campaign (app INTEGER, campaign TEXT, PRIMARY KEY (app, campaign));
    INSERT INTO data_campaign SELECT app, id FROM campaign WHERE definition ->> '$.data' IS NOT NULL;
    -- Of campaigns that were deleted, only the counts say what they were.
    INSERT OR IGNORE INTO data_campaign
    SELECT DISTINCT app, campaign FROM campaign_total t WHERE metric = 'version' AND detail LIKE '%:data:%'
      AND NOT EXISTS (SELECT 1 FROM campaign c WHERE c.app = t.app AND c.id = t.campaign);

    INSERT INTO campaign_hour (app, campaign, hour, metric, detail, is_test, n)
    SELECT app, campaign, hour, 'step', iif(metric = 'click', 'data:used', 'data:refused') AS step, is_test, sum(n) FROM campaign_hour
    WHERE metric IN ('click', 'dismissal') AND (app, campaign) IN (SELECT app, campaign FROM data_campaign)
    GROUP BY app, campaign, hour, step, is_test HAVING true ON CONFLICT DO UPDATE SET n = n + excluded.n;
    INSERT INTO campaign_total (app, campaign, metric, detail, is_test, n)
    SELECT app, campaign, 'step', iif(metric = 'click', 'data:used', 'data:refused') AS step, is_test, sum(n) FROM campaign_total
    WHERE metric IN ('click', 'dismissal') AND (app, campaign) IN (SELECT app, campaign FROM data_campaign)
    GROUP BY app, campaign, step, is_test HAVING true ON CONFLICT DO UPDATE SET n = n + excluded.n;
    DELETE FROM campaign_hour
    WHERE metric IN ('click', 'dismissal', 'unique_click') AND (app, campaign) IN (SELECT app, campaign FROM data_campaign);
    DELETE FROM campaign_total
    WHERE metric IN ('click', 'dismissal', 'unique_click') AND (app, campaign) IN (SELECT app, campaign FROM data_campaign);
    DELETE FROM deleted_count
    WHERE metric IN ('click', 'dismissal', 'unique_click') AND (app, campaign) IN (SELECT app, campaign FROM data_campaign);
    -- Nobody saw or clicked data.
    DELETE FROM person_campaign WHERE (app, campaign) IN (SELECT app, campaign FROM data_campaign);
    DROP TABLE data_campaign;

    \(figuresOfApps)
    """
}
