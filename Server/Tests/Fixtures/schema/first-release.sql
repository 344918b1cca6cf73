PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE active_change (
  app INTEGER NOT NULL,
  span INTEGER NOT NULL,
  day INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (app, span, day)
) STRICT, WITHOUT ROWID;
INSERT INTO active_change VALUES (1, 1, 20246, 1);
INSERT INTO active_change VALUES (1, 1, 20247, 0);
INSERT INTO active_change VALUES (1, 1, 20248, 0);
INSERT INTO active_change VALUES (1, 1, 20249, -1);
INSERT INTO active_change VALUES (1, 1, 20250, 1);
INSERT INTO active_change VALUES (1, 1, 20251, -1);
INSERT INTO active_change VALUES (1, 1, 20254, 1);
INSERT INTO active_change VALUES (1, 1, 20255, -1);
INSERT INTO active_change VALUES (1, 7, 20246, 1);
INSERT INTO active_change VALUES (1, 7, 20247, 1);
INSERT INTO active_change VALUES (1, 7, 20250, 0);
INSERT INTO active_change VALUES (1, 7, 20254, -1);
INSERT INTO active_change VALUES (1, 7, 20257, 0);
INSERT INTO active_change VALUES (1, 7, 20261, -1);
INSERT INTO active_change VALUES (1, 30, 20246, 1);
INSERT INTO active_change VALUES (1, 30, 20247, 1);
INSERT INTO active_change VALUES (1, 30, 20250, 0);
INSERT INTO active_change VALUES (1, 30, 20277, -1);
INSERT INTO active_change VALUES (1, 30, 20280, 0);
INSERT INTO active_change VALUES (1, 30, 20284, -1);
CREATE TABLE active_day (
  app INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (app, person_id, day)
) STRICT, WITHOUT ROWID;
INSERT INTO active_day VALUES (1, 1, 20247);
CREATE TABLE api_key (
  app INTEGER NOT NULL REFERENCES app,
  id TEXT NOT NULL,
  scope TEXT NOT NULL,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  PRIMARY KEY (app, id)
) STRICT;
CREATE TABLE app (
  app INTEGER NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  catalogue_version INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO app VALUES (1, 'shop', 'The shop', 1750000800000, 2);
CREATE TABLE app_hour (
  app INTEGER NOT NULL,
  metric TEXT NOT NULL,
  hour INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (app, metric, hour)
) STRICT, WITHOUT ROWID;
INSERT INTO app_hour VALUES (1, 'clicked', 1749999600000, 1);
INSERT INTO app_hour VALUES (1, 'dismissed', 1749362400000, 1);
INSERT INTO app_hour VALUES (1, 'dismissed', 1749376800000, 1);
INSERT INTO app_hour VALUES (1, 'dismissed', 1749744000000, 1);
INSERT INTO app_hour VALUES (1, 'dismissed', 1749999600000, 3);
INSERT INTO app_hour VALUES (1, 'events', 1749124800000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749164400000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749200400000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749214800000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749218400000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749240000000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749247200000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749261600000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749290400000, 2);
INSERT INTO app_hour VALUES (1, 'events', 1749337200000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749344400000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749362400000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749376800000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749423600000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749477600000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749492000000, 2);
INSERT INTO app_hour VALUES (1, 'events', 1749524400000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749531600000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749538800000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749546000000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749556800000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749600000000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749603600000, 2);
INSERT INTO app_hour VALUES (1, 'events', 1749607200000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749621600000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749632400000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749643200000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749646800000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749708000000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749733200000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749744000000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749751200000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749794400000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749844800000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749862800000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749880800000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749960000000, 1);
INSERT INTO app_hour VALUES (1, 'events', 1749999600000, 12);
INSERT INTO app_hour VALUES (1, 'not_shown', 1749124800000, 1);
INSERT INTO app_hour VALUES (1, 'not_shown', 1749546000000, 1);
INSERT INTO app_hour VALUES (1, 'not_shown', 1749600000000, 1);
INSERT INTO app_hour VALUES (1, 'sessions', 1749337200000, 1);
INSERT INTO app_hour VALUES (1, 'sessions', 1749423600000, 1);
INSERT INTO app_hour VALUES (1, 'sessions', 1749492000000, 1);
INSERT INTO app_hour VALUES (1, 'sessions', 1749603600000, 1);
INSERT INTO app_hour VALUES (1, 'sessions', 1749607200000, 1);
INSERT INTO app_hour VALUES (1, 'sessions', 1749960000000, 1);
INSERT INTO app_hour VALUES (1, 'shown', 1749247200000, 1);
INSERT INTO app_hour VALUES (1, 'shown', 1749556800000, 1);
INSERT INTO app_hour VALUES (1, 'shown', 1749794400000, 1);
INSERT INTO app_hour VALUES (1, 'shown', 1749999600000, 4);
CREATE TABLE app_setting (
  app INTEGER NOT NULL PRIMARY KEY REFERENCES app,
  decision_sample REAL NOT NULL,
  caps TEXT NOT NULL,
  signature_mode TEXT NOT NULL DEFAULT 'off',
  signature_keys TEXT NOT NULL DEFAULT '[]',
  holdout_share INTEGER NOT NULL DEFAULT 0,
  holdout_changed_at INTEGER,
  privacy_mode TEXT NOT NULL DEFAULT 'off',
  privacy_due_days INTEGER NOT NULL DEFAULT 30,
  refuses_doubtful_users INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE app_total (
  app INTEGER NOT NULL,
  metric TEXT NOT NULL,
  detail TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (app, metric, detail)
) STRICT, WITHOUT ROWID;
INSERT INTO app_total VALUES (1, 'event', 'attribute', 2);
INSERT INTO app_total VALUES (1, 'event', 'attribute_change', 3);
INSERT INTO app_total VALUES (1, 'event', 'click', 9);
INSERT INTO app_total VALUES (1, 'event', 'decision', 6);
INSERT INTO app_total VALUES (1, 'event', 'delivered', 5);
INSERT INTO app_total VALUES (1, 'event', 'dismissal', 9);
INSERT INTO app_total VALUES (1, 'event', 'impression', 13);
INSERT INTO app_total VALUES (1, 'event', 'outcome', 4);
INSERT INTO app_total VALUES (1, 'event', 'push_click', 2);
INSERT INTO app_total VALUES (1, 'event', 'session_end', 2);
INSERT INTO app_total VALUES (1, 'event', 'session_start', 8);
INSERT INTO app_total VALUES (1, 'event', 'survey_answers', 1);
INSERT INTO app_total VALUES (1, 'event', 'user_changed', 3);
INSERT INTO app_total VALUES (1, 'stray_campaign', 'c0', 1);
INSERT INTO app_total VALUES (1, 'stray_campaign', 'c1', 1);
INSERT INTO app_total VALUES (1, 'stray_campaign', 'c2', 1);
INSERT INTO app_total VALUES (1, 'stray_campaign', 'local', 1);
INSERT INTO app_total VALUES (1, 'stray_campaign', 'local:tip', 1);
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
CREATE TABLE audience_list (
  app INTEGER NOT NULL REFERENCES app,
  audience TEXT NOT NULL,
  generation INTEGER NOT NULL,
  newest INTEGER NOT NULL,
  PRIMARY KEY (app, audience)
) STRICT, WITHOUT ROWID;
CREATE TABLE audience_list_entry (
  app INTEGER NOT NULL,
  audience TEXT NOT NULL,
  generation INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (app, audience, generation, user_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE audience_size (
  app INTEGER NOT NULL REFERENCES app,
  audience TEXT NOT NULL,
  day INTEGER NOT NULL,
  at INTEGER NOT NULL,
  people INTEGER NOT NULL,
  reachable INTEGER NOT NULL,
  PRIMARY KEY (app, audience, day)
) STRICT, WITHOUT ROWID;
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
INSERT INTO campaign VALUES (1, 'c', 'Campaign c', 'draft', '{"created_at":1750000800000,"ends_at":1750087200000,"id":"c","message":{"buttons":[{"click_action":{"type":"url","url":"https://example.com/shop"},"id":0,"text":"Buy"},{"id":1,"text":"Later"}],"extras":{"theme":"spring"},"header":"Hello","kind":"modal","message":"Free shipping this week."},"priority":{"bucket":"high","order":3},"starts_at":1750000800000,"triggers":[{"kind":"custom_event","name":"cart_viewed"}],"version":1}', 1, 1, 1750000800000, 1750000800000, NULL, NULL, '[]');
INSERT INTO campaign VALUES (1, 'data', 'Campaign data', 'draft', '{"created_at":1750000800000,"data":{"body":"1","type":"text"},"ends_at":1750087200000,"id":"data","priority":{"bucket":"high","order":3},"starts_at":1750000800000,"triggers":[{"kind":"custom_event","name":"cart_viewed"}],"version":1}', 1, 1, 1750000800000, 1750000800000, NULL, NULL, '[]');
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
INSERT INTO campaign_history VALUES (1, 'c', 1, 1, 'created', NULL, 1750000800000, 'system', NULL, NULL, 0, 'Campaign c', '{"created_at":1750000800000,"ends_at":1750087200000,"id":"c","message":{"buttons":[{"click_action":{"type":"url","url":"https://example.com/shop"},"id":0,"text":"Buy"},{"id":1,"text":"Later"}],"extras":{"theme":"spring"},"header":"Hello","kind":"modal","message":"Free shipping this week."},"priority":{"bucket":"high","order":3},"starts_at":1750000800000,"triggers":[{"kind":"custom_event","name":"cart_viewed"}],"version":1}', NULL);
INSERT INTO campaign_history VALUES (1, 'data', 1, 1, 'created', NULL, 1750000800000, 'system', NULL, NULL, 0, 'Campaign data', '{"created_at":1750000800000,"data":{"body":"1","type":"text"},"ends_at":1750087200000,"id":"data","priority":{"bucket":"high","order":3},"starts_at":1750000800000,"triggers":[{"kind":"custom_event","name":"cart_viewed"}],"version":1}', NULL);
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
INSERT INTO campaign_hour VALUES (1, 'c', 1749999600000, 'click', '0', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c', 1749999600000, 'dismissal', 'button:1', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c', 1749999600000, 'dismissal', 'button:body', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c', 1749999600000, 'dismissal', 'click', 0, 2);
INSERT INTO campaign_hour VALUES (1, 'c', 1749999600000, 'dismissal', 'user', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c', 1749999600000, 'impression', '', 0, 4);
INSERT INTO campaign_hour VALUES (1, 'c', 1749999600000, 'unique_click', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c', 1749999600000, 'unique_impression', '', 0, 4);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749178800000, 'dismissal', 'shake', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749247200000, 'impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749247200000, 'unique_impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749344400000, 'step', 'delivered', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749344400000, 'version', '1:delivered', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749376800000, 'dismissal', 'auto', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749412800000, 'impression', '', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749412800000, 'unique_impression', '', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749600000000, 'outcome', 'suppressed:interval', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749621600000, 'answer', 'else', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749621600000, 'answer', 'stars', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749621600000, 'answer', 'stars4', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749621600000, 'answer', 'why', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749621600000, 'answer', 'whytaste', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749708000000, 'step', 'delivered', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749708000000, 'version', '1:delivered', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749744000000, 'dismissal', 'auto', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749794400000, 'impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c0', 1749794400000, 'unique_impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c1', 1749214800000, 'step', 'delivered', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c1', 1749214800000, 'version', '1:delivered', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c1', 1749290400000, 'step', 'delivered', 0, 2);
INSERT INTO campaign_hour VALUES (1, 'c1', 1749290400000, 'version', '1:delivered', 0, 2);
INSERT INTO campaign_hour VALUES (1, 'c1', 1749362400000, 'dismissal', 'shake', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c2', 1749124800000, 'outcome', 'suppressed:interval', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c2', 1749153600000, 'impression', '', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'c2', 1749153600000, 'unique_impression', '', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'c2', 1749232800000, 'click', 'body', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'c2', 1749232800000, 'unique_click', '', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'c2', 1749546000000, 'outcome', 'suppressed:interval', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c2', 1749556800000, 'impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'c2', 1749556800000, 'unique_impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'data', 1749999600000, 'step', 'data:refused', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'data', 1749999600000, 'step', 'data:used', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'data', 1749999600000, 'version', '1:data:clicked', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'data', 1749999600000, 'version', '1:data:dismissed', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local', 1749538800000, 'impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local', 1749538800000, 'unique_impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local', 1749733200000, 'click', 'body', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local', 1749733200000, 'unique_click', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local', 1749931200000, 'click', '1', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'local', 1749931200000, 'unique_click', '', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749240000000, 'impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749240000000, 'unique_impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749477600000, 'dismissal', 'shake', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749492000000, 'click', '1', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749492000000, 'unique_click', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749524400000, 'impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749632400000, 'impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749632400000, 'unique_impression', '', 0, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749916800000, 'click', '1', 1, 1);
INSERT INTO campaign_hour VALUES (1, 'local:tip', 1749916800000, 'unique_click', '', 1, 1);
CREATE TABLE campaign_note (
  app INTEGER NOT NULL REFERENCES app,
  campaign TEXT NOT NULL,
  notes TEXT NOT NULL,
  PRIMARY KEY (app, campaign)
) STRICT, WITHOUT ROWID;
CREATE TABLE campaign_number (
  app INTEGER NOT NULL,
  number INTEGER NOT NULL,
  campaign TEXT NOT NULL,
  PRIMARY KEY (app, number),
  UNIQUE (app, campaign)
) STRICT;
INSERT INTO campaign_number VALUES (1, 0, 'c');
INSERT INTO campaign_number VALUES (1, 1, 'data');
CREATE TABLE campaign_total (
  app INTEGER NOT NULL,
  campaign TEXT NOT NULL,
  metric TEXT NOT NULL,
  detail TEXT NOT NULL,
  is_test INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (app, campaign, metric, detail, is_test)
) STRICT, WITHOUT ROWID;
INSERT INTO campaign_total VALUES (1, 'c', 'click', '0', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c', 'dismissal', 'button:1', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c', 'dismissal', 'button:body', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c', 'dismissal', 'click', 0, 2);
INSERT INTO campaign_total VALUES (1, 'c', 'dismissal', 'user', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c', 'impression', '', 0, 4);
INSERT INTO campaign_total VALUES (1, 'c', 'unique_click', '', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c', 'unique_impression', '', 0, 4);
INSERT INTO campaign_total VALUES (1, 'c0', 'answer', 'else', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c0', 'answer', 'stars', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c0', 'answer', 'stars4', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c0', 'answer', 'why', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c0', 'answer', 'whytaste', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c0', 'dismissal', 'auto', 0, 2);
INSERT INTO campaign_total VALUES (1, 'c0', 'dismissal', 'shake', 1, 1);
INSERT INTO campaign_total VALUES (1, 'c0', 'impression', '', 0, 2);
INSERT INTO campaign_total VALUES (1, 'c0', 'impression', '', 1, 1);
INSERT INTO campaign_total VALUES (1, 'c0', 'outcome', 'suppressed:interval', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c0', 'step', 'delivered', 0, 2);
INSERT INTO campaign_total VALUES (1, 'c0', 'unique_impression', '', 0, 2);
INSERT INTO campaign_total VALUES (1, 'c0', 'unique_impression', '', 1, 1);
INSERT INTO campaign_total VALUES (1, 'c0', 'version', '1:delivered', 0, 2);
INSERT INTO campaign_total VALUES (1, 'c1', 'dismissal', 'shake', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c1', 'step', 'delivered', 0, 3);
INSERT INTO campaign_total VALUES (1, 'c1', 'version', '1:delivered', 0, 3);
INSERT INTO campaign_total VALUES (1, 'c2', 'click', 'body', 1, 1);
INSERT INTO campaign_total VALUES (1, 'c2', 'impression', '', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c2', 'impression', '', 1, 1);
INSERT INTO campaign_total VALUES (1, 'c2', 'outcome', 'suppressed:interval', 0, 2);
INSERT INTO campaign_total VALUES (1, 'c2', 'unique_click', '', 1, 1);
INSERT INTO campaign_total VALUES (1, 'c2', 'unique_impression', '', 0, 1);
INSERT INTO campaign_total VALUES (1, 'c2', 'unique_impression', '', 1, 1);
INSERT INTO campaign_total VALUES (1, 'data', 'step', 'data:refused', 0, 1);
INSERT INTO campaign_total VALUES (1, 'data', 'step', 'data:used', 0, 1);
INSERT INTO campaign_total VALUES (1, 'data', 'version', '1:data:clicked', 0, 1);
INSERT INTO campaign_total VALUES (1, 'data', 'version', '1:data:dismissed', 0, 1);
INSERT INTO campaign_total VALUES (1, 'local', 'click', '1', 1, 1);
INSERT INTO campaign_total VALUES (1, 'local', 'click', 'body', 0, 1);
INSERT INTO campaign_total VALUES (1, 'local', 'impression', '', 0, 1);
INSERT INTO campaign_total VALUES (1, 'local', 'unique_click', '', 0, 1);
INSERT INTO campaign_total VALUES (1, 'local', 'unique_click', '', 1, 1);
INSERT INTO campaign_total VALUES (1, 'local', 'unique_impression', '', 0, 1);
INSERT INTO campaign_total VALUES (1, 'local:tip', 'click', '1', 0, 1);
INSERT INTO campaign_total VALUES (1, 'local:tip', 'click', '1', 1, 1);
INSERT INTO campaign_total VALUES (1, 'local:tip', 'dismissal', 'shake', 0, 1);
INSERT INTO campaign_total VALUES (1, 'local:tip', 'impression', '', 0, 3);
INSERT INTO campaign_total VALUES (1, 'local:tip', 'unique_click', '', 0, 1);
INSERT INTO campaign_total VALUES (1, 'local:tip', 'unique_click', '', 1, 1);
INSERT INTO campaign_total VALUES (1, 'local:tip', 'unique_impression', '', 0, 2);
CREATE TABLE console_session (
  id TEXT NOT NULL PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  member INTEGER REFERENCES member ON DELETE CASCADE,
  device TEXT NOT NULL DEFAULT '',
  seen_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE decision (
  app INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  counted_at INTEGER NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (app, person_id, counted_at, id)
) STRICT, WITHOUT ROWID;
INSERT INTO decision VALUES (1, 1, 1749848381000, 'e20-ana', 1749848381000, '{"at":1749848381000,"candidates":[{"campaign_id":"c2","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"},{"campaign_id":"c0","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"}],"decision_id":"d41","event":{"id":"event-of-d41","kind":"custom","name":"cart_viewed"},"id":"e20-ana","kind":"decision","session_id":"s6","user_id":"ana"}');
INSERT INTO decision VALUES (1, 5, 1749302753000, 'e3-device-2', 1749302753000, '{"at":1749302753000,"candidates":[{"campaign_id":"c1","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"},{"campaign_id":"c2","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"}],"decision_id":"d7","event":{"id":"event-of-d7","kind":"custom","name":"cart_viewed"},"id":"e3-device-2","kind":"decision","session_id":"s0"}');
INSERT INTO decision VALUES (1, 5, 1749965382000, 'e29-device-2', 1749965382000, '{"at":1749965382000,"candidates":[{"campaign_id":"c1","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"},{"campaign_id":"c2","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"}],"decision_id":"d58","event":{"id":"event-of-d58","kind":"custom","name":"cart_viewed"},"id":"e29-device-2","kind":"decision","session_id":"s2"}');
INSERT INTO decision VALUES (1, 6, 1749752266000, 'e28-device-1', 1749752266000, '{"at":1749752266000,"candidates":[{"campaign_id":"c0","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"},{"campaign_id":"c1","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"}],"decision_id":"d57","event":{"id":"event-of-d57","kind":"custom","name":"cart_viewed"},"id":"e28-device-1","kind":"decision","session_id":"s1"}');
INSERT INTO decision VALUES (1, 7, 1749264028000, 'e20-device-0', 1749264028000, '{"at":1749264028000,"candidates":[{"campaign_id":"c1","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"},{"campaign_id":"c2","campaign_version":1,"detail":{"remaining_ms":1200},"verdict":"interval"}],"decision_id":"d40","event":{"id":"event-of-d40","kind":"custom","name":"cart_viewed"},"id":"e20-device-0","kind":"decision","session_id":"s5"}');
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
INSERT INTO decision_candidate VALUES (1, 1, 1749848381000, 'e20-ana', 'c0', 'interval', 20254, 0);
INSERT INTO decision_candidate VALUES (1, 1, 1749848381000, 'e20-ana', 'c2', 'interval', 20254, 0);
INSERT INTO decision_candidate VALUES (1, 5, 1749302753000, 'e3-device-2', 'c1', 'interval', 20254, 0);
INSERT INTO decision_candidate VALUES (1, 5, 1749302753000, 'e3-device-2', 'c2', 'interval', 20254, 0);
INSERT INTO decision_candidate VALUES (1, 5, 1749965382000, 'e29-device-2', 'c1', 'interval', 20254, 0);
INSERT INTO decision_candidate VALUES (1, 5, 1749965382000, 'e29-device-2', 'c2', 'interval', 20254, 0);
INSERT INTO decision_candidate VALUES (1, 6, 1749752266000, 'e28-device-1', 'c0', 'interval', 20254, 5932028436459946815);
INSERT INTO decision_candidate VALUES (1, 6, 1749752266000, 'e28-device-1', 'c1', 'interval', 20254, 5932028436459946815);
INSERT INTO decision_candidate VALUES (1, 7, 1749264028000, 'e20-device-0', 'c1', 'interval', 20254, 5552021938515770965);
INSERT INTO decision_candidate VALUES (1, 7, 1749264028000, 'e20-device-0', 'c2', 'interval', 20254, 5552021938515770965);
CREATE TABLE decision_group (
  app INTEGER NOT NULL,
  campaign TEXT NOT NULL,
  reason TEXT NOT NULL,
  day INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (app, campaign, reason, day)
) STRICT, WITHOUT ROWID;
INSERT INTO decision_group VALUES (1, 'c0', 'interval', 20254, 2);
INSERT INTO decision_group VALUES (1, 'c1', 'interval', 20254, 4);
INSERT INTO decision_group VALUES (1, 'c2', 'interval', 20254, 4);
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
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'attribute_change', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'click', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'decision', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'delivered', 0, 2);
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'dismissal', 0, 3);
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'impression', 0, 4);
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'outcome', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'push_click', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'session_start', 0, 5);
INSERT INTO deleted_count VALUES (1, '', 0, 'event', 'user_changed', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749081600000, 'event_day', 'outcome', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749081600000, 'event_day', 'user_changed', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749124800000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749164400000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749168000000, 'event_day', 'impression', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749168000000, 'event_day', 'push_click', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749200400000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749240000000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749254400000, 'active_1', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749254400000, 'active_30', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749254400000, 'active_7', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749254400000, 'event_day', 'session_start', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749337200000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749337200000, 'sessions', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749340800000, 'active_1', '', 0, -1);
INSERT INTO deleted_count VALUES (1, '', 1749340800000, 'event_day', 'delivered', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749340800000, 'event_day', 'dismissal', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749344400000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749362400000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749427200000, 'active_1', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749427200000, 'event_day', 'session_start', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749492000000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749492000000, 'sessions', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749513600000, 'active_1', '', 0, -1);
INSERT INTO deleted_count VALUES (1, '', 1749513600000, 'event_day', 'impression', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749524400000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749600000000, 'active_1', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749600000000, 'event_day', 'session_start', 0, 2);
INSERT INTO deleted_count VALUES (1, '', 1749603600000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749603600000, 'sessions', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749607200000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749607200000, 'sessions', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749686400000, 'active_1', '', 0, -1);
INSERT INTO deleted_count VALUES (1, '', 1749686400000, 'event_day', 'delivered', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749686400000, 'event_day', 'dismissal', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749708000000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749744000000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749772800000, 'event_day', 'attribute_change', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749844800000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749945600000, 'active_1', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749945600000, 'event_day', 'click', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749945600000, 'event_day', 'dismissal', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749945600000, 'event_day', 'impression', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749945600000, 'event_day', 'session_start', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749960000000, 'events', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749960000000, 'sessions', '', 0, 1);
INSERT INTO deleted_count VALUES (1, '', 1749999600000, 'events', '', 0, 3);
INSERT INTO deleted_count VALUES (1, '', 1750032000000, 'active_1', '', 0, -1);
INSERT INTO deleted_count VALUES (1, '', 1750550400000, 'active_7', '', 0, -1);
INSERT INTO deleted_count VALUES (1, '', 1752537600000, 'active_30', '', 0, -1);
INSERT INTO deleted_count VALUES (1, 'c', 1749999600000, 'dismissal', '', 0, 2);
INSERT INTO deleted_count VALUES (1, 'c', 1749999600000, 'impression', '', 0, 1);
INSERT INTO deleted_count VALUES (1, 'c', 1749999600000, 'unique_impression', '', 0, 1);
INSERT INTO deleted_count VALUES (1, 'c0', 1749412800000, 'impression', '', 1, 1);
INSERT INTO deleted_count VALUES (1, 'c0', 1749412800000, 'unique_impression', '', 1, 1);
INSERT INTO deleted_count VALUES (1, 'c0', 1749744000000, 'dismissal', '', 0, 1);
INSERT INTO deleted_count VALUES (1, 'c1', 1749362400000, 'dismissal', '', 0, 1);
INSERT INTO deleted_count VALUES (1, 'c2', 1749124800000, 'outcome', '', 0, 1);
INSERT INTO deleted_count VALUES (1, 'local:tip', 1749240000000, 'impression', '', 0, 1);
INSERT INTO deleted_count VALUES (1, 'local:tip', 1749240000000, 'unique_impression', '', 0, 1);
INSERT INTO deleted_count VALUES (1, 'local:tip', 1749524400000, 'impression', '', 0, 1);
CREATE TABLE deletion_receipt (
  app INTEGER NOT NULL REFERENCES app,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  removed TEXT NOT NULL,
  PRIMARY KEY (app, id)
) STRICT, WITHOUT ROWID;
INSERT INTO deletion_receipt VALUES (1, 'deletion', 1750000800000, '{"attributes":1,"campaigns":3,"decisions":1,"devices":4,"events":20,"sessions":4}');
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
INSERT INTO device VALUES (1, 1, 'device-0', '{"app_version":"1.0","id":"device-0","os_version":"18.0","platform":"ios"}', 1750000860000, 1749291958000, 1749862962000, 0, 'ios 18.0');
INSERT INTO device VALUES (1, 1, 'device-1', '{"app_version":"1.0","id":"device-1","os_version":"18.0","platform":"ios"}', 1750000860000, 1749217618000, 1749644040000, 0, 'ios 18.0');
INSERT INTO device VALUES (1, 1, 'device-2', '{"app_version":"1.0","id":"device-2","os_version":"18.0","platform":"ios"}', 1750000860000, 1749347685000, 1749918490000, 0, 'ios 18.0');
INSERT INTO device VALUES (1, 1, 'phone-ana', '{"app_version":"1.0","id":"phone-ana","os_version":"18.0","platform":"ios"}', 1750000860000, 1750000800000, 1750000800000, 0, 'ios 18.0');
INSERT INTO device VALUES (1, 3, 'phone-cid', '{"app_version":"1.0","id":"phone-cid","os_version":"18.0","platform":"ios"}', 1750000860000, 1750000800000, 1750000800000, 0, 'ios 18.0');
INSERT INTO device VALUES (1, 4, 'phone-dan', '{"app_version":"1.0","id":"phone-dan","os_version":"18.0","platform":"ios"}', 1750000860000, 1750000800000, 1750000800000, 0, 'ios 18.0');
INSERT INTO device VALUES (1, 5, 'device-2', '{"app_version":"1.0","id":"device-2","os_version":"18.0","platform":"ios"}', 1750000860000, 1749156715000, 1749965382000, 1, 'ios 18.0');
INSERT INTO device VALUES (1, 6, 'device-1', '{"app_version":"1.0","id":"device-1","os_version":"18.0","platform":"ios"}', 1750000860000, 1749248839000, 1749752266000, 0, 'ios 18.0');
INSERT INTO device VALUES (1, 7, 'device-0', '{"app_version":"1.0","id":"device-0","os_version":"18.0","platform":"ios"}', 1750000860000, 1749221556000, 1749883680000, 0, 'ios 18.0');
CREATE TABLE device_credential (
  app INTEGER NOT NULL REFERENCES app,
  device_id TEXT NOT NULL,
  hash BLOB NOT NULL,
  issued_at INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (app, device_id, hash)
) STRICT, WITHOUT ROWID;
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
INSERT INTO event VALUES (1, 1, 1, 'ana-0', 'phone-ana', 'impression', 1750000800000, 1750000800000, 1750000860000, '{"at":1750000800000,"campaign_id":"c","campaign_version":1,"id":"ana-0","kind":"impression","presentation_id":"presentation-1","session_id":"session-1","user_id":"ana"}', 0, NULL, NULL, 'c', 'impression', NULL, NULL);
INSERT INTO event VALUES (2, 1, 1, 'ana-1', 'phone-ana', 'click', 1750000800000, 1750000800000, 1750000860000, '{"at":1750000800000,"button_id":"0","campaign_id":"c","campaign_version":1,"id":"ana-1","kind":"click","presentation_id":"presentation-1","session_id":"session-1","user_id":"ana"}', 0, NULL, NULL, 'c', 'click', NULL, NULL);
INSERT INTO event VALUES (3, 1, 1, 'ana-2', 'phone-ana', 'dismissal', 1750000800000, 1750000800000, 1750000860000, '{"at":1750000800000,"by":"click","campaign_id":"c","campaign_version":1,"id":"ana-2","kind":"dismissal","presentation_id":"presentation-1","session_id":"session-1","user_id":"ana"}', 0, NULL, NULL, 'c', 'dismissal', NULL, NULL);
INSERT INTO event VALUES (7, 1, 3, 'cid-0', 'phone-cid', 'impression', 1750000800000, 1750000800000, 1750000860000, '{"at":1750000800000,"campaign_id":"c","campaign_version":1,"id":"cid-0","kind":"impression","presentation_id":"presentation-1","session_id":"session-1","user_id":"cid"}', 0, NULL, NULL, 'c', 'impression', NULL, NULL);
INSERT INTO event VALUES (8, 1, 3, 'cid-1', 'phone-cid', 'click', 1750000800000, 1750000800000, 1750000860000, '{"at":1750000800000,"campaign_id":"c","campaign_version":1,"id":"cid-1","kind":"click","presentation_id":"presentation-1","session_id":"session-1","user_id":"cid"}', 0, 'closes', NULL, 'c', 'dismissal', NULL, NULL);
INSERT INTO event VALUES (9, 1, 3, 'cid-2', 'phone-cid', 'click', 1750000800000, 1750000800000, 1750000860000, '{"at":1750000800000,"campaign_id":"data","campaign_version":1,"id":"cid-2","kind":"click","presentation_id":"presentation-1","session_id":"session-1","surface":"data","user_id":"cid"}', 0, NULL, NULL, 'data', 'step', NULL, NULL);
INSERT INTO event VALUES (10, 1, 4, 'dan-0', 'phone-dan', 'impression', 1750000800000, 1750000800000, 1750000860000, '{"at":1750000800000,"campaign_id":"c","campaign_version":1,"id":"dan-0","kind":"impression","presentation_id":"presentation-1","session_id":"session-1","user_id":"dan"}', 0, NULL, NULL, 'c', 'impression', NULL, NULL);
INSERT INTO event VALUES (11, 1, 4, 'dan-1', 'phone-dan', 'dismissal', 1750000800000, 1750000800000, 1750000860000, '{"at":1750000800000,"by":"user","campaign_id":"c","campaign_version":1,"id":"dan-1","kind":"dismissal","presentation_id":"presentation-1","session_id":"session-1","user_id":"dan"}', 0, NULL, NULL, 'c', 'dismissal', NULL, NULL);
INSERT INTO event VALUES (12, 1, 4, 'dan-2', 'phone-dan', 'dismissal', 1750000800000, 1750000800000, 1750000860000, '{"at":1750000800000,"by":"app","campaign_id":"data","campaign_version":1,"id":"dan-2","kind":"dismissal","presentation_id":"presentation-1","session_id":"session-1","surface":"data","user_id":"dan"}', 0, NULL, NULL, 'data', 'step', NULL, NULL);
INSERT INTO event VALUES (15, 1, 5, 'e29-device-2', 'device-2', 'decision', 1749965382000, 1749965382000, 1750000860000, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (17, 1, 6, 'e1-device-1', 'device-1', 'session_end', 1749604686000, 1749604686000, 1750000860000, '{"at":1749604686000,"id":"e1-device-1","kind":"session_end","length_ms":5000,"session_id":"s3"}', 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (18, 1, 1, 'e23-ana', 'device-1', 'attribute', 1749644040000, 1749644040000, 1750000860000, '{"at":1749644040000,"id":"e23-ana","key":"colour","kind":"attribute","session_id":"s5","user_id":"ana","value":"green"}', 0, NULL, NULL, NULL, NULL, NULL, 'colour');
INSERT INTO event VALUES (19, 1, 1, 'e26-ana', 'device-1', 'impression', 1749539682000, 1749539682000, 1750000860000, '{"at":1749539682000,"campaign_id":"local","campaign_version":1,"id":"e26-ana","kind":"impression","presentation_id":"p53","session_id":"s4","user_id":"ana"}', 0, NULL, NULL, 'local', 'impression', NULL, NULL);
INSERT INTO event VALUES (21, 1, 1, 'e12-ana', 'device-1', 'dismissal', 1749378298000, 1749378298000, 1750000860000, '{"at":1749378298000,"by":"auto","campaign_id":"c0","campaign_version":1,"id":"e12-ana","kind":"dismissal","presentation_id":"p24","session_id":"s3","user_id":"ana"}', 0, NULL, NULL, 'c0', 'dismissal', NULL, NULL);
INSERT INTO event VALUES (22, 1, 1, 'e25-ana', 'device-0', 'outcome', 1749862962000, 1749862962000, 1750000860000, '{"at":1749862962000,"campaign_id":"c0","campaign_version":1,"id":"e25-ana","kind":"outcome","outcome":"queued","presentation_id":"p50","session_id":"s1","user_id":"ana"}', 0, NULL, NULL, 'c0', NULL, NULL, NULL);
INSERT INTO event VALUES (24, 1, 1, 'e20-ana', 'device-2', 'decision', 1749848381000, 1749848381000, 1750000860000, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (25, 1, 6, 'e0-device-1', 'device-1', 'click', 1749493813000, 1749493813000, 1750000860000, '{"at":1749493813000,"button_id":"1","campaign_id":"local:tip","campaign_version":1,"id":"e0-device-1","kind":"click","presentation_id":"p0","session_id":"s0"}', 0, NULL, NULL, 'local:tip', 'click', NULL, NULL);
INSERT INTO event VALUES (26, 1, 6, 'e19-device-1', 'device-1', 'impression', 1749248839000, 1749248839000, 1750000860000, '{"at":1749248839000,"campaign_id":"c0","campaign_version":1,"id":"e19-device-1","kind":"impression","presentation_id":"p39","session_id":"s4"}', 0, NULL, NULL, 'c0', 'impression', NULL, NULL);
INSERT INTO event VALUES (28, 1, 7, 'e4-device-0', 'device-0', 'impression', 1749635982000, 1749635982000, 1750000860000, '{"at":1749635982000,"campaign_id":"local:tip","campaign_version":1,"id":"e4-device-0","kind":"impression","presentation_id":"p8","session_id":"s1"}', 0, NULL, NULL, 'local:tip', 'impression', NULL, NULL);
INSERT INTO event VALUES (29, 1, 5, 'e0-device-2', 'device-2', 'impression', 1749156715000, 1749156715000, 1750000860000, '{"at":1749156715000,"campaign_id":"c2","campaign_version":1,"id":"e0-device-2","kind":"impression","presentation_id":"p1","session_id":"s1"}', 1, NULL, NULL, 'c2', 'impression', NULL, NULL);
INSERT INTO event VALUES (30, 1, 5, 'e26-device-2', 'device-2', 'click', 1749233492000, 1749233492000, 1750000860000, '{"at":1749233492000,"campaign_id":"c2","campaign_version":1,"id":"e26-device-2","kind":"click","presentation_id":"p52","session_id":"s3"}', 1, NULL, NULL, 'c2', 'click', NULL, NULL);
INSERT INTO event VALUES (31, 1, 6, 'e2-device-1', 'device-1', 'outcome', 1749548083000, 1749548083000, 1750000860000, '{"at":1749548083000,"campaign_id":"c2","campaign_version":1,"id":"e2-device-1","kind":"outcome","outcome":"suppressed","presentation_id":"p5","reason":"interval","session_id":"s5"}', 0, NULL, NULL, 'c2', 'outcome', NULL, NULL);
INSERT INTO event VALUES (32, 1, 6, 'e27-device-1', 'device-1', 'push_click', 1749533624000, 1749533624000, 1750000860000, '{"at":1749533624000,"id":"e27-device-1","kind":"push_click","session_id":"s6"}', 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (35, 1, 1, 'e21-ana', 'device-1', 'delivered', 1749217618000, 1749217618000, 1750000860000, '{"at":1749217618000,"campaign_id":"c1","campaign_version":1,"id":"e21-ana","kind":"delivered","presentation_id":"p42","session_id":"s0","user_id":"ana"}', 0, NULL, NULL, 'c1', 'step', NULL, NULL);
INSERT INTO event VALUES (37, 1, 5, 'e3-device-2', 'device-2', 'decision', 1749302753000, 1749302753000, 1750000860000, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (38, 1, 7, 'e9-device-0', 'device-0', 'user_changed', 1749221556000, 1749221556000, 1750000860000, '{"at":1749221556000,"id":"e9-device-0","kind":"user_changed","previous_user_id":"somebody","session_id":"s4"}', 0, NULL, 'somebody', NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (39, 1, 7, 'e22-device-0', 'device-0', 'click', 1749736351000, 1749736351000, 1750000860000, '{"at":1749736351000,"campaign_id":"local","campaign_version":1,"id":"e22-device-0","kind":"click","presentation_id":"p44","session_id":"s2"}', 0, NULL, NULL, 'local', 'click', NULL, NULL);
INSERT INTO event VALUES (43, 1, 1, 'e24-ana', 'device-2', 'click', 1749918490000, 1749918490000, 1750000860000, '{"at":1749918490000,"button_id":"1","campaign_id":"local:tip","campaign_version":1,"id":"e24-ana","kind":"click","presentation_id":"p48","session_id":"s6","user_id":"ana"}', 1, NULL, NULL, 'local:tip', 'click', NULL, NULL);
INSERT INTO event VALUES (44, 1, 7, 'e5-device-0', 'device-0', 'outcome', 1749600649000, 1749600649000, 1750000860000, '{"at":1749600649000,"campaign_id":"c0","campaign_version":1,"id":"e5-device-0","kind":"outcome","outcome":"suppressed","presentation_id":"p10","reason":"interval","session_id":"s3"}', 0, NULL, NULL, 'c0', 'outcome', NULL, NULL);
INSERT INTO event VALUES (45, 1, 5, 'e9-device-2', 'device-2', 'click', 1749931841000, 1749931841000, 1750000860000, '{"at":1749931841000,"button_id":"1","campaign_id":"local","campaign_version":1,"id":"e9-device-2","kind":"click","presentation_id":"p19","session_id":"s5"}', 1, NULL, NULL, 'local', 'click', NULL, NULL);
INSERT INTO event VALUES (46, 1, 5, 'e23-device-2', 'device-2', 'dismissal', 1749180970000, 1749180970000, 1750000860000, '{"at":1749180970000,"by":"shake","campaign_id":"c0","campaign_version":1,"id":"e23-device-2","kind":"dismissal","presentation_id":"p46","session_id":"s4"}', 1, NULL, NULL, 'c0', 'dismissal', NULL, NULL);
INSERT INTO event VALUES (48, 1, 5, 'e8-device-2', 'device-2', 'session_start', 1749398297000, 1749398297000, 1750000860000, '{"at":1749398297000,"id":"e8-device-2","kind":"session_start","session_id":"s2"}', 1, '', NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (49, 1, 1, 'e15-ana', 'device-2', 'attribute_change', 1749779084000, 1749779084000, 1750000860000, '{"at":1749779084000,"id":"e15-ana","key":"visits","kind":"attribute_change","operation":"increment","session_id":"s2","user_id":"ana","value":30}', 1, NULL, NULL, NULL, NULL, NULL, 'visits');
INSERT INTO event VALUES (52, 1, 1, 'e27-ana', 'device-2', 'user_changed', 1749347685000, 1749347685000, 1750000860000, '{"at":1749347685000,"id":"e27-ana","kind":"user_changed","previous_user_id":"somebody","session_id":"s5","user_id":"ana"}', 1, NULL, 'somebody', NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (53, 1, 6, 'e28-device-1', 'device-1', 'decision', 1749752266000, 1749752266000, 1750000860000, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (54, 1, 7, 'e6-device-0', 'device-0', 'survey_answers', 1749621966000, 1749621966000, 1750000860000, '{"answers":{"else":"Text 13","stars":4,"why":["taste","taste"]},"at":1749621966000,"campaign_id":"c0","campaign_version":1,"id":"e6-device-0","kind":"survey_answers","presentation_id":"p13","session_id":"s6"}', 0, 'c0', NULL, 'c0', NULL, NULL, NULL);
INSERT INTO event VALUES (55, 1, 7, 'e7-device-0', 'device-0', 'delivered', 1749292365000, 1749292365000, 1750000860000, '{"at":1749292365000,"campaign_id":"c1","campaign_version":1,"id":"e7-device-0","kind":"delivered","presentation_id":"p15","session_id":"s1"}', 0, NULL, NULL, 'c1', 'step', NULL, NULL);
INSERT INTO event VALUES (56, 1, 6, 'e13-device-1', 'device-1', 'dismissal', 1749479757000, 1749479757000, 1750000860000, '{"at":1749479757000,"by":"shake","campaign_id":"local:tip","campaign_version":1,"id":"e13-device-1","kind":"dismissal","presentation_id":"p27","session_id":"s6"}', 0, NULL, NULL, 'local:tip', 'dismissal', NULL, NULL);
INSERT INTO event VALUES (58, 1, 1, 'e16-ana', 'device-0', 'delivered', 1749291958000, 1749291958000, 1750000860000, '{"at":1749291958000,"campaign_id":"c1","campaign_version":1,"id":"e16-ana","kind":"delivered","presentation_id":"p33","session_id":"s5","user_id":"ana"}', 0, NULL, NULL, 'c1', 'step', NULL, NULL);
INSERT INTO event VALUES (60, 1, 7, 'e20-device-0', 'device-0', 'decision', 1749264028000, 1749264028000, 1750000860000, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (61, 1, 5, 'e6-device-2', 'device-2', 'session_start', 1749529845000, 1749529845000, 1750000860000, '{"at":1749529845000,"id":"e6-device-2","kind":"session_start","session_id":"s5"}', 1, '', NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (62, 1, 1, 'e10-ana', 'device-1', 'impression', 1749557100000, 1749557100000, 1750000860000, '{"at":1749557100000,"campaign_id":"c2","campaign_version":1,"id":"e10-ana","kind":"impression","presentation_id":"p20","session_id":"s6","user_id":"ana"}', 0, NULL, NULL, 'c2', 'impression', NULL, NULL);
INSERT INTO event VALUES (63, 1, 5, 'e11-device-2', 'device-2', 'attribute', 1749950824000, 1749950824000, 1750000860000, '{"at":1749950824000,"id":"e11-device-2","key":"colour","kind":"attribute","session_id":"s2","value":"red"}', 1, NULL, NULL, NULL, NULL, NULL, 'colour');
INSERT INTO event VALUES (64, 1, 7, 'e10-device-0', 'device-0', 'session_end', 1749883680000, 1749883680000, 1750000860000, '{"at":1749883680000,"id":"e10-device-0","kind":"session_end","length_ms":5000,"session_id":"s0"}', 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (65, 1, 1, 'e14-ana', 'device-0', 'attribute_change', 1749648466000, 1749648466000, 1750000860000, '{"at":1749648466000,"id":"e14-ana","key":"visits","kind":"attribute_change","operation":"increment","session_id":"s0","user_id":"ana","value":28}', 0, NULL, NULL, NULL, NULL, NULL, 'visits');
INSERT INTO event VALUES (66, 1, 1, 'e19-ana', 'device-1', 'session_start', 1749426426000, 1749426426000, 1750000860000, '{"at":1749426426000,"id":"e19-ana","kind":"session_start","session_id":"s3","user_id":"ana"}', 0, '', NULL, NULL, NULL, NULL, NULL);
INSERT INTO event VALUES (67, 1, 7, 'e18-device-0', 'device-0', 'impression', 1749794853000, 1749794853000, 1750000860000, '{"at":1749794853000,"campaign_id":"c0","campaign_version":1,"id":"e18-device-0","kind":"impression","presentation_id":"p37","session_id":"s2"}', 0, NULL, NULL, 'c0', 'impression', NULL, NULL);
CREATE TABLE event_day (
  app INTEGER NOT NULL,
  day INTEGER NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (app, day, kind, name)
) STRICT, WITHOUT ROWID;
INSERT INTO event_day VALUES (1, 20244, 'outcome', '', 1);
INSERT INTO event_day VALUES (1, 20244, 'user_changed', '', 1);
INSERT INTO event_day VALUES (1, 20245, 'delivered', '', 1);
INSERT INTO event_day VALUES (1, 20245, 'impression', '', 2);
INSERT INTO event_day VALUES (1, 20245, 'push_click', '', 1);
INSERT INTO event_day VALUES (1, 20245, 'user_changed', '', 1);
INSERT INTO event_day VALUES (1, 20246, 'decision', '', 1);
INSERT INTO event_day VALUES (1, 20246, 'delivered', '', 2);
INSERT INTO event_day VALUES (1, 20246, 'session_start', '', 1);
INSERT INTO event_day VALUES (1, 20247, 'delivered', '', 1);
INSERT INTO event_day VALUES (1, 20247, 'dismissal', '', 2);
INSERT INTO event_day VALUES (1, 20247, 'session_start', '', 1);
INSERT INTO event_day VALUES (1, 20248, 'click', '', 1);
INSERT INTO event_day VALUES (1, 20248, 'dismissal', '', 1);
INSERT INTO event_day VALUES (1, 20248, 'session_start', '', 1);
INSERT INTO event_day VALUES (1, 20249, 'impression', '', 3);
INSERT INTO event_day VALUES (1, 20249, 'outcome', '', 1);
INSERT INTO event_day VALUES (1, 20249, 'push_click', '', 1);
INSERT INTO event_day VALUES (1, 20250, 'attribute', '', 1);
INSERT INTO event_day VALUES (1, 20250, 'attribute_change', '', 1);
INSERT INTO event_day VALUES (1, 20250, 'impression', '', 1);
INSERT INTO event_day VALUES (1, 20250, 'outcome', '', 1);
INSERT INTO event_day VALUES (1, 20250, 'session_end', '', 1);
INSERT INTO event_day VALUES (1, 20250, 'session_start', '', 2);
INSERT INTO event_day VALUES (1, 20250, 'survey_answers', '', 1);
INSERT INTO event_day VALUES (1, 20251, 'click', '', 1);
INSERT INTO event_day VALUES (1, 20251, 'decision', '', 1);
INSERT INTO event_day VALUES (1, 20251, 'delivered', '', 1);
INSERT INTO event_day VALUES (1, 20251, 'dismissal', '', 1);
INSERT INTO event_day VALUES (1, 20252, 'attribute_change', '', 1);
INSERT INTO event_day VALUES (1, 20252, 'impression', '', 1);
INSERT INTO event_day VALUES (1, 20253, 'outcome', '', 1);
INSERT INTO event_day VALUES (1, 20253, 'session_end', '', 1);
INSERT INTO event_day VALUES (1, 20254, 'click', '', 4);
INSERT INTO event_day VALUES (1, 20254, 'dismissal', '', 4);
INSERT INTO event_day VALUES (1, 20254, 'impression', '', 4);
INSERT INTO event_day VALUES (1, 20254, 'session_start', '', 1);
CREATE TABLE event_name (
  id INTEGER PRIMARY KEY,
  app INTEGER NOT NULL,
  name TEXT NOT NULL,
  people_bits INTEGER NOT NULL,
  people INTEGER NOT NULL,
  last_day INTEGER NOT NULL,
  UNIQUE (app, name)
) STRICT;
CREATE TABLE guess (
  hash BLOB NOT NULL PRIMARY KEY,
  full_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE member (
  number INTEGER NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  password TEXT,
  created_at INTEGER NOT NULL,
  seen_at INTEGER
) STRICT;
CREATE TABLE member_link (
  hash BLOB NOT NULL PRIMARY KEY,
  member INTEGER NOT NULL UNIQUE REFERENCES member ON DELETE CASCADE,
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  author INTEGER REFERENCES member ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE member_role (
  member INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
  scope TEXT NOT NULL,
  role TEXT NOT NULL,
  PRIMARY KEY (member, scope)
) STRICT, WITHOUT ROWID;
CREATE TABLE offer_count (
  app INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  metric TEXT NOT NULL,
  is_test INTEGER NOT NULL,
  campaigns BLOB NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (app, hour, metric, is_test, campaigns)
) STRICT, WITHOUT ROWID;
INSERT INTO offer_count VALUES (1, 1749999600000, 'delivered', 0, X'0001', 1);
INSERT INTO offer_count VALUES (1, 1749999600000, 'eligible', 0, X'0003', 1);
CREATE TABLE person (
  app INTEGER NOT NULL REFERENCES app,
  person_id INTEGER NOT NULL,
  alias TEXT NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  PRIMARY KEY (app, person_id)
) STRICT, WITHOUT ROWID;
INSERT INTO person VALUES (1, 1, 'u:ana', 1749217618000, 1750000800000);
INSERT INTO person VALUES (1, 3, 'u:cid', 1750000800000, 1750000800000);
INSERT INTO person VALUES (1, 4, 'u:dan', 1750000800000, 1750000800000);
INSERT INTO person VALUES (1, 5, 'd:device-2', 1749156715000, 1749965382000);
INSERT INTO person VALUES (1, 6, 'd:device-1', 1749248839000, 1749752266000);
INSERT INTO person VALUES (1, 7, 'd:device-0', 1749221556000, 1749883680000);
CREATE TABLE person_alias (
  app INTEGER NOT NULL REFERENCES app,
  alias TEXT NOT NULL,
  person_id INTEGER NOT NULL,
  PRIMARY KEY (app, alias)
) STRICT, WITHOUT ROWID;
INSERT INTO person_alias VALUES (1, 'd:device-0', 7);
INSERT INTO person_alias VALUES (1, 'd:device-1', 6);
INSERT INTO person_alias VALUES (1, 'd:device-2', 5);
INSERT INTO person_alias VALUES (1, 'u:ana', 1);
INSERT INTO person_alias VALUES (1, 'u:cid', 3);
INSERT INTO person_alias VALUES (1, 'u:dan', 4);
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
INSERT INTO person_attribute VALUES (1, 1, 'colour', '"green"', 1749644040000, 'e23-ana', 1, 0);
INSERT INTO person_attribute VALUES (1, 1, 'visits', '58', 1749779084000, 'e15-ana', 1, 2);
INSERT INTO person_attribute VALUES (1, 5, 'colour', '"red"', 1749950824000, 'e11-device-2', 0, 0);
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
INSERT INTO person_attribute_step VALUES (1, 1, 'visits', 1, 1749648466000, 'e14-ana', 'increment', '28');
INSERT INTO person_attribute_step VALUES (1, 1, 'visits', 1, 1749779084000, 'e15-ana', 'increment', '30');
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
INSERT INTO person_campaign VALUES (1, 1, 'c', 1750000800000, 1750000800000, NULL, NULL);
INSERT INTO person_campaign VALUES (1, 1, 'c2', 1749557100000, NULL, NULL, NULL);
INSERT INTO person_campaign VALUES (1, 1, 'local', 1749539682000, NULL, NULL, NULL);
INSERT INTO person_campaign VALUES (1, 1, 'local:tip', NULL, NULL, NULL, 1749918490000);
INSERT INTO person_campaign VALUES (1, 3, 'c', 1750000800000, NULL, NULL, NULL);
INSERT INTO person_campaign VALUES (1, 4, 'c', 1750000800000, NULL, NULL, NULL);
INSERT INTO person_campaign VALUES (1, 5, 'c2', NULL, NULL, 1749156715000, 1749233492000);
INSERT INTO person_campaign VALUES (1, 5, 'local', NULL, NULL, NULL, 1749931841000);
INSERT INTO person_campaign VALUES (1, 6, 'c0', 1749248839000, NULL, NULL, NULL);
INSERT INTO person_campaign VALUES (1, 6, 'local:tip', NULL, 1749493813000, NULL, NULL);
INSERT INTO person_campaign VALUES (1, 7, 'c0', 1749794853000, NULL, NULL, NULL);
INSERT INTO person_campaign VALUES (1, 7, 'local', NULL, 1749736351000, NULL, NULL);
INSERT INTO person_campaign VALUES (1, 7, 'local:tip', 1749635982000, NULL, NULL, NULL);
CREATE TABLE person_link (
  app INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  alias TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (app, person_id, alias)
) STRICT, WITHOUT ROWID;
CREATE TABLE person_offer (
  app INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  offers BLOB NOT NULL,
  PRIMARY KEY (app, person_id)
) STRICT;
INSERT INTO person_offer VALUES (1, 1, X'01BEAB3B02000302BEAB3B020001');
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
INSERT INTO person_session VALUES (1, 1, 's3', 'device-1', 1749426426000, NULL, NULL);
INSERT INTO person_session VALUES (1, 5, 's2', 'device-2', 1749398297000, NULL, NULL);
INSERT INTO person_session VALUES (1, 5, 's5', 'device-2', 1749529845000, NULL, NULL);
INSERT INTO person_session VALUES (1, 6, 's3', 'device-1', NULL, 1749604686000, 5000);
INSERT INTO person_session VALUES (1, 7, 's0', 'device-0', NULL, 1749883680000, 5000);
CREATE TABLE privacy_request (
  number INTEGER PRIMARY KEY,
  app INTEGER NOT NULL REFERENCES app,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  person_id INTEGER,
  requested_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  closed_at INTEGER,
  note TEXT,
  receipt TEXT,
  UNIQUE (app, id)
) STRICT;
CREATE TABLE push_delivery (
  run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
  device_id TEXT NOT NULL,
  occurrence INTEGER NOT NULL,
  app INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  is_claimed INTEGER NOT NULL,
  due_at INTEGER,
  outcome TEXT,
  detail TEXT,
  at INTEGER NOT NULL,
  event_values TEXT,
  arm TEXT,
  is_own INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, device_id, occurrence)
) STRICT, WITHOUT ROWID;
CREATE TABLE push_device (
  app INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  person_id INTEGER NOT NULL,
  token TEXT,
  environment TEXT,
  "authorization" TEXT,
  registered_at INTEGER NOT NULL,
  dead_at INTEGER,
  dead_reason TEXT,
  is_lab INTEGER NOT NULL,
  opted_out_at INTEGER,
  said_at INTEGER,
  trust INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (app, device_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE push_key (
  app INTEGER NOT NULL REFERENCES app,
  id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  topic TEXT NOT NULL,
  environment TEXT NOT NULL,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (app, id),
  UNIQUE (app, key_id, topic, environment)
) STRICT;
CREATE TABLE push_run (
  number INTEGER NOT NULL PRIMARY KEY,
  app INTEGER NOT NULL REFERENCES app,
  id TEXT NOT NULL,
  campaign TEXT NOT NULL,
  definition TEXT NOT NULL,
  audience TEXT NOT NULL,
  device_id TEXT,
  state TEXT NOT NULL,
  reason TEXT,
  is_open INTEGER NOT NULL,
  is_prepared INTEGER NOT NULL,
  cursor_user TEXT NOT NULL DEFAULT '',
  cursor_device TEXT NOT NULL DEFAULT '',
  starts_at INTEGER NOT NULL,
  expires_at INTEGER,
  per_minute INTEGER,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  event_values TEXT,
  is_capped INTEGER NOT NULL DEFAULT 0,
  environments TEXT,
  UNIQUE (app, id)
) STRICT;
CREATE TABLE push_run_count (
  run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (run, outcome)
) STRICT, WITHOUT ROWID;
CREATE TABLE push_run_device (
  run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
  device_id TEXT NOT NULL,
  PRIMARY KEY (run, device_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE push_run_user (
  run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  event_values TEXT,
  PRIMARY KEY (run, user_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE removed_event (
  app INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (app, person_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE retention (
  name TEXT NOT NULL PRIMARY KEY,
  before INTEGER NOT NULL,
  earlier INTEGER NOT NULL,
  app INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  is_done INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE revoked_device (
  app INTEGER NOT NULL REFERENCES app,
  device_id TEXT NOT NULL,
  revoked_at INTEGER NOT NULL,
  PRIMARY KEY (app, device_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE saved_filter (
  member INTEGER NOT NULL REFERENCES member (number) ON DELETE CASCADE,
  app INTEGER NOT NULL REFERENCES app,
  list TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  PRIMARY KEY (member, app, list, created_at, id),
  UNIQUE (member, app, list, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE secret (
  name TEXT NOT NULL PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO secret VALUES ('tombstone', X'0000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE setting (
  name TEXT NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES ('decision_salt', 1);
INSERT INTO setting VALUES ('deletions', 1);
INSERT INTO setting VALUES ('health_checks', 0);
CREATE TABLE shelf (
  number INTEGER NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  value BLOB NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (name, owner, id)
) STRICT;
CREATE TABLE sign_in_link (
  hash BLOB NOT NULL PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE test_device (
  app INTEGER NOT NULL REFERENCES app,
  device_id TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (app, device_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE tombstone (
  app INTEGER NOT NULL REFERENCES app,
  mark BLOB NOT NULL,
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (app, mark)
) STRICT, WITHOUT ROWID;
INSERT INTO tombstone VALUES (1, X'4E919E1EB7C727A44E22C1670EE6F3ADE8C8C8942FBB60FC24140F9BF4B9EDCB', 1750000800000);
INSERT INTO tombstone VALUES (1, X'60CA10F1E6D34BE16D7FD3C3D50D7C8A2CBB7B7072393720A6B3754ABED17DA9', 1750000800000);
INSERT INTO tombstone VALUES (1, X'776DD61BD04159B24C5656865ECA1AE5BA5855A1516F0CAEE50D9CA029663013', 1750000800000);
INSERT INTO tombstone VALUES (1, X'83DA35D48945F78AB1EE1046C92EA33E253C4DBDD0F9EF5915B6F370309EEDAA', 1750000800000);
INSERT INTO tombstone VALUES (1, X'BB656F2F6301F8F60C028B836ECFA2652C38AA136D84D59919306AB98B4E08EE', 1750000800000);
CREATE INDEX campaign_creation ON campaign_history (app, campaign) WHERE kind = 'created';
CREATE INDEX campaign_newest ON campaign (app, created_at);
CREATE INDEX console_session_member ON console_session (member);
CREATE INDEX decision_candidate_newest ON decision_candidate (app, campaign, counted_at);
CREATE INDEX decision_candidate_reason ON decision_candidate (app, campaign, reason, day, counted_at);
CREATE INDEX decision_newest ON decision (app, counted_at);
CREATE INDEX device_lab ON device (app, person_id) WHERE is_lab;
CREATE INDEX device_people ON device (app, device_id);
CREATE INDEX device_words ON device (app, words, person_id);
CREATE INDEX event_day_name ON event_day (app, kind, name);
CREATE INDEX event_exposure ON event (app, person_id, counted_at) WHERE kind = 'exposure';
CREATE INDEX event_impression ON event (app, person_id, counted_at) WHERE metric = 'impression';
CREATE INDEX event_name_age ON event_name (app, last_day);
CREATE INDEX event_name_standing ON event_name (app, people, last_day);
CREATE INDEX event_named ON event (app, kind, name, counted_at, person_id)
  WHERE name IS NOT NULL;
CREATE INDEX event_previous_user ON event (app, previous_user) WHERE previous_user IS NOT NULL;
CREATE INDEX event_timeline ON event (app, person_id, counted_at, number);
CREATE INDEX guess_full_at ON guess (full_at);
CREATE INDEX member_link_author ON member_link (author) WHERE author IS NOT NULL;
CREATE INDEX member_role_role ON member_role (scope, role);
CREATE INDEX person_anonymous ON person (app, last_seen, person_id) WHERE alias < 'u';
CREATE INDEX person_attribute_called ON person_attribute (app, key, lower(substr(value, 1, 500)))
  WHERE key IN ('email', 'first_name', 'last_name');
CREATE INDEX person_attribute_key ON person_attribute (app, key, value);
CREATE INDEX person_campaign_people ON person_campaign (app, campaign, first_impression_at, first_click_at);
CREATE INDEX person_new ON person (app, first_seen, person_id);
CREATE INDEX person_newest ON person (app, last_seen, person_id);
CREATE INDEX privacy_request_closed ON privacy_request (app, number) WHERE state <> 'open';
CREATE UNIQUE INDEX privacy_request_of_person ON privacy_request (app, person_id, kind)
  WHERE state = 'open';
CREATE INDEX privacy_request_open ON privacy_request (app, number, due_at) WHERE state = 'open';
CREATE INDEX privacy_request_person ON privacy_request (app, person_id, kind, number)
  WHERE person_id IS NOT NULL;
CREATE INDEX push_delivery_due ON push_delivery (run, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX push_delivery_person ON push_delivery (app, person_id, run);
CREATE INDEX push_device_person ON push_device (app, person_id, device_id);
CREATE UNIQUE INDEX push_device_token ON push_device (app, token) WHERE token IS NOT NULL;
CREATE INDEX push_run_campaign ON push_run (app, campaign, number);
CREATE INDEX push_run_device_id ON push_run_device (device_id);
CREATE INDEX push_run_event ON push_run (app) WHERE is_open AND audience = 'event';
CREATE INDEX push_run_open ON push_run (starts_at) WHERE is_open;
CREATE INDEX push_run_user_id ON push_run_user (user_id);
CREATE UNIQUE INDEX saved_filter_id ON saved_filter (id);
CREATE INDEX shelf_expires_at ON shelf (expires_at);
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
PRAGMA application_id = 1297241164;
PRAGMA user_version = 42;
COMMIT;
