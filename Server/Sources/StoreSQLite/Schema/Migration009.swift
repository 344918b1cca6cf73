// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Data that somebody with the SDK key invents gives way to data that many people send.
enum Migration009 {
  static let sql = """
    -- Names of custom events that are counted by themselves: each has a row in app_total too. people_bits: of 64 bits one for each person who
    -- sent it, by chance the same for several. people: how many are set. last_day: of the receipt, counted from 1970.
    CREATE TABLE event_name (
      id INTEGER PRIMARY KEY,
      app INTEGER NOT NULL,
      name TEXT NOT NULL,
      people_bits INTEGER NOT NULL,
      people INTEGER NOT NULL,
      last_day INTEGER NOT NULL,
      UNIQUE (app, name)
    ) STRICT;
    CREATE INDEX event_name_standing ON event_name (app, people, last_day);
    CREATE INDEX event_name_age ON event_name (app, last_day);
    -- Who sent those before is not known, so they are taken for names that many people sent.
    INSERT INTO event_name (app, name, people_bits, people, last_day)
    SELECT app, detail, -1, 64, ifnull((SELECT max(last_seen) / 86400000 FROM person WHERE person.app = app_total.app), 0)
    FROM app_total WHERE metric = 'custom_event' AND detail <> '';

    -- Puts devices in an order that nobody outside can foresee; 0 for test devices. What came before is nobody's: each for itself.
    ALTER TABLE decision_candidate ADD COLUMN device_rank INTEGER NOT NULL DEFAULT 0;
    UPDATE decision_candidate SET device_rank = 1 + (random() & 0x3FFFFFFFFFFFFFFF);
    INSERT INTO setting (name, value) VALUES ('decision_salt', random());
    """
}
