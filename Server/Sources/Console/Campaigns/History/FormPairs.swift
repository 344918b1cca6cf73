// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Which rows of two forms are the same: a row that was added or removed does not make its neighbours differ.
struct FormPairs {
  /// Rows of the newer form that the older one lacks: `trigger.1`.
  private(set) var added: [String] = []
  /// Rows of the older form that the newer one lacks.
  private(set) var removed: [String] = []
  /// Rows that have another number in the newer form, by their name there.
  private var older: [String: String] = [:]
  private var newer: [String: String] = [:]

  fileprivate init(_ old: CampaignForm, _ new: CampaignForm) {
    let lists = Set((Array(old.values.keys) + Array(new.values.keys)).compactMap(CampaignForm.list))
    for list in lists.sorted() {
      let (before, after) = (old.rows(list).map(\.content), new.rows(list).map(\.content))
      guard before.count != after.count else { continue }
      let start = zip(before, after).prefix { $0 == $1 }.count
      let end = zip(before[start...].reversed(), after[start...].reversed()).prefix { $0 == $1 }.count
      let (olds, news) = (before.count - start - end, after.count - start - end)
      let both = min(olds, news)
      added += (both..<max(both, news)).map { "\(list).\(start + $0)" }
      removed += (both..<max(both, olds)).map { "\(list).\(start + $0)" }
      for index in 0..<end {
        let (own, other) = ("\(list).\(before.count - 1 - index)", "\(list).\(after.count - 1 - index)")
        (older[other], newer[own]) = (own, other)
      }
    }
  }

  /// The name in the older form of a field of the newer one.
  func renamed(_ name: String) -> String { Self.renamed(name, older) }

  /// The name in the newer form of a field of the older one.
  func newName(_ name: String) -> String { Self.renamed(name, newer) }

  /// Whether a field of the older form is in a row that was removed.
  func covers(_ name: String) -> Bool { removed.contains { name.hasPrefix($0 + ".") } }

  private static func renamed(_ name: String, _ rows: [String: String]) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 2, let row = rows["\(parts[0]).\(parts[1])"] else { return name }
    return ([row] + parts.dropFirst(2).map(String.init)).joined(separator: ".")
  }
}

extension CampaignForm {
  func pairs(with newer: CampaignForm) -> FormPairs { FormPairs(self, newer) }

  /// The list at the top of a field's name: `trigger` for `trigger.0.condition.2.path`; nil if there is none.
  fileprivate static func list(of name: String) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 2, Int(parts[1]) != nil else { return nil }
    return String(parts[0])
  }
}

extension FormRow {
  /// Everything in the row, by the rest of the fields' names.
  fileprivate var content: [String: String] {
    let beginning = field + "."
    return form.values.reduce(into: [:]) { content, value in
      if value.key.hasPrefix(beginning) { content[String(value.key.dropFirst(beginning.count))] = value.value }
    }
  }
}
