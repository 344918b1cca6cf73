// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// Texts in other languages. They are kept and returned, but only the default texts are delivered
/// so far.
enum Localization {
  private static let names: Set<String> = [
    "actionButtonText", "actionUrl", "body", "exitButtonText", "notificationImage", "notificationMessage",
    "notificationOptions",
    "notificationTitle", "payload", "title",
  ]

  /// What is the same in all languages.
  static let onlyKept: Set<String> = ["notificationImage", "notificationOptions", "payload"]

  static func check(_ value: Wire.JSONValue, at path: String, _ errors: inout FieldErrors) {
    for (language, texts) in value.fields.sorted(by: { $0.key < $1.key }) {
      let field = "\(path).\(language.prefix(64))"
      if language.utf8.count != 2
        || !language.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
      {
        errors.add(
          field, "field_invalid", "This is not a language.", "Use two lower-case letters, such as fr.")
      }
      FieldForm.object.check(texts, at: field, &errors)
      for key in texts.fields.keys.sorted() where !names.contains(key) {
        errors.add("\(field).\(key.prefix(64))", "field_unknown", "There is no such text.", "Remove it.")
      }
    }
  }
}

extension Draft {
  /// Puts the texts of a document in other languages in their places (`CampaignContent.languages`).
  /// Other translations stay.
  mutating func translate(by value: Wire.JSONValue, _ errors: inout FieldErrors) {
    var places: [String: [String]] = [:]
    func add(_ name: String, _ place: String, _ own: String?) {
      if own?.isEmpty == false { places[name, default: []].append(place) }
    }
    add("notificationTitle", "banner.title", content.banner?.title)
    add("notificationTitle", "push.title", content.push?.title)
    add("notificationMessage", "banner.text", content.banner?.text)
    add("notificationMessage", "push.text", content.push?.text)
    add("title", "content.title", content.content?.title)
    add("body", "content.body", content.content?.body)
    if content.data?.type == .known(.text) { add("body", "data.body", content.data?.body) }
    add("actionButtonText", "content.action_label", content.content?.actionLabel)
    add("exitButtonText", "content.exit_label", content.content?.exitLabel)
    add("actionUrl", "content.action.url", content.content?.action.url)
    add("actionUrl", "banner.action.url", content.banner?.action.url)
    add("actionUrl", "push.action.url", content.push?.action.url)
    let said: Wire.JSONValue = [
      "texts": value, "questions": notes[Note.questions] ?? .null,
      "places": .array(places.keys.sorted().map { .string($0) }),
    ]
    let isSilent = value.fields.isEmpty && notes[Note.questions] == nil
    guard said != notes[Note.languages], !isSilent || notes[Note.languages] != nil else { return }
    notes[Note.languages] = isSilent ? nil : said
    let own = Set(places.values.joined())
    var languages = content.languages.mapValues { texts in
      texts.filter { !own.contains($0.key) && !Self.isOfQuestion($0.key) }
    }
    for (language, texts) in value.fields {
      for (name, text) in texts.fields {
        let isInApp = places[name]?.contains { !$0.hasPrefix("push.") } ?? false
        guard let written = personal(text, "localization.\(language).\(name)", isInApp: isInApp, &errors)
        else { continue }
        for place in places[name] ?? [] { languages[language, default: [:]][place] = written }
      }
    }
    for text in translatedQuestions { languages[text.language, default: [:]][text.place] = text.text }
    content.languages = languages.filter { !$0.value.isEmpty }
  }

  private static func isOfQuestion(_ place: String) -> Bool {
    place.hasPrefix("content.questions[") && place.hasSuffix("title")
  }

  private struct TranslatedTitle {
    var language: String
    var place: String
    var text: String
  }

  /// The titles of questions and choices in other languages.
  private var translatedQuestions: [TranslatedTitle] {
    let words = notes[Note.questions]?.fields ?? [:]
    func titles(_ localization: Wire.JSONValue?, _ place: String) -> [TranslatedTitle] {
      (localization?.fields ?? [:]).compactMap { language, texts in
        texts["title"]?.string.map { TranslatedTitle(language: language, place: place + ".title", text: $0) }
      }
    }
    return (content.content?.questions ?? []).enumerated().flatMap { index, question in
      let (own, place) = (words[question.id], "content.questions[\(index)]")
      let choices = question.choices.enumerated().flatMap { number, choice in
        titles(own?["choices"]?[choice.id], "\(place).choices[\(number)]")
      }
      return titles(own?["localization"], place) + choices
    }
  }

  /// What is accepted but works differently from what its sender may expect, in sentences that
  /// begin with the field.
  var warnings: [String] {
    var warnings: [String] = []
    let kept = Set((notes["localization"]?.fields ?? [:]).values.flatMap(\.fields.keys)).intersection(
      Localization.onlyKept)
    if !kept.isEmpty {
      warnings.append("localization: \(kept.sorted().joined(separator: ", ")) are the same in all languages")
    }
    if (content.push?.badge ?? 0) > 0, kind != .nativePushes {
      warnings.append(
        "notificationBadge: the badge is set to \(content.push?.badge ?? 1), because unread messages are not counted"
      )
    }
    return warnings
  }
}
