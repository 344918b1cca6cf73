// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Secrets of devices, and revoked devices.
enum Migration004 {
  static let sql = """
    -- used_at is null until a request has carried the secret.
    CREATE TABLE device_credential (
      app INTEGER NOT NULL REFERENCES app,
      device_id TEXT NOT NULL,
      hash BLOB NOT NULL,
      issued_at INTEGER NOT NULL,
      used_at INTEGER,
      PRIMARY KEY (app, device_id, hash)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE revoked_device (
      app INTEGER NOT NULL REFERENCES app,
      device_id TEXT NOT NULL,
      revoked_at INTEGER NOT NULL,
      PRIMARY KEY (app, device_id)
    ) STRICT, WITHOUT ROWID;
    """
}
