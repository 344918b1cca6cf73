// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What a form means: a campaign, and what could not be understood.
struct FormReading: Equatable, Sendable {
  var name: String
  var content: CampaignContent
  /// What no campaign can hold: an error here stands in the way of saving, even of a draft. The fields are those of the form.
  var misreadings: [FormProblem]
  /// From a path in the campaign to the field that it was read from.
  var places: [String: String]
}

/// A diagnostic beside the field of the form that it is about.
struct FormProblem: Hashable, Sendable {
  var severity: Diagnostic.Severity = .error
  /// The field's name, for example `trigger.0.condition.1.value`.
  var field: String
  var message: String
  var remedy: String?

  /// Both in one line.
  var words: String { remedy.map { message + " " + $0 } ?? message }
  /// Leads to the field on its page.
  var href: String { "#" + EditorField.id(field) }
  var link: Link { Link(href: href, text: words) }

  /// As templates read it.
  struct Link {
    let href: String
    let text: String
  }
}

extension FormReading {
  /// The domain's diagnostics, each at the field to which it leads.
  func problems(_ diagnostics: [Diagnostic]) -> [FormProblem] {
    diagnostics.map { FormProblem(severity: $0.severity, field: field($0.field), message: $0.message, remedy: $0.remedy) }
  }

  /// From `message.buttons[1].click_action.url` to `button.1.url`. What has no field of its own leads to that of what it is in.
  func field(_ path: String) -> String {
    var rest = path[...]
    while !rest.isEmpty {
      if let field = places[String(rest)] { return field }
      rest = rest[..<(rest.lastIndex { $0 == "." || $0 == "[" } ?? rest.startIndex)]
    }
    return "name"
  }
}
