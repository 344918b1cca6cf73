// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension CampaignField {
  /// The questions of a poll: each has one choice and must be answered. Questions that the console
  /// wrote keep what the old format cannot say.
  static let questions = CampaignField(
    name: "questions", kinds: [.polls], form: .list, places: ["content.questions"],
    read: { draft in
      guard let content = draft.content.content else { return nil }
      let words = draft.notes[Draft.Note.questions]?.fields ?? [:]
      return content.questions.isEmpty
        ? .null : .array(content.questions.map { $0.pollJSON(words[$0.id]?.fields ?? [:]) })
    },
    write: { draft, value, errors in
      guard let content = draft.content.content, case .array(let elements)? = Optional(value) else {
        draft.content.content?.questions = []
        draft.notes[Draft.Note.questions] = nil
        return
      }
      var reader = PollReader(known: content.questions, elements)
      draft.content.content?.questions = reader.questions(elements, &errors)
      draft.notes[Draft.Note.questions] = reader.words.isEmpty ? nil : .object(reader.words)
    })
}

/// Reads the questions of a poll.
private struct PollReader {
  private let known: [Wire.Question]
  /// Ids that are taken, in the whole poll, as they were unique there.
  private var ids: Set<String> = []
  private var next = 1
  /// The translations, by question.
  private(set) var words: [String: Wire.JSONValue] = [:]

  init(known: [Wire.Question], _ elements: [Wire.JSONValue]) {
    self.known = known
    for question in elements {
      if let id = Self.id(question["id"]) { ids.insert(id) }
      for choice in question["choices"]?.elements ?? [] {
        if let id = Self.id(choice["id"]) { ids.insert(id) }
      }
    }
  }

  mutating func questions(_ elements: [Wire.JSONValue], _ errors: inout FieldErrors) -> [Wire.Question] {
    if elements.count > Wire.Limits.questions {
      errors.add(
        "questions", "value_too_many", "A poll has up to \(Wire.Limits.questions) questions.", "Remove some.")
    }
    return elements.enumerated().map { index, element in question(element, at: "questions[\(index)]", &errors)
    }
  }

  private mutating func question(_ json: Wire.JSONValue, at path: String, _ errors: inout FieldErrors)
    -> Wire.Question
  {
    check(json, ["choices", "id", "localization", "title"], at: path, &errors)
    let id = id(json["id"], at: path, &errors)
    var question = known.first { $0.id == id } ?? Wire.Question(id: id, kind: .known(.single), title: "")
    question.title = title(json["title"], at: path, &errors)
    var words: [String: Wire.JSONValue] = [:]
    if let localization = json["localization"], localization != .null { words["localization"] = localization }
    var choiceWords: [String: Wire.JSONValue] = [:]
    let elements = json["choices"]?.elements ?? []
    if let choices = json["choices"], choices != .null {
      FieldForm.list.check(choices, at: path + ".choices", &errors)
    }
    if elements.count > Wire.Limits.choices {
      errors.add(
        path + ".choices", "value_too_many", "A question has up to \(Wire.Limits.choices) choices.",
        "Remove some.")
    }
    let knownChoices = question.choices
    question.choices = elements.enumerated().map { index, element in
      let path = "\(path).choices[\(index)]"
      check(element, ["id", "isDefault", "localization", "title"], at: path, &errors)
      let id = self.id(element["id"], at: path, &errors)
      var choice = knownChoices.first { $0.id == id } ?? Wire.Question.Choice(id: id, title: "")
      choice.title = title(element["title"], at: path, &errors)
      if let isDefault = element["isDefault"], isDefault != .null {
        FieldForm.flag.check(isDefault, at: path + ".isDefault", &errors)
      }
      choice.isDefault = element["isDefault"]?.flag ?? false
      if let localization = element["localization"], localization != .null { choiceWords[id] = localization }
      return choice
    }
    if question.kind == .known(.single), question.choices.filter(\.isDefault).count > 1 {
      errors.add(path + ".choices", "field_invalid", "More than one choice is the default.", "Leave one.")
    }
    if !choiceWords.isEmpty { words["choices"] = .object(choiceWords) }
    if !words.isEmpty { self.words[id] = .object(words) }
    return question
  }

  private func check(
    _ json: Wire.JSONValue, _ names: Set<String>, at path: String, _ errors: inout FieldErrors
  ) {
    FieldForm.object.check(json, at: path, &errors)
    for key in json.fields.keys.sorted() where !names.contains(key) {
      errors.add("\(path).\(key.prefix(64))", "field_unknown", "There is no such field.", "Remove it.")
    }
    if let localization = json["localization"], localization != .null {
      FieldForm.object.check(localization, at: path + ".localization", &errors)
    }
  }

  private func title(_ json: Wire.JSONValue?, at path: String, _ errors: inout FieldErrors) -> String {
    guard let json, json != .null else { return "" }
    FieldForm.text(256).check(json, at: path + ".title", &errors)
    return json.string ?? ""
  }

  /// The id that was sent, or a new one: the next number that is free.
  private mutating func id(_ json: Wire.JSONValue?, at path: String, _ errors: inout FieldErrors) -> String {
    if let json, json != .null {
      guard let id = Self.id(json), Wire.Limits.allow(id, upTo: Wire.Limits.questionIDLength) else {
        errors.add(path + ".id", "field_wrong_type", "Expected a whole number or a short text.")
        return ""
      }
      return id
    }
    while ids.contains("\(next)") { next += 1 }
    ids.insert("\(next)")
    return "\(next)"
  }

  private static func id(_ json: Wire.JSONValue?) -> String? {
    json?.string ?? json?.wholeNumber.map { "\($0)" }
  }
}

extension Wire.Question {
  fileprivate func pollJSON(_ words: [String: Wire.JSONValue]) -> Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["id": .pollID(id), "title": .string(title)]
    fields["localization"] = words["localization"]
    let choiceWords = words["choices"]?.fields ?? [:]
    fields["choices"] = .array(
      choices.map { choice in
        var fields: [String: Wire.JSONValue] = [
          "id": .pollID(choice.id), "title": .string(choice.title), "isDefault": .bool(choice.isDefault),
        ]
        fields["localization"] = choiceWords[choice.id]
        return .object(fields)
      })
    return .object(fields)
  }
}

extension Wire.JSONValue {
  /// A number, as ids were, unless it is none.
  static func pollID(_ id: String) -> Self {
    guard let number = Int64(id), "\(number)" == id else { return .string(id) }
    return .int(number)
  }

  /// Empty for any other value.
  var elements: [Wire.JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
