// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import PeopleFiles
import Testing

@Suite("A file of user ids")
struct UserIDFileTests {
  static let files: [(text: String, userIDs: [String], lines: [Int])] = [
    ("ana\nben\n\n cem \n", ["ana", "ben", " cem "], []), ("user_id\nana\n", ["ana"], []),
    ("ana", ["ana"], []), ("", [], []),
    ("\u{FEFF}name,user_id,city\nAna,ana,Vienna\nBen,,Graz\r\nCem,cem,Linz", ["ana", "cem"], [3]),
    ("name;User_ID\nAna;ana", ["ana"], []), ("name\tuser_id\nAna\tana", ["ana"], []),
    ("user_id\n  \n\u{A0}ana\n", ["\u{A0}ana"], [2]),
    ("name,id\nAna,ana\n", [], [1]),
    ("ana\n\(String(repeating: "x", count: 256))\n\"open\nben", ["ana", "ben"], [2, 3]),
    // As the export writes it, so that a spreadsheet does not run it.
    ("user_id\n'=1+1\n", ["=1+1"], []),
  ]

  @Test func `a file without the column says which columns it has`() {
    let problem = UserIDFile(Array("Customer ID;E-Mail\n7;a@b.c".utf8)).problems.first
    #expect(problem?.message == "No column is called user_id. The first line has “Customer ID” and “E-Mail”.")
  }

  @Test(arguments: files)
  func `it is read by lines, or by the column user_id, and a wrong line loses nothing else`(
    text: String, userIDs: [String], lines: [Int]
  ) {
    let file = UserIDFile(Array(text.utf8))
    #expect(file.userIDs == userIDs)
    #expect(file.problems.map(\.line) == lines && file.problemCount == lines.count)
  }
}
