// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Experiments of pushes.
enum Migration033 {
  static let sql = """
    -- arm: the arm of the campaign's experiment for which a push is, from its claim on; null for none.
    ALTER TABLE push_delivery ADD COLUMN arm TEXT;
    """
}
