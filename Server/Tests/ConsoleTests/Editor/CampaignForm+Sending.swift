// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport

@testable import Console

extension CampaignForm {
  /// The fields that a browser would send: `init(_:)` reads them as the same form.
  var fields: FormFields {
    FormFields(values.sorted { $0.key < $1.key }.map { FormFields.Field(name: $0.key, value: $0.value) })
  }

  /// What somebody begins, with these fields written.
  init(writing fields: KeyValuePairs<String, String>) {
    self.init()
    write(fields)
  }

  mutating func write(_ fields: KeyValuePairs<String, String>) {
    for (name, value) in fields { self[name] = value }
  }
}

extension EditorSection {
  /// Whether the field is in the section, outside of rows.
  func has(_ name: String) -> Bool { elements.flatMap(\.fields).contains { $0.name == name } }
}
