// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How an app's users are authenticated.
enum Migration007 {
  static let sql = """
    -- signature_mode: off, optional, required. signature_keys: a JSON list of objects with name and pem, a public key.
    ALTER TABLE app_setting ADD COLUMN signature_mode TEXT NOT NULL DEFAULT 'off';
    ALTER TABLE app_setting ADD COLUMN signature_keys TEXT NOT NULL DEFAULT '[]';
    """
}
