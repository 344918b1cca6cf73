// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// A file with attributes of people, read: what it says about each person, and the lines that say
/// nothing usable.
///
/// A CSV file begins with the names of its columns. The column `user_id` says who a line is about,
/// and each of the others is an attribute. An empty cell says nothing. In an NDJSON file, each line
/// is an object with `user_id` and `attributes`, as an export has them; null removes an attribute.
public struct PeopleImport: Hashable, Sendable {
  /// The column that says who a line is about.
  public static let userColumn = "user_id"

  public enum Limits {
    public static let bytes = 4_194_304
    public static let lines = 50_000
    public static let columns = 255
    /// Values of all lines together.
    public static let values = 250_000
    /// Problems that are kept for the file of problems. All are counted.
    public static let kept = 10_000
    /// Problems that an answer lists.
    public static let listed = 1_000
  }

  /// A line that is not imported, or one of its cells.
  public struct Problem: Hashable, Codable, Sendable {
    public var line: Int
    /// nil if it is about the whole line.
    public var column: String?
    public var message: String
    public var remedy: String
  }

  /// The attributes that the file names, in its order.
  public internal(set) var columns: [String] = []
  /// Lines without a problem.
  public private(set) var lines: [Line] = []
  /// The first problems.
  public private(set) var problems: [Problem] = []
  /// How many problems there are, also beyond those that are kept.
  public private(set) var problemCount = 0
  /// Lines that are neither empty nor the names of the columns.
  public private(set) var lineCount = 0
  var valueCount = 0
  private let most: Most

  /// What a file may have; tests take less.
  struct Most: Hashable, Sendable {
    var lines = Limits.lines
    var values = Limits.values
    var kept = Limits.kept
  }

  /// - Parameter types: How columns are read; the others are read automatically. Only for CSV.
  public init(_ bytes: [UInt8], format: PeopleExport.Format, types: [String: ColumnType] = [:]) {
    self.init(bytes, format: format, types: types, most: Most())
  }

  init(_ bytes: [UInt8], format: PeopleExport.Format, types: [String: ColumnType] = [:], most: Most) {
    self.most = most
    switch format {
    case .csv: readCSV(bytes, types)
    case .ndjson: readNDJSON(bytes)
    }
  }

  mutating func add(
    _ line: Int, column: String? = nil, _ message: @autoclosure () -> String,
    _ remedy: @autoclosure () -> String
  ) {
    problemCount += 1
    guard problems.count < most.kept else { return }
    problems.append(Problem(line: line, column: column, message: message(), remedy: remedy()))
  }

  /// Counts a line. Returns false, with a problem, if the file is too long for it.
  mutating func begin(_ number: Int) -> Bool {
    lineCount += 1
    let rest = "Import this line and what follows as another file."
    let most = most
    guard lineCount <= most.lines else {
      add(number, "The file has more than \(NumberWords.count(most.lines)) lines.", rest)
      return false
    }
    guard valueCount < most.values else {
      add(
        number,
        "The lines before have \(NumberWords.count(most.values)) values, which is the most of a file.", rest)
      return false
    }
    return true
  }

  /// Keeps the line if each of its attributes could be stored.
  mutating func add(_ line: Line, _ isGood: Bool) {
    var isGood = isGood
    for event in line.events(import: "check", at: Instant(milliseconds: 0)) {
      guard let problem = event.validate(encoded: Wire.encode(event)).first else { continue }
      isGood = false
      let isOfUser = problem.field == "user_id"
      add(
        line.number, column: isOfUser ? Self.userColumn : event.body.attributeKey, problem.message,
        problem.remedy ?? "Correct it.")
      if isOfUser { break }
    }
    if line.userID.isEmpty {
      isGood = false
      add(
        line.number, column: Self.userColumn, "The line names nobody.", "Enter your app's id of the person.")
    }
    if isGood { lines.append(line) }
  }

  /// nil if an attribute can have that name.
  static func keyProblem(_ key: String) -> (message: String, remedy: String?)? {
    let event = Wire.EventRecord(
      id: "check", at: Instant(milliseconds: 0), sessionID: nil, userID: "check",
      body: .attribute(key: key, value: .bool(true)))
    return event.validate(encoded: Wire.encode(event)).first.map { ($0.message, $0.remedy) }
  }
}
