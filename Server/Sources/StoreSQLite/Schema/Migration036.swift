// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Runs that wait while a key is replaced, and apps that refuse users whose ids are a mistake.
enum Migration036 {
  static let sql = """
    -- environments: those for which there was an APNs key when the run was created or resumed last, such as 'development production'; null for not known.
    ALTER TABLE push_run ADD COLUMN environments TEXT;
    ALTER TABLE app_setting ADD COLUMN refuses_doubtful_users INTEGER NOT NULL DEFAULT 0;
    """
}
