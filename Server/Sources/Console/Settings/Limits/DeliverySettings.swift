// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire

/// The forms for what applies to all campaigns of an app: what was typed, and its problems.
struct DeliverySettings: Hashable {
  var rows: [Row] = []
  /// A percentage.
  var share = "100"
  /// Problems by field of `AppSettings`.
  var problems: [String: String] = [:]
  /// Whether rows were added or removed since the last save.
  var isUnsaved = false

  struct Row: Hashable {
    var limit = ""
    var within = Wire.Cap.Window.day.rawValue
    var tag = ""

    var isBlank: Bool { limit.isBlank && tag.isBlank }
  }

  init(_ settings: AppSettings) {
    rows = settings.caps.map { Row(limit: "\($0.limit)", within: $0.within.rawValue, tag: $0.tag ?? "") }
    share = Self.percent(settings.decisionSample)
  }

  // MARK: - Caps

  /// The button of the form that was pressed.
  enum Action: Hashable {
    case save, add
    case remove(Int)

    init?(_ text: String) {
      switch text {
      case "save": self = .save
      case "add_cap": self = .add
      default:
        guard text.hasPrefix("remove_cap."), let index = Int(text.dropFirst("remove_cap.".count)) else {
          return nil
        }
        self = .remove(index)
      }
    }
  }

  /// Reads the rows of a sent form.
  mutating func readCaps(_ fields: FormFields) {
    let limits = fields.values(of: "limit")
    let windows = fields.values(of: "within")
    let tags = fields.values(of: "tag")
    rows = limits.indices.prefix(AppSettings.maximumCaps + 1).map { index in
      Row(
        limit: limits[index], within: windows.indices.contains(index) ? windows[index] : "",
        tag: tags.indices.contains(index) ? tags[index] : "")
    }
  }

  mutating func addRow() {
    if rows.count < AppSettings.maximumCaps { rows.append(Row()) }
    isUnsaved = true
  }

  mutating func removeRow(_ index: Int) {
    if rows.indices.contains(index) { rows.remove(at: index) }
    isUnsaved = true
  }

  /// The caps to store, without blank rows.
  mutating func caps() -> [Wire.Cap] {
    rows.removeAll(where: \.isBlank)
    return rows.map { row in
      let tag = row.tag.trimmed
      // Text that is not a number becomes 0, which is outside the range of limits.
      return Wire.Cap(
        tag: tag.isEmpty ? nil : tag, limit: Int(row.limit.trimmed) ?? 0, within: Wire.Open(row.within))
    }
  }

  // MARK: - Share

  /// The share to store. Text that is not a number gives a value outside the range.
  var decisionSample: Double { (Double(share.trimmed.replacing(",", with: ".")) ?? -1) / 100 }

  /// `12.5` for 0.125.
  static func percent(_ sample: Double) -> String {
    let thousandths = Int((min(max(sample, 0), 1) * 100_000).rounded())
    guard thousandths % 1_000 != 0 else { return "\(thousandths / 1_000)" }
    var digits = String(String(thousandths % 1_000 + 1_000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(thousandths / 1_000).\(digits)"
  }

  // MARK: - Problems

  /// Notes the problems that keep the settings from being stored. Returns whether there are none.
  mutating func accepts(_ diagnostics: [Diagnostic]) -> Bool {
    problems = Dictionary(diagnostics.map { ($0.field, $0.words) }) { first, _ in
      first
    }
    return problems.isEmpty
  }
}
