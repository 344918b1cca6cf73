// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Requests of a device that arrive in another order than they were sent.
enum Migration019 {
  static let sql = """
    -- said_at: when the device sent what is stored, by its clock; null if an earlier version stored it.
    ALTER TABLE push_device ADD COLUMN said_at INTEGER;
    """
}
