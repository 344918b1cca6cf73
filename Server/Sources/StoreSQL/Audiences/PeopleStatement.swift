// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Whom a question is about.
enum AskedPeople {
  case people([Int64])
  /// The person whom a name leads to, so that nobody has to find out first who that is.
  case named(String)
}

/// A statement about people. ?1 is the app, and the people are a table with the column `value`.
struct PeopleStatement {
  /// ?2 is a list of them.
  let ofPeople: String
  /// ?2 is a name.
  let ofNamed: String

  init(_ make: (_ people: String) -> String) {
    ofPeople = make(SQL.numbers("?2"))
    ofNamed = make("(SELECT person_id AS value FROM person_alias WHERE app = ?1 AND alias = ?2)")
  }

  func question(about people: AskedPeople, app: Int64, _ more: SQLArguments = []) -> SQLQuestion {
    switch people {
    case .people(let people): SQLQuestion(ofPeople, [app, SQL.list(people)] + more)
    case .named(let name): SQLQuestion(ofNamed, [app, name] + more)
    }
  }
}
