// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Which rows of two forms are the same: a row that was added or removed does not make its
/// neighbours differ.
struct FormPairs {
  /// Rows of the newer form that the older one lacks: `trigger.1`, `variant.0.question.2`.
  private(set) var added: [String] = []
  /// Rows of the older form that the newer one lacks.
  private(set) var removed: [String] = []
  /// Rows that have another name in the newer form, by their name there.
  private var older: [String: String] = [:]
  private var newer: [String: String] = [:]

  /// Lists inside rows whose rows have a name of their own. The others are told field by field.
  private static let innerLists = ["question"]

  fileprivate init(_ old: CampaignForm, _ new: CampaignForm) {
    pair(Set(old.outerLists).union(new.outerLists).sorted(), old, in: "", new, in: "")
  }

  /// Pairs the rows of lists whose names follow these beginnings, and then the rows of the lists in
  /// each pair.
  private mutating func pair(
    _ lists: [String], _ old: CampaignForm, in oldBeginning: String, _ new: CampaignForm,
    in newBeginning: String
  ) {
    for list in lists {
      let (olds, news) = (old.rows(oldBeginning + list), new.rows(newBeginning + list))
      var (start, end) = (min(olds.count, news.count), 0)
      if olds.count != news.count {
        let (before, after) = (olds.map(\.content), news.map(\.content))
        let equal = zip(before, after).prefix { $0 == $1 }.count
        end = zip(before[equal...].reversed(), after[equal...].reversed()).prefix { $0 == $1 }.count
        // Of the rows between, as many as both have are taken for changed ones.
        start -= end
      }
      added += news[start..<(news.count - end)].map(\.field)
      removed += olds[start..<(olds.count - end)].map(\.field)
      for (own, other) in Array(zip(olds.prefix(start), news.prefix(start)))
        + Array(zip(olds.suffix(end), news.suffix(end)))
      {
        if own.field != other.field { (older[other.field], newer[own.field]) = (own.field, other.field) }
        pair(Self.innerLists, old, in: own.field + ".", new, in: other.field + ".")
      }
    }
  }

  /// The name in the older form of a field of the newer one.
  func renamed(_ name: String) -> String { Self.renamed(name, older) }

  /// The name in the newer form of a field of the older one.
  func newName(_ name: String) -> String { Self.renamed(name, newer) }

  /// Whether a field of the older form is in a row that was removed.
  func covers(_ name: String) -> Bool { removed.contains { name.hasPrefix($0 + ".") } }

  /// The innermost row that the name is in counts.
  private static func renamed(_ name: String, _ rows: [String: String]) -> String {
    var row = name[...]
    while let dot = row.lastIndex(of: ".") {
      row = row[..<dot]
      if let other = rows[String(row)] { return other + name[dot...] }
    }
    return name
  }
}

extension CampaignForm {
  func pairs(with newer: CampaignForm) -> FormPairs { FormPairs(self, newer) }
}

extension FormRow {
  /// Everything in the row, by the rest of the fields' names.
  fileprivate var content: [String: String] {
    let beginning = field + "."
    return form.values.reduce(into: [:]) { content, value in
      if value.key.hasPrefix(beginning) {
        content[String(value.key.dropFirst(beginning.count))] = value.value
      }
    }
  }
}
