// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Decisions are kept for each campaign and reason, so that decisions of one never push out those of another.
enum Migration005 {
  static let sql = """
    -- reason: the verdict, of those that this version knows. day: of the receipt, counted from 1970. A decision that names no campaign of the
    -- app has one row with an empty campaign.
    ALTER TABLE decision_candidate ADD COLUMN reason TEXT NOT NULL DEFAULT '';
    ALTER TABLE decision_candidate ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
    INSERT INTO decision_candidate (app, person_id, counted_at, id, campaign)
    SELECT app, person_id, counted_at, id, '' FROM decision d
    WHERE NOT EXISTS (
      SELECT 1 FROM decision_candidate c
      WHERE c.app = d.app AND c.person_id = d.person_id AND c.counted_at = d.counted_at AND c.id = d.id
    );
    UPDATE decision_candidate SET
      day = counted_at / 86400000,
      reason = ifnull((
        SELECT CASE WHEN v IN ('chosen', 'filter', 'not_started', 'ended', 'interval', 'priority') THEN v ELSE 'other' END FROM (
          SELECT json_extract(c.value, '$.verdict') AS v FROM decision d, json_each(d.record, '$.candidates') c
          WHERE d.app = decision_candidate.app AND d.person_id = decision_candidate.person_id
            AND d.counted_at = decision_candidate.counted_at AND d.id = decision_candidate.id
            AND json_extract(c.value, '$.campaign_id') = decision_candidate.campaign LIMIT 1
        )
      ), '');
    CREATE INDEX decision_candidate_reason ON decision_candidate (app, campaign, reason, day, counted_at);

    -- How many candidates there are of each kind.
    CREATE TABLE decision_group (
      app INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      reason TEXT NOT NULL,
      day INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, reason, day)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO decision_group (app, campaign, reason, day, n)
    SELECT app, campaign, reason, day, count(*) FROM decision_candidate GROUP BY 1, 2, 3, 4;
    CREATE TRIGGER decision_candidate_added AFTER INSERT ON decision_candidate BEGIN
      INSERT INTO decision_group (app, campaign, reason, day, n) VALUES (new.app, new.campaign, new.reason, new.day, 1)
      ON CONFLICT DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER decision_candidate_removed AFTER DELETE ON decision_candidate BEGIN
      UPDATE decision_group SET n = n - 1
      WHERE app = old.app AND campaign = old.campaign AND reason = old.reason AND day = old.day;
      DELETE FROM decision_group
      WHERE app = old.app AND campaign = old.campaign AND reason = old.reason AND day = old.day AND n <= 0;
    END;
    DELETE FROM app_total WHERE metric = 'decision';
    """
}
