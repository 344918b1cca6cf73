// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire

/// The forms on what holds for all campaigns of an app: as typed, with what is wrong beside it.
struct DeliverySettings: Hashable {
  var rows: [Row] = []
  /// In percent.
  var share = "100"
  /// What is wrong, by field of `AppSettings`.
  var problems: [String: String] = [:]
  /// Rows were added or removed and nothing is saved yet.
  var isUnsaved = false

  /// One cap.
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

  /// What pressing a button of the form asks for.
  enum Action: Hashable {
    case save, add
    case remove(Int)

    init?(_ text: String) {
      switch text {
      case "save": self = .save
      case "add_cap": self = .add
      default:
        guard text.hasPrefix("remove_cap."), let index = Int(text.dropFirst("remove_cap.".count)) else { return nil }
        self = .remove(index)
      }
    }
  }

  /// Takes over the rows that were sent.
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

  /// The caps as they shall be stored, without rows in which nothing was written.
  mutating func caps() -> [Wire.Cap] {
    rows.removeAll(where: \.isBlank)
    return rows.map { row in
      let tag = row.tag.trimmed
      // What is no number is outside the range of limits.
      return Wire.Cap(
        tag: tag.isEmpty ? nil : tag, limit: Int(row.limit.trimmed) ?? 0,
        within: Wire.Open(row.within))
    }
  }

  // MARK: - Share

  mutating func readShare(_ fields: FormFields) {
    share = fields["share"] ?? ""
  }

  /// The share as it shall be stored. What is no number is outside its range.
  var decisionSample: Double {
    (Double(share.trimmed.replacing(",", with: ".")) ?? -1) / 100
  }

  /// `12.5` of 0.125.
  static func percent(_ sample: Double) -> String {
    let thousandths = Int((min(max(sample, 0), 1) * 100_000).rounded())
    guard thousandths % 1_000 != 0 else { return "\(thousandths / 1_000)" }
    var digits = String(String(thousandths % 1_000 + 1_000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(thousandths / 1_000).\(digits)"
  }

  // MARK: - Problems

  /// Notes what keeps the settings from being stored. True: nothing does.
  mutating func accepts(_ diagnostics: [Diagnostic]) -> Bool {
    problems = Dictionary(diagnostics.map { ($0.field, [$0.message, $0.remedy].compactMap(\.self).joined(separator: " ")) }) { first, _ in
      first
    }
    return problems.isEmpty
  }
}
