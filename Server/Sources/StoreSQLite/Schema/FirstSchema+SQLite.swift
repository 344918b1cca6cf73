// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import StoreSQL

extension FirstSchema {
  static let sqlite = tables + "\n" + triggers + "\n" + rows

  private static let triggers = """
    CREATE TRIGGER decision_candidate_added AFTER INSERT ON decision_candidate BEGIN
      INSERT INTO decision_group (app, campaign, reason, day, n) VALUES (new.app, new.campaign, new.reason, new.day, 1)
      ON CONFLICT (app, campaign, reason, day) DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER decision_candidate_removed AFTER DELETE ON decision_candidate BEGIN
      UPDATE decision_group SET n = n - 1
      WHERE app = old.app AND campaign = old.campaign AND reason = old.reason AND day = old.day;
      DELETE FROM decision_group
      WHERE app = old.app AND campaign = old.campaign AND reason = old.reason AND day = old.day AND n <= 0;
    END;
    """

  private static let rows = """
    INSERT INTO setting (name, value) VALUES ('health_checks', 0), ('decision_salt', random());
    INSERT INTO secret (name, value) VALUES ('tombstone', randomblob(32));
    """
}
