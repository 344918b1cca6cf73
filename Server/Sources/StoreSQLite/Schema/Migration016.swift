// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Runs of pushes for some devices.
enum Migration016 {
  static let sql = """
    -- The devices of a run that is for some.
    CREATE TABLE push_run_device (
      run INTEGER NOT NULL REFERENCES push_run ON DELETE CASCADE,
      device_id TEXT NOT NULL,
      PRIMARY KEY (run, device_id)
    ) STRICT, WITHOUT ROWID;
    """
}
