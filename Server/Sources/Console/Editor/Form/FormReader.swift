// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Reads a form field by field. Notes what cannot be understood, and which field each part of the
/// campaign came from.
struct FormReader {
  let form: CampaignForm
  /// The type of the campaign that is read.
  let type: CampaignType
  private(set) var misreadings: [FormProblem] = []
  /// Paths in the campaign, such as `triggers[0].filter.all[1]`, and the field that each was read
  /// from.
  private(set) var places: [String: String] = [:]

  /// - Parameter type: nil for the form's own.
  init(form: CampaignForm, type: CampaignType? = nil) { (self.form, self.type) = (form, type ?? form.type) }

  /// Records the field of this part of the campaign. Problems of the part lead to the field, and so
  /// do problems within it that have no field of their own.
  mutating func place(_ path: String, at field: String) { places[path] = field }

  /// The field of a path; that of the nearest part that contains it, if it has none of its own, and
  /// nil if no part has one.
  func field(_ path: String) -> String? { Self.field(path, in: places) }

  static func field(_ path: String, in places: [String: String]) -> String? {
    var rest = path[...]
    while !rest.isEmpty {
      if let field = places[String(rest)] { return field }
      rest = rest[..<(rest.lastIndex { $0 == "." || $0 == "[" } ?? rest.startIndex)]
    }
    return nil
  }

  mutating func text(_ field: String, at path: String) -> String {
    place(path, at: field)
    return form[field]
  }

  mutating func misread(_ field: String, _ message: String, _ remedy: String) {
    misreadings.append(FormProblem(field: field, message: message, remedy: remedy))
  }

  /// nil if the field is blank.
  ///
  /// - Parameter stored: The value to keep while the text is not a whole number.
  mutating func whole(_ field: String, at path: String, stored: Int? = nil, remedy: String) -> Int? {
    let text = text(field, at: path)
    guard !text.trimmed.isEmpty else { return nil }
    if case .int(let number)? = FormText.number(text), let number = Int(exactly: number) { return number }
    misread(field, "This is not a whole number.", remedy)
    return stored
  }

  /// Ten-thousandths, which people write in percent; nil if the field is blank.
  mutating func share(_ field: String, at path: String) -> Int? {
    let text = text(field, at: path).trimmed
    guard !text.isEmpty else { return nil }
    if let share = FormText.share(text) { return share }
    misread(field, "This is not a share.", "Enter a number from 0 to 100, such as 50.")
    return nil
  }

  /// Milliseconds; nil if the field is blank or not a length of time.
  mutating func duration(
    _ field: String, at path: String,
    remedy: String = "Enter a whole number, such as 2, and choose a unit, or leave it blank."
  ) -> Int64? {
    guard !text(field, at: path).trimmed.isEmpty else { return nil }
    if let milliseconds = FormText.milliseconds(count: form[field], unit: form[field + "_unit"]) {
      return milliseconds
    }
    misread(field, "This is not a duration.", remedy)
    return nil
  }

  /// - Parameter stored: The stored time, kept exactly as it is until another time is written.
  mutating func instant(_ field: String, stored: Instant?) -> Instant? {
    let text = text(field, at: field)
    if let stored, text == FormText.text(stored) { return stored }
    guard !text.trimmed.isEmpty else { return nil }
    if let instant = FormText.instant(text) { return instant }
    misread(field, "This is not a date and time.", "Enter it like 2026-11-21T14:05, in UTC.")
    return nil
  }

  /// The same for a time on each device's own clock.
  mutating func local(_ field: String, stored: String?) -> String? {
    let text = text(field, at: field)
    if let stored, text == stored { return stored }
    guard !text.trimmed.isEmpty else { return nil }
    guard let time = LocalTime(text: text.trimmed.replacing(" ", with: "T")) else {
      misread(
        field, "This is not a date and time.", "Enter it like 2026-12-31T18:00, in each person’s local time.")
      return stored
    }
    // Browsers omit seconds that are zero.
    return stored.flatMap { LocalTime(text: $0) } == time ? stored : time.text
  }
}

