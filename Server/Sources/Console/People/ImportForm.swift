// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import PeopleFiles

/// What was typed, chosen and pressed.
struct ImportForm {
  enum Action: String {
    case check, store, problems
  }

  /// Names the import, so that pressing twice stores once.
  let id: String
  var text = ""
  var format = PeopleExport.Format.csv
  var types: [String: PeopleImport.ColumnType] = [:]
  var action = Action.check

  /// Comes before the name of a column in the names of the form's fields.
  static let typePrefix = "type."

  init(id: String) {
    self.id = id
  }

  init(_ fields: FormFields, newID: () -> String) {
    id = fields["import"].flatMap { ImportRun.isID($0) ? $0 : nil } ?? newID()
    text = fields["text"] ?? ""
    format = fields["format"].flatMap(PeopleExport.Format.init) ?? .csv
    action = fields["do"].flatMap(Action.init) ?? .check
    for field in fields.all where field.name.hasPrefix(Self.typePrefix) {
      types[String(field.name.dropFirst(Self.typePrefix.count))] = PeopleImport.ColumnType(
        rawValue: field.value)
    }
  }
}
