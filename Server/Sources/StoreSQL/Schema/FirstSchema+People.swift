// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension FirstSchema {
  /// People: who they are, what they did, and which devices they use.
  ///
  /// Every table that belongs to persons has app and person in its primary key and in every unique
  /// constraint, so that the same layout can later be distributed by person. `person_alias` is the
  /// directory that finds a person by an external id.
  static let people = """
    CREATE TABLE person_alias (
      app INTEGER NOT NULL REFERENCES app,
      alias TEXT NOT NULL,
      person_id INTEGER NOT NULL,
      PRIMARY KEY (app, alias)
    ) STRICT, WITHOUT ROWID;

    -- alias: the name that the person has now.
    CREATE TABLE person (
      app INTEGER NOT NULL REFERENCES app,
      person_id INTEGER NOT NULL,
      alias TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      PRIMARY KEY (app, person_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX person_newest ON person (app, last_seen, person_id);
    CREATE INDEX person_new ON person (app, first_seen, person_id);
    -- Names of anonymous people begin with 'd:', those of users with 'u:'.
    CREATE INDEX person_anonymous ON person (app, last_seen, person_id) WHERE alias < 'u';

    -- What this person was called before: the device, while nobody had signed in.
    CREATE TABLE person_link (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      alias TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (app, person_id, alias)
    ) STRICT, WITHOUT ROWID;

    -- A removed attribute stays as null: an older value that arrives later must not bring it
    -- back. is_own: what was set while anonymous never hides what a person set under their own
    -- name. steps: how many rows of person_attribute_step there are.
    CREATE TABLE person_attribute (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      at INTEGER NOT NULL,
      event_id TEXT NOT NULL,
      is_own INTEGER NOT NULL DEFAULT 1,
      steps INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (app, person_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX person_attribute_key ON person_attribute (app, key, value);
    -- The attributes by which people are called, for searches. Case of the letters a to z does
    -- not matter. Entries of an index have little room in other databases.
    CREATE INDEX person_attribute_called ON person_attribute (app, key, lower(substr(value, 1, 500)))
      WHERE key IN ('email', 'first_name', 'last_name');

    -- What was said of an attribute since it was last set, only of those that were changed and
    -- not just set. In the order of the key: kind 'set' is the value that it was set to,
    -- 'folded' what that and the oldest changes came to, all others are operations.
    CREATE TABLE person_attribute_step (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      key TEXT NOT NULL,
      is_own INTEGER NOT NULL,
      at INTEGER NOT NULL,
      event_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (app, person_id, key, is_own, at, event_id)
    ) STRICT, WITHOUT ROWID;

    -- words: what a device is called in lists, for their order; see `DeviceWords`.
    CREATE TABLE device (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      device_id TEXT NOT NULL,
      description TEXT NOT NULL,
      described_at INTEGER NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      is_lab INTEGER NOT NULL DEFAULT 0,
      words TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (app, person_id, device_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_people ON device (app, device_id);
    CREATE INDEX device_words ON device (app, words, person_id);
    -- Finds people who only have test devices.
    CREATE INDEX device_lab ON device (app, person_id) WHERE is_lab;

    CREATE TABLE person_session (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      session_id TEXT NOT NULL,
      device_id TEXT NOT NULL,
      started_at INTEGER,
      ended_at INTEGER,
      length_ms INTEGER,
      PRIMARY KEY (app, person_id, session_id)
    ) STRICT, WITHOUT ROWID;

    -- number: the order of arrival. at: what the device said. counted_at: the instant it is counted at, which differs when
    -- the device's clock was far off. record: the event as it came; null for decisions, whose
    -- records are kept in their own table and not for ever. name: of the event or screen, or
    -- the product id, or the survey's campaign; empty for a session; null for events that
    -- audiences do not know. A tap that only closes a message has the name `closes`.
    -- previous_user: of user_changed, the user who was there before. campaign: which the event
    -- is about; null for none. metric: what it counts as in the figures of its campaign, as
    -- `CampaignCount` decides; null for nothing. arm: of an exposure. attribute: the key that an
    -- event sets or changes.
    CREATE TABLE event (
      number INTEGER PRIMARY KEY,
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      id TEXT NOT NULL,
      device_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      at INTEGER NOT NULL,
      counted_at INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      record TEXT,
      is_test INTEGER NOT NULL DEFAULT 0,
      name TEXT,
      previous_user TEXT,
      campaign TEXT,
      metric TEXT,
      arm TEXT,
      attribute TEXT,
      UNIQUE (app, person_id, id)
    ) STRICT;
    CREATE INDEX event_timeline ON event (app, person_id, counted_at, number);
    CREATE INDEX event_named ON event (app, kind, name, counted_at, person_id)
      WHERE name IS NOT NULL;
    CREATE INDEX event_exposure ON event (app, person_id, counted_at) WHERE kind = 'exposure';
    -- Finds which message a person saw last.
    CREATE INDEX event_impression ON event (app, person_id, counted_at) WHERE metric = 'impression';
    -- Finds who came after a user on a device.
    CREATE INDEX event_previous_user ON event (app, previous_user) WHERE previous_user IS NOT NULL;

    -- Ids of events that were removed: each still counts once for ever.
    CREATE TABLE removed_event (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (app, person_id, id)
    ) STRICT, WITHOUT ROWID;

    -- What people did with campaigns. test_*: the same instants on test devices. Who has both
    -- counts by the one without.
    CREATE TABLE person_campaign (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      first_impression_at INTEGER,
      first_click_at INTEGER,
      test_first_impression_at INTEGER,
      test_first_click_at INTEGER,
      PRIMARY KEY (app, person_id, campaign)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX person_campaign_people ON person_campaign (app, campaign, first_impression_at, first_click_at);

    -- Who was offered what: one row per person, whatever the number of campaigns. offers: as
    -- `Offers.bytes` writes it.
    CREATE TABLE person_offer (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      offers BLOB NOT NULL,
      PRIMARY KEY (app, person_id)
    ) STRICT;

    -- The days on which a person started a session, without test devices.
    CREATE TABLE active_day (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      day INTEGER NOT NULL,
      PRIMARY KEY (app, person_id, day)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE decision (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      counted_at INTEGER NOT NULL,
      id TEXT NOT NULL,
      at INTEGER NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (app, person_id, counted_at, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX decision_newest ON decision (app, counted_at);

    -- Decisions are kept for each campaign and reason, so that decisions of one never push out
    -- those of another. reason: the verdict, of those that this version knows. day: of the
    -- receipt, counted from 1970. A decision that names no campaign of the app has one row with
    -- an empty campaign. device_rank: puts devices in an order that nobody outside can foresee;
    -- 0 for test devices.
    CREATE TABLE decision_candidate (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      counted_at INTEGER NOT NULL,
      id TEXT NOT NULL,
      campaign TEXT NOT NULL,
      reason TEXT NOT NULL DEFAULT '',
      day INTEGER NOT NULL DEFAULT 0,
      device_rank INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (app, person_id, counted_at, id, campaign),
      FOREIGN KEY (app, person_id, counted_at, id) REFERENCES decision ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX decision_candidate_newest ON decision_candidate (app, campaign, counted_at);
    CREATE INDEX decision_candidate_reason ON decision_candidate (app, campaign, reason, day, counted_at);

    -- How many candidates there are of each kind. Triggers of each database keep it, because rows of
    -- candidates also go with their decision.
    CREATE TABLE decision_group (
      app INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      reason TEXT NOT NULL,
      day INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, reason, day)
    ) STRICT, WITHOUT ROWID;
    """
}
