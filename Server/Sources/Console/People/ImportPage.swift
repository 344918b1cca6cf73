// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import PeopleFiles

/// The values of the template `people/import`.
struct ImportPage {
  let importID: String
  let text: String
  let formats: [ListTable.Choice]
  let columns: [Column]
  /// What happened to an earlier attempt; nil if there was none.
  let notice: String?
  let result: Result?

  struct Column {
    let id: String
    let name: String
    let label: String
    let choices: [ListTable.Choice]
  }

  struct Result {
    let words: String
    /// What the button that imports says; nil if there is nothing to import.
    let storeWords: String?
    let problems: ImportProblems
  }

  init(_ form: ImportForm, _ outcome: ImportRun.Outcome? = nil, notice: String? = nil) {
    self.notice = notice
    importID = form.id
    text = form.text
    formats = PeopleExport.Format.allCases.map {
      ListTable.Choice(value: $0.rawValue, label: $0.words, hint: $0.hint, isChosen: $0 == form.format)
    }
    let named = form.format == .csv ? outcome?.columns ?? [] : []
    columns = named.enumerated().map { index, name in
      Column(
        id: "type-\(index)", name: ImportForm.typePrefix + name, label: name,
        choices: ListTable.choices(form.types[name] ?? .automatic, \.words))
    }
    result = outcome.map(Result.init)
  }
}

extension ImportPage.Result {
  fileprivate init(_ outcome: ImportRun.Outcome) {
    let lines = NumberWords.plural(outcome.goodLines, "line", "lines")
    let values = NumberWords.plural(outcome.stored, "value", "values")
    words =
      "\(lines) of \(NumberWords.count(outcome.lines)) can be imported, with \(values). Nothing is stored yet."
    storeWords = outcome.goodLines == 0 ? nil : "Import \(lines)"
    problems = ImportProblems(outcome)
  }
}

extension PeopleExport.Format {
  fileprivate var words: String {
    switch self {
    case .csv: "CSV"
    case .ndjson: "NDJSON"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .csv:
      "The first line names the columns. One is user_id, the others are attributes. An empty cell changes nothing."
    case .ndjson: "A JSON object in each line, with user_id and attributes. null removes an attribute."
    }
  }
}
