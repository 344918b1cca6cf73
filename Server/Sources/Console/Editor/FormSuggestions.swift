// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

/// Names that the store knows, as suggestions for fields that take such a name.
struct FormSuggestions: Hashable, Sendable {
  var events: [String] = []
  var logged = LoggedNames()
  /// By id.
  var audiences: [AudienceID: String] = [:]
  /// What is known of the properties of events, by path.
  var values: [EventSelector: [String: KnownValues]] = [:]
  /// The same of attributes of people.
  var attributes: [String: KnownValues] = [:]
  /// What devices of the people seen last say about themselves.
  var facts: [AudienceFact: [String]] = [:]

  /// Names of properties, by trigger field: those of the trigger's event, or those common to all
  /// events.
  func properties(_ form: CampaignForm) -> [String: [String]] {
    let rows = form.triggerRows.filter { TriggerForm.takesFilter($0["kind"]) }
    return Dictionary(rows.map { ($0.field, properties($0)) }) { first, _ in first }
  }

  /// nil if nothing is known of the property of the trigger's event.
  func values(_ row: FormRow, _ path: String) -> KnownValues? {
    if Self.isAboutAttribute(row) { return path == "value" ? attributes[row["name"].trimmed] : nil }
    return EventSelector(trigger: row).flatMap { values[$0]?[path] }
  }

  /// The values that texts can have: attributes of people, properties of the events that start the
  /// campaign, and what a device says about itself.
  func values(in form: CampaignForm) -> [String] {
    let user = ["id"] + (attributes.isEmpty ? ["first_name"] : attributes.keys.sorted())
    let event = ["name"] + form.triggerRows.flatMap { properties($0) }
    func paths(_ root: String, _ keys: [String]) -> [String] {
      keys.reduce(into: [String]()) { found, key in
        let path = TemplatePath([root] + (FormText.path(key) ?? [key])).description
        if !found.contains(path) { found.append(path) }
      }
    }
    return paths("user", user) + paths("event", event) + paths("device", TemplatePath.deviceNames)
  }

  static func isAboutAttribute(_ row: FormRow) -> Bool {
    Wire.Trigger.Kind(rawValue: row["kind"])?.traits.category == .attribute
  }

  func properties(_ row: FormRow) -> [String] {
    switch Wire.Trigger.Kind(rawValue: row["kind"])?.traits.category {
    case .custom: logged.properties[row["name"].trimmed] ?? []
    case .purchase: logged.properties[""] ?? []
    case .attribute: ["value"]
    default: []
    }
  }
}

extension Console {
  /// Empty while the store is unavailable: the form works without suggestions.
  func suggestions(app: AppID) async -> FormSuggestions {
    FormSuggestions(
      events: (try? await store.customEventNames(app: app, limit: LoggedNames.limit)) ?? [],
      logged: (try? await store.loggedNames(app: app)) ?? LoggedNames(),
      audiences: await audienceNames(app: app))
  }

  /// Warns if many people read another language than the campaign's. There is no warning for text
  /// that the server writes for each person.
  func languageProblems(_ reading: FormReading, app: AppID) async -> [FormProblem] {
    let content = reading.content
    guard let written = content.message.map(\.sent.language) ?? content.surfaceLanguage,
      LanguageTag.isWellFormed(written),
      reading.content.rules.render == nil
    else { return [] }
    let locales = (try? await store.deviceLocales(app: app, people: LanguageShare.people)) ?? [:]
    return LanguageShare(locales: locales, own: written, others: content.languageSet?.tags ?? []).problem.map
    { [$0] } ?? []
  }
}

/// The share of devices that use another language than those of the campaign.
struct LanguageShare {
  let locales: [String: Int]
  /// The campaign's own language. Whoever reads it anywhere is content.
  let own: String
  /// The other languages, each for the locales that lead to it (`LanguageTag.chain`).
  var others: [String] = []

  /// Only the devices of this many people are counted.
  static let people = 1_000
  /// Fewer devices than this say nothing.
  static let least = 10

  /// nil if nearly all devices use a language of the campaign, or too few are known.
  var problem: FormProblem? {
    var languages: [String: Int] = [:]
    let marks = Set(others.map(LanguageTag.mark))
    for (locale, count) in locales where LanguageTag.chain(of: locale).allSatisfy({ !marks.contains($0) }) {
      languages[LanguageTag.language(of: locale), default: 0] += count
    }
    let all = locales.values.reduce(0, +)
    languages[LanguageTag.language(of: own)] = nil
    let without = languages.values.reduce(0, +)
    guard all >= Self.least, without * 10 >= all else { return nil }
    let names = languages.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map {
      LanguageWords.name($0.key)
    }
    return FormProblem(
      severity: .warning, field: "language",
      message:
        "\(NumberWords.share(without, of: all)) of the \(NumberWords.count(all)) most recent devices use another language, most of them "
        + "\(names.joined(separator: ", ")).",
      remedy: "Add them under Languages.")
  }
}
