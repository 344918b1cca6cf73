// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How far devices with a push token are believed about who uses them, and who made the links with which members set passwords.
enum Migration034 {
  static let sql = """
    -- trust: a `DeviceTrust`. Whom a backend vouched for was not stored before, so nobody is vouched for until the next request.
    ALTER TABLE push_device ADD COLUMN trust INTEGER NOT NULL DEFAULT 0;
    UPDATE push_device SET trust = 1 WHERE EXISTS (
      SELECT 1 FROM device_credential c WHERE c.app = push_device.app AND c.device_id = push_device.device_id AND c.used_at IS NOT NULL
    );
    -- is_own: whether the device itself sent the event whose values the push has.
    ALTER TABLE push_delivery ADD COLUMN is_own INTEGER NOT NULL DEFAULT 0;

    -- author: the member who made the link; null for a sign-in link of the server, and for links made before.
    ALTER TABLE member_link ADD COLUMN author INTEGER REFERENCES member ON DELETE CASCADE;
    CREATE INDEX member_link_author ON member_link (author) WHERE author IS NOT NULL;
    """
}
