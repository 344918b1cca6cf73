// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// When the first of the automatic saves was made that a change stands for; null for a change that somebody asked for.
enum Migration029 {
  static let sql = """
    ALTER TABLE campaign_history ADD COLUMN automatic_since INTEGER;
    """
}
