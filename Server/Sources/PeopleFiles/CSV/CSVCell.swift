// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The text of a cell. Texts that a spreadsheet program would calculate get an apostrophe before them, which the import removes again.
enum CSVCell {
  /// A cell that begins with one of these may be a formula.
  private static let formulas: Set<UInt8> = Set("=+-@\t\r\n".utf8)

  /// Whether a spreadsheet program may calculate the text, or the text would without its apostrophes. The second keeps `'=1` apart from `=1`.
  private static func isFormula(_ cell: some StringProtocol) -> Bool {
    cell.utf8.first { $0 != UInt8(ascii: "'") }.map(formulas.contains) == true
  }

  static func text(_ value: Wire.JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .int, .double, .bool, .array: String(decoding: Wire.encode(value), as: UTF8.self)
    case .object(let fields):
      if fields.count == 1, case .int(let milliseconds)? = fields["$date"] {
        date(milliseconds)
      } else {
        String(decoding: Wire.encode(value), as: UTF8.self)
      }
    }
  }

  /// One row, with its line end.
  static func row(_ cells: [String]) -> [UInt8] {
    var row: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { row.append(UInt8(ascii: ",")) }
      let safe = isFormula(cell) ? "'" + cell : cell
      if safe.utf8.contains(where: { "\",;\r\n".utf8.contains($0) }) || safe.hasPrefix(" ") || safe.hasSuffix(" ") {
        row += Array(("\"" + safe.replacing("\"", with: "\"\"") + "\"").utf8)
      } else {
        row += Array(safe.utf8)
      }
    }
    return row + Array("\r\n".utf8)
  }

  /// Without the apostrophe that keeps it from being a formula.
  static func read(_ cell: String) -> String {
    cell.utf8.first == UInt8(ascii: "'") && isFormula(cell) ? String(decoding: cell.utf8.dropFirst(), as: UTF8.self) : cell
  }

  static func date(_ milliseconds: Int64) -> String {
    let civil = CivilTime(milliseconds: milliseconds)
    let fraction = (milliseconds % 1_000 + 1_000) % 1_000
    return "\(civil.dateText)T\(civil.clockText)" + (fraction == 0 ? "" : "." + String(String(fraction + 1_000).dropFirst())) + "Z"
  }
}
