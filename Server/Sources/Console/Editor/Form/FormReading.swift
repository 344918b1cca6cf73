// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What a form means: a campaign, and what could not be understood.
struct FormReading: Equatable, Sendable {
  var name: String
  var content: CampaignContent
  /// What no campaign can hold. An error here prevents saving, even of a draft. The problems name the form's fields.
  var misreadings: [FormProblem]
  /// Paths in the campaign, and the field that each was read from.
  var places: [String: String]
}

/// A diagnostic and the form's field that it is about.
struct FormProblem: Hashable, Sendable {
  var severity: Diagnostic.Severity = .error
  /// The field's name, for example `trigger.0.condition.1.value`.
  var field: String
  var message: String
  var remedy: String?

  /// Message and remedy in one line.
  var words: String { remedy.map { message + " " + $0 } ?? message }
  /// Links to the field on its page.
  var href: String { "#" + EditorField.id(field) }
  var link: Link { Link(href: href, text: words) }

  /// The values that templates read.
  struct Link {
    let href: String
    let text: String
  }
}

extension FormReading {
  /// The domain's diagnostics, each at its field.
  func problems(_ diagnostics: [Diagnostic]) -> [FormProblem] {
    diagnostics.map { FormProblem(severity: $0.severity, field: field($0.field), message: $0.message, remedy: $0.remedy) }
  }

  /// The field of a path: `button.1.url` for `message.buttons[1].click_action.url`. A path without a field has that of the nearest part that contains
  /// it.
  func field(_ path: String) -> String {
    var rest = path[...]
    while !rest.isEmpty {
      if let field = places[String(rest)] { return field }
      rest = rest[..<(rest.lastIndex { $0 == "." || $0 == "[" } ?? rest.startIndex)]
    }
    return "name"
  }
}
