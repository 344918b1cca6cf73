// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension PeopleImport {
  /// How a column is read. The raw values are used in forms and requests.
  public enum ColumnType: String, Hashable, Sendable, CaseIterable {
    /// Numbers as a computer writes them, and `true` and `false`. Everything else is a text, also
    /// `007` and `+43`.
    case automatic = "auto"
    case text, number, truth, date
    case ignored = "ignore"

    /// At the beginning of a line.
    public var words: String {
      switch self {
      case .automatic: "Automatic"
      case .ignored: "Do not import"
      default: reading?.words ?? ""
      }
    }

    fileprivate var reading: AttributeText? { AttributeText(rawValue: rawValue) }
  }

  mutating func readCSV(_ bytes: [UInt8], _ types: [String: ColumnType]) {
    var reader = CSVReader(bytes)
    guard let head = reader.next() else {
      return add(1, "The file is empty.", "Begin with a line with the names of the columns.")
    }
    guard let names = try? head.row.get().cells.map(CSVCell.read), let userIndex = header(names, head.line)
    else {
      if case .failure(let problem) = head.row { add(head.line, problem) }
      return
    }
    while let (number, row) = reader.next() {
      guard begin(number) else { return }
      switch row {
      case .failure(let problem): add(number, problem)
      case .success(let row): read(row, names, userIndex, types)
      }
    }
  }

  /// Reads the names of the columns. Returns where the user id is; nil if the file cannot be read.
  private mutating func header(_ names: [String], _ line: Int) -> Int? {
    guard let userIndex = names.firstIndex(of: Self.userColumn) else {
      let alike = names.first { Self.plain($0) == Self.plain(Self.userColumn) }
      add(
        line, column: alike, "No column is named \(Self.userColumn).",
        alike.map { "Rename the column “\($0)” to \(Self.userColumn)." }
          ?? "Name the column with your app's ids of the people \(Self.userColumn).")
      return nil
    }
    guard names.count <= Limits.columns else {
      add(
        line, "The file has more than \(Limits.columns) columns.",
        "Remove some, or import them as another file.")
      return nil
    }
    for (index, name) in names.enumerated() {
      if names[..<index].contains(name) {
        add(line, column: name, "Two columns have the same name.", "Rename or remove one of them.")
      } else if name.isEmpty {
        add(line, "Column \(index + 1) has no name.", "Name or remove it.")
      } else if name != Self.userColumn, let problem = Self.keyProblem(name) {
        add(line, column: name, problem.message, problem.remedy ?? "Rename it.")
      }
    }
    columns = names.filter { $0 != Self.userColumn }
    return problems.isEmpty ? userIndex : nil
  }

  private mutating func read(
    _ row: CSVReader.Row, _ names: [String], _ userIndex: Int, _ types: [String: ColumnType]
  ) {
    guard row.cells.count == names.count else {
      return add(
        row.line,
        "The line has \(NumberWords.plural(row.cells.count, "value", "values")), and there are \(names.count) columns.",
        "Put values that contain a comma in quotes, and leave cells empty rather than out.")
    }
    var line = Line(number: row.line, userID: CSVCell.read(row.cells[userIndex]), attributes: [])
    var isGood = true
    for (index, name) in names.enumerated() where index != userIndex {
      let (type, cell) = (types[name] ?? .automatic, CSVCell.read(row.cells[index]))
      guard !cell.isEmpty, type != .ignored else { continue }
      valueCount += 1
      if let value = type.reading.map({ $0.value(cell) }) ?? Self.automatic(cell) {
        line.attributes.append((name, value))
      } else {
        isGood = false
        add(
          row.line, column: name, "“\(cell.prefix(40))” is not a value of the type “\(type.words)”.",
          type.reading?.remedy ?? "")
      }
    }
    add(line, isGood)
  }

  mutating func add(_ line: Int, _ problem: CSVReader.Problem) {
    add(line, problem.words.message, problem.words.remedy)
  }

  private static func automatic(_ cell: String) -> Wire.JSONValue {
    if let truth = ["true": true, "false": false][cell] { return .bool(truth) }
    if let number = Int64(cell), String(number) == cell { return .int(number) }
    if let number = Double(cell), number.isFinite, String(number) == cell { return .double(number) }
    return .string(cell)
  }

  /// A name as people may have meant it: `User ID` is `user_id`.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
