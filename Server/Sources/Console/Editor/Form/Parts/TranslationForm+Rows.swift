// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Translations follow the rows whose texts they replace.
extension TranslationForm {
  /// The name of a field after the removal of a row, such as `question.1`; nil if it belongs to a
  /// text of that row.
  static func name(_ name: String, without row: String) -> String? {
    guard let (start, slot) = split(name), let number = row.split(separator: ".").last.flatMap({ Int($0) })
    else { return name }
    let rows = rowPrefix(row.split(separator: ".").dropLast())
    guard slot.hasPrefix(rows) else { return name }
    let rest = slot.dropFirst(rows.count)
    guard let own = Int(rest.prefix { $0.isNumber }) else { return name }
    if own == number { return nil }
    return own < number ? name : start + rows + String(own - 1) + rest.drop { $0.isNumber }
  }

  /// The name of the translation of a text whose field has another name, which begins otherwise;
  /// nil for other fields.
  ///
  /// - Parameter start: The beginning of the names of the fields that moved, with a dot at its end,
  ///   such as `question.`; or the whole name of one.
  static func name(_ name: String, movedFrom start: String, to other: String) -> String? {
    func part(_ start: String) -> String { prefix + start.replacing(".", with: "-") }
    guard let (row, slot) = split(name),
      start.hasSuffix(".") ? slot.hasPrefix(part(start)) : slot == part(start)
    else { return nil }
    return row + part(other) + slot.dropFirst(part(start).count)
  }

  /// The name of a field after two rows have changed places, whose fields begin with `one` and
  /// `other`: `question.1.`.
  static func name(_ name: String, exchanging one: String, _ other: String) -> String {
    guard let (start, slot) = split(name) else { return name }
    let (one, other) = (rowPrefix(one.split(separator: ".")), rowPrefix(other.split(separator: ".")))
    if slot.hasPrefix(one) { return start + other + slot.dropFirst(one.count) }
    if slot.hasPrefix(other) { return start + one + slot.dropFirst(other.count) }
    return name
  }

  /// `translation.0.` and `text-question-1-title`; nil for a field that is no translation.
  private static func split(_ name: String) -> (start: String, slot: Substring)? {
    let parts = name.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, parts[0] == list, parts[2].hasPrefix(prefix) else { return nil }
    return ("\(parts[0]).\(parts[1]).", parts[2])
  }

  private static func rowPrefix(_ parts: some Sequence<Substring>) -> String {
    prefix + parts.joined(separator: "-") + "-"
  }
}
