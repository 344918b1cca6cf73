// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The global holdout: its share in ten-thousandths, and since when.
enum Migration030 {
  static let sql = """
    ALTER TABLE app_setting ADD COLUMN holdout_share INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE app_setting ADD COLUMN holdout_changed_at INTEGER;
    """
}
