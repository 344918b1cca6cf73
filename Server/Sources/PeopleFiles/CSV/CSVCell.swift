// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The text of a cell. What a spreadsheet program would calculate gets an apostrophe before it,
/// which the import removes again.
///
/// That is a formula at the beginning, and one after a character with which a program in some
/// countries or settings begins a new cell or a new row, whatever the quotes around the whole cell:
/// `x;=1+1`.
enum CSVCell {
  /// A cell that begins with one of these may be a formula.
  private static let formulas: Set<UInt8> = Set("=+-@\t\r\n".utf8)
  /// After one of these, the rest may be taken for another cell.
  private static let separators: Set<UInt8> = Set(";|\t\r\n".utf8)
  private static let apostrophe = UInt8(ascii: "'")
  /// In full width, as Japanese and Chinese keyboards write them: some settings calculate these as
  /// well.
  private static let wideSigns = ["＝", "＋", "－", "＠"].map { Array($0.utf8) }

  /// Whether a formula begins here, or would without apostrophes, which keeps `'=1` apart from
  /// `=1`.
  private static func isFormula(_ text: Substring.UTF8View, isCell: Bool) -> Bool {
    guard let start = text.firstIndex(where: { $0 != apostrophe && (isCell || $0 != UInt8(ascii: "\"")) })
    else { return false }
    if wideSigns.contains(where: text[start...].starts(with:)) { return true }
    return isCell ? formulas.contains(text[start]) : "=+-@".utf8.contains(text[start])
  }

  /// The cell with each place where a formula begins changed by `body`.
  private static func mapFormulas(
    _ cell: String, _ body: (_ rest: inout Substring.UTF8View, _ result: inout [UInt8]) -> Void
  ) -> String {
    let text = cell[...].utf8
    guard isFormula(text, isCell: true) || text.contains(where: separators.contains) else { return cell }
    var result: [UInt8] = []
    var rest = text
    if isFormula(rest, isCell: true) { body(&rest, &result) }
    while let byte = rest.popFirst() {
      result.append(byte)
      if separators.contains(byte), isFormula(rest, isCell: false) { body(&rest, &result) }
    }
    return String(decoding: result, as: UTF8.self)
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
      let safe = mapFormulas(cell) { _, result in result.append(apostrophe) }
      if safe.utf8.contains(where: { "\",;|\t\r\n".utf8.contains($0) }) || safe.hasPrefix(" ")
        || safe.hasSuffix(" ")
      {
        row += Array(("\"" + safe.replacing("\"", with: "\"\"") + "\"").utf8)
      } else {
        row += Array(safe.utf8)
      }
    }
    return row + Array("\r\n".utf8)
  }

  /// Without the apostrophes that keep it from being a formula.
  static func read(_ cell: String) -> String {
    mapFormulas(cell) { rest, _ in if rest.first == apostrophe { rest.removeFirst() } }
  }

  static func date(_ milliseconds: Int64) -> String {
    let civil = CivilTime(milliseconds: milliseconds)
    let fraction = (milliseconds % 1_000 + 1_000) % 1_000
    return "\(civil.dateText)T\(civil.clockText)"
      + (fraction == 0 ? "" : "." + String(String(fraction + 1_000).dropFirst())) + "Z"
  }
}
