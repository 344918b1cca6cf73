// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Finds who came after a user on a device, whose event names that user. Push tokens are in their own table alone.
enum Migration035 {
  static let sql = """
    -- previous_user: of user_changed, the user who was there before, as in the record. SQLite before 3.41 trusts no function that reads the record in an
    -- index.
    ALTER TABLE event ADD COLUMN previous_user TEXT;
    UPDATE event SET previous_user = record ->> '$.previous_user_id' WHERE kind = 'user_changed';
    CREATE INDEX event_previous_user ON event (app, previous_user) WHERE previous_user IS NOT NULL;
    UPDATE device SET description = json_remove(description, '$.push_token', '$.push_environment')
      WHERE description ->> '$.push_token' IS NOT NULL;
    """
}
