// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
public import MartletWire

/// A file of user ids, read: one in each line, or the column `user_id` of a CSV file. Ids are kept
/// as they are written, with the blanks around them.
public struct UserIDFile: Hashable, Sendable {
  public static let bytes = 33_554_432
  /// Problems that are kept. All are counted.
  public static let keptProblems = 1_000

  /// In the order of the file, also those that it repeats.
  public private(set) var userIDs: [String] = []
  /// The first lines without a usable user id.
  public private(set) var problems: [PeopleImport.Problem] = []
  public private(set) var problemCount = 0

  public init(_ bytes: [UInt8]) {
    var reader = CSVReader(bytes)
    var column: Int?
    while let (line, row) = reader.next() {
      switch row {
      case .success(let row):
        guard let place = column else {
          column = begin(row)
          if column == nil { return }
          continue
        }
        add(row.cells.indices.contains(place) ? row.cells[place] : "", line: line)
      case .failure(let problem):
        column = column ?? 0
        add(line, problem.words.message, problem.words.remedy)
      }
    }
  }

  /// Reads a list of texts. The lines of problems are the places in the list, from 1.
  public init(_ json: Wire.JSONValue) {
    guard case .array(let elements) = json else {
      add(1, "Expected a list of user ids.", "Write for example [\"ana\", \"ben\"].")
      return
    }
    for (place, element) in elements.enumerated() { add(element.string ?? "", line: place + 1) }
  }

  /// Reads the first line, and returns the column of user ids. nil: the file does not say which it
  /// is.
  private mutating func begin(_ row: CSVReader.Row) -> Int? {
    if let named = row.cells.firstIndex(where: { $0.trimmed.lowercased() == PeopleImport.userColumn }) {
      return named
    }
    guard row.cells.count == 1 else {
      add(
        row.line,
        "No column is called \(PeopleImport.userColumn). The first line has \(Self.words(row.cells)).",
        "Name the column of user ids \(PeopleImport.userColumn) in the first line, or send one user id in each line."
      )
      return nil
    }
    add(row.cells[0], line: row.line)
    return 0
  }

  /// The names of columns, as far as a sentence can have them: `“Customer ID” and “E-Mail”`.
  private static func words(_ cells: [String]) -> String {
    let shown = cells.prefix(5).map { "“\($0.trimmed.prefix(40))”" }
    return cells.count > 5
      ? shown.joined(separator: ", ") + " and \(cells.count - 5) more"
      : shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
  }

  private mutating func add(_ cell: String, line: Int) {
    let userID = CSVCell.read(cell)
    if userID.trimmed.isEmpty {
      add(line, "The line has no user id.", "Add it, or remove the line.")
    } else if Wire.Limits.allow(userID, upTo: Wire.Limits.nameLength) {
      userIDs.append(userID)
    } else {
      add(
        line,
        "This is no user id: it has more than \(Wire.Limits.nameLength) characters, or control characters.",
        "Correct it, or remove the line.")
    }
  }

  private mutating func add(_ line: Int, _ message: String, _ remedy: String) {
    problemCount += 1
    if problems.count < Self.keptProblems {
      problems.append(PeopleImport.Problem(line: line, message: message, remedy: remedy))
    }
  }
}