extension FormReader {
  /// The field with the language of the campaign's own texts: a tag, or the English name of a
  /// language. Other text stays as it is typed.
  mutating func language(at path: String) -> String {
    let text = text("language", at: path).trimmed
    // A tag that is stored stays as it is written.
    return LanguageTag.isWellFormed(text) && LanguageWords.named(text) == nil
      ? text : LanguageWords.tag(text) ?? text
  }
}

extension FormRow {
  /// A value that a hidden field carries as JSON because the other fields cannot express it; nil if
  /// the JSON is damaged.
  func kept<Form: Wire.Form>(_ name: String, as type: Form.Type) -> Form? {
    try? Wire.decode(type, from: Array(self[name].utf8))
  }
}

extension CampaignForm {
  /// Writes a length of time in the longest unit that gives a whole number; zero is written in
  /// seconds.
  ///
  /// - Parameter unit: The unit offered while there is no length.
  mutating func set(_ field: String, milliseconds: Int64?, unit: TimeUnit) {
    let unit = milliseconds.map { TimeUnit.longest(in: $0) } ?? unit
    self[field] = milliseconds.map { String($0 / unit.milliseconds) } ?? ""
    self[field + "_unit"] = unit.rawValue
  }
}

/// What a form means: a campaign, and what could not be understood.
struct FormReading: Equatable, Sendable {
  var name: String
  var content: CampaignContent
  /// What no campaign can hold. An error here prevents saving, even of a draft. The problems name
  /// the form's fields.
  var misreadings: [FormProblem]
  /// Paths in the campaign, and the field that each was read from.
  var places: [String: String]

  var type: CampaignType { CampaignType(content) ?? .message }

  /// With the names of audiences in place of their ids in triggers, for people to read.
  func naming(_ audiences: [AudienceID: String]) -> FormReading {
    var named = self
    named.content = content.naming(audiences)
    return named
  }

  /// The domain's diagnostics, each at its field. A field can stand for several parts of the
  /// campaign, but says the same only once.
  func problems(_ diagnostics: [Diagnostic]) -> [FormProblem] {
    var seen: Set<FormProblem> = []
    return diagnostics.map { problem in
      FormProblem(
        severity: problem.severity, field: field(problem.field),
        message: (LanguageWords.language(in: problem.field).map { $0 + ": " } ?? "") + problem.message,
        remedy: problem.remedy,
        line: problem.line)
    }
    .filter { seen.insert($0).inserted }
  }

  /// The field of a path: `button.1.url` for `message.buttons[1].click_action.url`. A path without
  /// a field has that of the nearest part that contains it.
  func field(_ path: String) -> String { FormReader.field(path, in: places) ?? "name" }
}

/// A diagnostic and the form's field that it is about.
struct FormProblem: Hashable, Sendable {
  var severity: Diagnostic.Severity = .error
  /// The field's name, for example `trigger.0.condition.1.value`.
  var field: String
  var message: String
  var remedy: String?
  /// The line of the field's text, from 1; nil if it is about the whole field.
  var line: Int?
  /// The page on which it is solved, if that is not the form.
  var elsewhere: String?

  /// What is wrong, where, and what to do.
  var words: String { Diagnostic.located(advice, at: line) }
  /// Message and remedy.
  var advice: String { remedy.map { message + " " + $0 } ?? message }
  /// Links to the field on its page, or to where the problem is solved.
  var href: String { elsewhere ?? "#" + EditorField.id(field) }
  var link: Link { Link(href: href, text: words, line: line) }

  /// The values that templates read.
  struct Link {
    let href: String
    let text: String
    /// The line of the field's text, for the script.
    var line: Int?
    /// Whether nothing is wrong that keeps the campaign from being launched.
    var isWarning = false
  }
}
