// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// Texts in other languages. They are kept and returned, but only the default texts are delivered so far.
enum Localization {
  private static let names: Set<String> = [
    "actionButtonText", "actionUrl", "body", "exitButtonText", "notificationImage", "notificationMessage", "notificationOptions",
    "notificationTitle", "payload", "title",
  ]

  static func judge(_ value: Wire.JSONValue, at path: String, _ errors: inout FieldErrors) {
    for (language, texts) in value.fields.sorted(by: { $0.key < $1.key }) {
      let field = "\(path).\(language.prefix(64))"
      if language.utf8.count != 2 || !language.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) {
        errors.add(field, "field_invalid", "This is not a language.", "Use two lower-case letters, such as fr.")
      }
      FieldForm.object.judge(texts, at: field, &errors)
      for key in texts.fields.keys.sorted() where !names.contains(key) {
        errors.add("\(field).\(key.prefix(64))", "field_unknown", "There is no such text.", "Remove it.")
      }
    }
  }
}

extension Draft {
  /// What is accepted but works differently from what its sender may expect, in sentences that begin with the field.
  var warnings: [String] {
    var warnings: [String] = []
    if !(notes["localization"]?.fields.isEmpty ?? true) || notes[Note.questions] != nil {
      warnings.append("localization: kept, but only the default texts are delivered in this version")
    }
    if (content.surfaces.push?.badge ?? 0) > 0, kind != .nativePushes {
      warnings.append(
        "notificationBadge: the badge is set to \(content.surfaces.push?.badge ?? 1), because unread messages are not counted")
    }
    return warnings
  }
}
