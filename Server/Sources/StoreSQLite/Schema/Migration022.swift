// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Exposures to experiments: found by experiment, and by person.
enum Migration022 {
  static let sql = """
    CREATE INDEX event_exposure ON event (app, person_id, counted_at) WHERE kind = 'exposure';
    """
}
