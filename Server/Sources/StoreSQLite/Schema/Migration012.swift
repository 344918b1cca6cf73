// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Where pushes go: one row for each device whose app uses them.
enum Migration012 {
  static let sql = """
    -- person_id: who uses the device now. registered_at: when the device last reported its token. dead_at: since when APNs does not accept it.
    CREATE TABLE push_device (
      app INTEGER NOT NULL,
      device_id TEXT NOT NULL,
      person_id INTEGER NOT NULL,
      token TEXT,
      environment TEXT,
      authorization TEXT,
      registered_at INTEGER NOT NULL,
      dead_at INTEGER,
      dead_reason TEXT,
      is_lab INTEGER NOT NULL,
      PRIMARY KEY (app, device_id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX push_device_token ON push_device (app, token) WHERE token IS NOT NULL;
    CREATE INDEX push_device_person ON push_device (app, person_id, device_id);

    -- What devices said before. Several people may have used a device, and a token may have moved: the newest statement counts.
    WITH said AS (
      SELECT app, device_id, person_id, described_at, is_lab, nullif(json_extract(description, '$.push_token'), '') AS token,
        json_extract(description, '$.push_environment') AS environment, json_extract(description, '$.push_authorization') AS authorization,
        row_number() OVER (PARTITION BY app, device_id ORDER BY described_at DESC, last_seen DESC, person_id DESC) AS place
      FROM device
    ), placed AS (
      SELECT *, row_number() OVER (PARTITION BY app, token ORDER BY described_at DESC, device_id) AS token_place FROM said WHERE place = 1
    )
    INSERT INTO push_device (app, device_id, person_id, token, environment, authorization, registered_at, is_lab)
    SELECT app, device_id, person_id, iif(token_place = 1, token, NULL), iif(token_place = 1, environment, NULL), authorization,
      described_at, is_lab
    FROM placed WHERE token IS NOT NULL OR authorization IS NOT NULL;
    """
}
