// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Devices on which a person wants no notifications.
enum Migration018 {
  static let sql = """
    -- opted_out_at: since when the device says that its person wants no notifications on it.
    ALTER TABLE push_device ADD COLUMN opted_out_at INTEGER;
    """
}
