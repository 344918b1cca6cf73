// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Fills a database with people who are copies of the first one, `user-0` on `device-0`, with names
/// and values of their own. Sending a million people one by one would take an hour.
enum CopiedPeople {
  /// Those that have rows of the first person or device.
  private static let tables = [
    "person_alias", "person", "person_attribute", "device", "person_session", "event", "person_offer",
    "active_day", "device_credential", "push_device",
  ]
  /// Of the copy number `n`; all other columns are as they are.
  private static let values = [
    "person_id": "person_id + n",
    "alias": "'u:user-' || n",
    "device_id": "'device-' || n",
    "token": "repeat(to_hex(2868903936 + n), 8)",
    "event.id": "id || '-' || n",
    "event.name":
      "CASE WHEN kind = 'custom' THEN 'event_' || abs(hashint4(n * 3 + right(id, 1)::int)) % 20 ELSE name END",
    "event.counted_at": "counted_at - abs(hashint4(n * 5 + right(id, 1)::int)) % 3456000 * 1000::bigint",
    "person_attribute.value": """
    CASE key WHEN 'age' THEN (18 + abs(hashint4(n)) % 63)::text
      WHEN 'country' THEN '"C' || abs(hashint4(n + 1)) % 40 || '"'
      WHEN 'newsletter' THEN CASE WHEN hashint4(n + 2) > 0 THEN 'true' ELSE 'false' END
      WHEN 'plan' THEN (ARRAY['"free"', '"free"', '"free"', '"pro"', '"team"'])[1 + abs(hashint4(n + 3)) % 5]
      ELSE (abs(hashint4(n + 4)) % 50000)::text END
    """,
  ]

  /// - Parameter people: How many there are afterwards.
  static func fill(_ url: String, people: Int) throws {
    let choices = values.sorted { $0.key < $1.key }.map { name, value in
      let column = name.contains(".") ? "table_name || '.' || column_name" : "column_name::text"
      return "WHEN \(column) = '\(name)' THEN $value$\(value)$value$"
    }
    let script = """
      SET synchronous_commit = off;
      DO $fill$
      DECLARE
        source record;
        first bigint := (SELECT person_id FROM person_alias WHERE alias = 'u:user-0');
        mine text;
      BEGIN
        FOR source IN
          SELECT table_name, string_agg(quote_ident(column_name), ', ') AS columns,
            string_agg(CASE \(choices.joined(separator: "\n")) ELSE quote_ident(column_name) END, ', ') AS made,
            bool_or(column_name = 'person_id') AS is_of_person
          FROM information_schema.columns
          WHERE table_schema = current_schema AND table_name = ANY (ARRAY['\(tables.joined(separator: "', '"))'])
            AND is_identity = 'NO'
          GROUP BY table_name
        LOOP
          mine := CASE WHEN source.is_of_person THEN 'person_id = ' || first ELSE 'device_id = ''device-0''' END
            || CASE WHEN source.table_name = 'person_alias' THEN ' AND alias = ''u:user-0''' ELSE '' END;
          EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM %I, generate_series(1, \(people - 1)) AS n WHERE %s',
            source.table_name, source.columns, source.made, source.table_name, mine);
        END LOOP;
        PERFORM setval('person_number_' || app, first + \(people)) FROM app;
      END $fill$;
      """
    for command in [script, "VACUUM ANALYZE"] {
      let psql = Process()
      psql.executableURL = URL(filePath: "/usr/bin/env")
      psql.arguments = ["psql", "-qX", "-v", "ON_ERROR_STOP=1", url, "-c", command]
      psql.standardOutput = FileHandle.nullDevice
      try psql.run()
      psql.waitUntilExit()
      precondition(psql.terminationStatus == 0)
    }
  }
}
