// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension FirstSchema {
  /// Campaigns, audiences, and what is counted for them.
  static let campaigns = """
    -- definition: the document of the campaign, as devices and the API know it. conversions:
    -- those of the definition.
    CREATE TABLE campaign (
      app INTEGER NOT NULL REFERENCES app,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      definition TEXT NOT NULL,
      version INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      launched_at INTEGER,
      finished_at INTEGER,
      conversions TEXT NOT NULL DEFAULT '[]',
      PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX campaign_newest ON campaign (app, created_at);

    -- number: the campaign's revision from this change on. kind: a `CampaignChange.Kind`, with
    -- the number of what was restored as its source. name and definition: null for a change
    -- that wrote neither. has_run: whether the campaign ran with them. automatic_since: when
    -- the first of the automatic saves was made that a change stands for; null for a change
    -- that somebody asked for.
    CREATE TABLE campaign_history (
      app INTEGER NOT NULL REFERENCES app,
      campaign TEXT NOT NULL,
      number INTEGER NOT NULL,
      version INTEGER NOT NULL,
      kind TEXT NOT NULL,
      source INTEGER,
      at INTEGER NOT NULL,
      author TEXT NOT NULL,
      author_id TEXT,
      author_name TEXT,
      has_run INTEGER NOT NULL,
      name TEXT,
      definition TEXT,
      automatic_since INTEGER,
      PRIMARY KEY (app, campaign, number)
    ) STRICT;
    -- Finds who created a campaign without reading its history.
    CREATE INDEX campaign_creation ON campaign_history (app, campaign) WHERE kind = 'created';

    -- A campaign's number never changes and is never given to another.
    CREATE TABLE campaign_number (
      app INTEGER NOT NULL,
      number INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      PRIMARY KEY (app, number),
      UNIQUE (app, campaign)
    ) STRICT;

    -- What another format says of campaigns. notes: JSON; what a campaign has no place for.
    CREATE TABLE campaign_note (
      app INTEGER NOT NULL REFERENCES app,
      campaign TEXT NOT NULL,
      notes TEXT NOT NULL,
      PRIMARY KEY (app, campaign)
    ) STRICT, WITHOUT ROWID;

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

    -- One for each audience that is a list. generation: which of its entries count. newest: of
    -- the upload that began last.
    CREATE TABLE audience_list (
      app INTEGER NOT NULL REFERENCES app,
      audience TEXT NOT NULL,
      generation INTEGER NOT NULL,
      newest INTEGER NOT NULL,
      PRIMARY KEY (app, audience)
    ) STRICT, WITHOUT ROWID;

    -- Entries of an earlier or later generation are of an upload that has ended or not yet
    -- ended. The person may not have been seen yet.
    CREATE TABLE audience_list_entry (
      app INTEGER NOT NULL,
      audience TEXT NOT NULL,
      generation INTEGER NOT NULL,
      user_id TEXT NOT NULL,
      PRIMARY KEY (app, audience, generation, user_id)
    ) STRICT, WITHOUT ROWID;

    -- How many people audiences had, by day. day: since 1970, UTC. at: of the day's last count,
    -- in milliseconds.
    CREATE TABLE audience_size (
      app INTEGER NOT NULL REFERENCES app,
      audience TEXT NOT NULL,
      day INTEGER NOT NULL,
      at INTEGER NOT NULL,
      people INTEGER NOT NULL,
      reachable INTEGER NOT NULL,
      PRIMARY KEY (app, audience, day)
    ) STRICT, WITHOUT ROWID;

    -- Rollups: written in the transaction of the events they count. hour: its first
    -- millisecond, UTC.
    CREATE TABLE campaign_hour (
      app INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      hour INTEGER NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      is_test INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, hour, metric, detail, is_test)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE campaign_total (
      app INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      is_test INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, metric, detail, is_test)
    ) STRICT, WITHOUT ROWID;

    -- How many people were offered these campaigns first in this hour; what stands in
    -- campaign_hour comes on top. campaigns: as `CampaignSet.bytes` writes it.
    CREATE TABLE offer_count (
      app INTEGER NOT NULL,
      hour INTEGER NOT NULL,
      metric TEXT NOT NULL,
      is_test INTEGER NOT NULL,
      campaigns BLOB NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, hour, metric, is_test, campaigns)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE app_total (
      app INTEGER NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, metric, detail)
    ) STRICT, WITHOUT ROWID;

    -- What the app as a whole counts, without test devices. metric: a `SeriesMetric`.
    CREATE TABLE app_hour (
      app INTEGER NOT NULL,
      metric TEXT NOT NULL,
      hour INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, metric, hour)
    ) STRICT, WITHOUT ROWID;

    -- How many events there were on a day (counted from 1970, UTC), without test devices. name:
    -- of a custom event that is counted by its name; empty for all others.
    CREATE TABLE event_day (
      app INTEGER NOT NULL,
      day INTEGER NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, day, kind, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX event_day_name ON event_day (app, kind, name);

    -- Names of custom events that are counted by themselves: each has a row in app_total too.
    -- people_bits: of 64 bits one for each person who sent it, by chance the same for several.
    -- people: how many are set. last_day: of the receipt, counted from 1970.
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

    -- By how much the number of people who were active in the last 1, 7 or 30 days changes on a
    -- day: see `ActiveSpan`.
    CREATE TABLE active_change (
      app INTEGER NOT NULL,
      span INTEGER NOT NULL,
      day INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, span, day)
    ) STRICT, WITHOUT ROWID;

    -- What all deleted people together added to the counters, which stay. campaign, hour: empty
    -- and 0 for counters of the app.
    CREATE TABLE deleted_count (
      app INTEGER NOT NULL REFERENCES app,
      campaign TEXT NOT NULL,
      hour INTEGER NOT NULL,
      metric TEXT NOT NULL,
      detail TEXT NOT NULL,
      is_test INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, campaign, hour, metric, detail, is_test)
    ) STRICT, WITHOUT ROWID;
    """
}
