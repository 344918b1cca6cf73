// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// One field of the old format: how it is written, what its absence means, and where Martlet has
/// it.
///
/// `all` is the one table of the fields. It reads and writes documents, refuses unknown fields, and
/// translates problems back into the names that the sender knows.
struct CampaignField: Sendable {
  var name: String
  var kinds: Set<CampaignKind>
  var form: FieldForm
  /// What an absent field means; null for nothing.
  var standard: Wire.JSONValue = .null
  /// The fields of Martlet's campaigns that have it.
  var places: [String] = []
  /// The value that a campaign has, or null for an empty place. nil: the campaign has no place for
  /// it, so it is noted.
  var read: @Sendable (Draft) -> Wire.JSONValue? = { _ in nil }
  /// Called with a value that has the right form.
  var write: @Sendable (inout Draft, Wire.JSONValue, inout FieldErrors) -> Void = { _, _, _ in }

  static func fields(of kind: CampaignKind) -> [CampaignField] { all.filter { $0.kinds.contains(kind) } }

  /// What only the service sets. Accepted and ignored, so that a document can be sent back as it
  /// was read.
  static let readOnly: Set<String> = ["id", "kind", "state", "activatedDate", "finishedDate"]

  /// The field's name for one of Martlet's: `questions[0].title` for `content.questions[0].title`.
  static func name(of place: String, _ kind: CampaignKind) -> String {
    let matches = fields(of: kind).flatMap { field in
      field.places.filter { place == $0 || place.hasPrefix($0 + ".") || place.hasPrefix($0 + "[") }.map {
        (field.name, $0)
      }
    }
    // The most exact one: `content.title` is a part of `content`.
    guard let (name, known) = matches.max(by: { $0.1.count < $1.1.count }) else { return place }
    return name + place.dropFirst(known.count)
  }
}

/// How a field is written.
enum FieldForm: Equatable, Sendable {
  /// With at most so many characters.
  case text(Int)
  case flag
  case choice([String])
  case texts(Int)
  case time
  case zone
  case list
  case object
}

/// What is wrong with a document.
struct FieldErrors: Equatable {
  private(set) var list: [Wire.Problem.FieldError] = []

  mutating func add(_ field: String, _ code: String, _ message: String, _ remedy: String? = nil) {
    list.append(.init(field: field, code: code, message: message, remedy: remedy))
  }

  /// Throws 400 with all of them.
  func finish() throws(Wire.Problem) {
    guard let first = list.first else { return }
    throw ReachAnswers.invalid(list, title: first.message)
  }
}

extension FieldForm {
  /// Notes what is wrong with a value, which is not null.
  func check(_ value: Wire.JSONValue, at name: String, _ errors: inout FieldErrors) {
    func expect(_ what: String) { errors.add(name, "field_wrong_type", "Expected \(what).", "Send \(what).") }
    switch (self, value) {
    case (.text(let most), .string(let text)):
      if text.count > most {
        errors.add(name, "text_too_long", "The text has more than \(most) characters.", "Shorten it.")
      }
      if text.utf8.contains(0) {
        errors.add(name, "field_invalid", "The text has a character with the code 0.", "Remove it.")
      }
    case (.text, _): expect("a text")
    case (.flag, .bool): break
    case (.flag, _): expect("true or false")
    case (.choice(let choices), .string(let text)):
      if !choices.contains(text) {
        errors.add(
          name, "field_invalid", "'\(text.prefix(64))' is unknown.",
          "Use one of \(choices.map { "\"\($0)\"" }.joined(separator: ", ")).")
      }
    case (.choice, _): expect("a text")
    case (.texts(let most), .array(let elements)):
      for (index, element) in elements.enumerated() {
        Self.text(most).check(element, at: "\(name)[\(index)]", &errors)
      }
    case (.texts, _): expect("a list of texts")
    case (.time, .string(let text)):
      if WallTime(text) == nil {
        errors.add(name, "field_invalid", "This is not a time.", "Send one such as \(WallTime.formats).")
      }
    case (.time, _): expect("a text such as \(WallTime.formats)")
    case (.zone, .string(let text)):
      if Zone.named(text) == nil {
        errors.add(name, "field_invalid", "This time zone is unknown.", "Send one such as Europe/Paris.")
      }
    case (.zone, _): expect("a text such as Europe/Paris")
    case (.list, .array), (.object, .object): break
    case (.list, _): expect("a list")
    case (.object, _): expect("an object")
    }
  }
}
