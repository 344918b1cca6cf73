// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Impressions of a person, in order: which message they saw last.
enum Migration028 {
  static let sql = """
    CREATE INDEX event_impression ON event (app, person_id, counted_at) WHERE kind = 'impression';
    """
}
