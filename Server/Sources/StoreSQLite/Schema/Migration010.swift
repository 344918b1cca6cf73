// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// People in the order of their devices.
enum Migration010 {
  static let sql = """
    -- What a device is called in lists, for their order; `DeviceWords` fills it.
    ALTER TABLE device ADD COLUMN words TEXT NOT NULL DEFAULT '';
    CREATE INDEX device_words ON device (app, words, person_id);
    """
}
