// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Runs that wait while a key is replaced.
enum Migration037 {
  static let sql = """
    -- environments: those for which there was an APNs key when the run was created or resumed last, such as 'development production'; null for not known.
    ALTER TABLE push_run ADD COLUMN environments TEXT;
    """
}
