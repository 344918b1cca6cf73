// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The statements about attributes. The description of `SQL` applies here too.
extension SQL {
  /// Replaces whatever was there.
  static let putAttribute = """
    INSERT INTO person_attribute (app, person_id, key, value, at, event_id, is_own, steps) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      value = excluded.value, at = excluded.at, event_id = excluded.event_id, is_own = excluded.is_own, steps = excluded.steps
    """
  static let attribute = """
    SELECT value, at, event_id, is_own, steps FROM person_attribute WHERE app = ? AND person_id = ? AND key = ?
    """
  static let deleteAttribute = "DELETE FROM person_attribute WHERE app = ? AND person_id = ? AND key = ?"

  // MARK: - Room

  static let attributeSizes = """
    SELECT key, length(CAST(value AS BLOB)) AS bytes, value = 'null' AS is_removed, is_own, at FROM person_attribute
    WHERE app = ? AND person_id = ?
    """

  // MARK: - Steps

  static let attributeSteps = """
    SELECT is_own, at, event_id, kind, value FROM person_attribute_step WHERE app = ? AND person_id = ? AND key = ?
    ORDER BY is_own, at, event_id LIMIT ?
    """
  static let putAttributeStep = """
    INSERT INTO person_attribute_step (app, person_id, key, is_own, at, event_id, kind, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET kind = excluded.kind, value = excluded.value
    """
  static let deleteAttributeStep = """
    DELETE FROM person_attribute_step WHERE app = ? AND person_id = ? AND key = ? AND is_own = ? AND at = ? AND event_id = ?
    """
  static let deleteAttributeSteps = "DELETE FROM person_attribute_step WHERE app = ? AND person_id = ? AND key = ?"

  // MARK: - Merging

  /// Those attributes of one person that the other person has too, and those that were changed, not just set.
  static let sharedAttributes = """
    SELECT a.key FROM person_attribute a LEFT JOIN person_attribute b ON b.app = a.app AND b.person_id = ?3 AND b.key = a.key
    WHERE a.app = ?1 AND a.person_id = ?2 AND (a.steps > 0 OR b.key IS NOT NULL)
    """
  /// All events that ever set or changed an attribute.
  static let eventsOfAttribute = """
    SELECT counted_at, record FROM event
    WHERE app = ? AND person_id = ? AND kind IN ('attribute', 'attribute_change') AND json_extract(record, '$.key') = ?
    ORDER BY counted_at, id
    """
  /// Version 2 kept changes as events of a kind that it did not know.
  static let changesOfVersion2 = """
    SELECT DISTINCT app, person_id, json_extract(record, '$.key') AS key FROM event
    WHERE kind = 'attribute_change' AND json_type(record, '$.key') = 'text'
    """
}
