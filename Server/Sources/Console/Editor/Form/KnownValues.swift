// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

/// What is known about the values that an app has sent under a name.
struct KnownValues: Hashable, Sendable {
  let types: Set<LoggedType>
  /// Some of the texts.
  let samples: [String]

  /// Conditions of no more events than this are looked up for one page.
  static let mostEvents = 8
  /// How many of the people seen last are looked at for the values of attributes.
  static let people = 200

  /// nil if nothing is known that tells comparisons apart.
  init?(_ property: EventSample.Property) {
    types = Set(property.types).subtracting([.nothing, .object])
    guard !types.isEmpty else { return nil }
    // Long samples are cut off, and no value is equal to them.
    samples = types == [.text] ? property.samples.filter { !$0.hasSuffix("…") } : []
  }

  /// `text or numbers`
  var words: String { LoggedType.words(types) }
}

extension LoggedType {
  /// `text or numbers`
  static func words(_ types: Set<LoggedType>) -> String {
    let shown = types.contains(.number) ? types.subtracting([.wholeNumber]) : types
    return allCases.filter(shown.contains).map(\.plural).listed("or")
  }

  /// What several values of the type are called.
  fileprivate var plural: String {
    switch self {
    case .text: "text"
    case .wholeNumber: "whole numbers"
    case .number: "numbers"
    case .boolean: "yes or no"
    case .date: "dates"
    case .list: "lists"
    case .object: "objects"
    case .nothing: "nothing"
    }
  }
}

extension EventSample {
  /// By path.
  var known: [String: KnownValues] {
    Dictionary(properties.compactMap { property in KnownValues(property).map { (property.path, $0) } }) {
      first, _ in first
    }
  }
}

extension EventSelector {
  /// The events that a trigger waits for; nil if they have no properties that are looked up.
  ///
  /// - Parameter trigger: The row of the trigger.
  init?(trigger row: FormRow) {
    self.init(
      Wire.Trigger.Kind(rawValue: row["kind"]).flatMap {
        AudienceActivity.Kind(rawValue: $0.traits.category?.rawValue ?? "")
      }, of: row)
  }

  /// The events of a step; nil if they have no properties that are looked up.
  ///
  /// - Parameter step: The row of the step.
  init?(step row: FormRow) {
    self.init(
      AudienceActivity.Kind(rawValue: row["kind"].nilIfEmpty ?? AudienceActivity.Kind.custom.rawValue),
      of: row)
  }

  /// nil for events without properties, and while no name is typed for a custom event.
  private init?(_ kind: AudienceActivity.Kind?, of row: FormRow) {
    let name = row["name"].trimmed.nilIfEmpty
    switch kind {
    case .custom where name != nil, .screenView, .purchase: self.init(kind ?? .custom, name: name)
    default: return nil
    }
  }
}

extension Console {
  /// Suggestions with what is known of the values that conditions of the form's triggers compare,
  /// and that its texts can name.
  func suggestions(_ form: CampaignForm, app: AppID) async -> FormSuggestions {
    var suggestions = await suggestions(app: app)
    suggestions.attributes = await attributes(app: app)
    await fill(&suggestions, with: form, app: app)
    return suggestions
  }

  /// Adds what is known of the values that conditions of the form's triggers compare.
  func fill(_ suggestions: inout FormSuggestions, with form: CampaignForm, app: AppID) async {
    let rows = form.triggerRows.filter { !$0.rows("condition").isEmpty }
    suggestions.values = await values(rows.compactMap { EventSelector(trigger: $0) }, app: app)
    if rows.contains(where: FormSuggestions.isAboutAttribute), suggestions.attributes.isEmpty {
      suggestions.attributes = await attributes(app: app)
    }
  }

  /// What the newest events say about their properties, by path. Empty while the store is
  /// unavailable: the form works without.
  func values(_ selectors: [EventSelector], app: AppID) async -> [EventSelector: [String: KnownValues]] {
    var found: [EventSelector: [String: KnownValues]] = [:]
    for selector in selectors where found[selector] == nil && found.count < KnownValues.mostEvents {
      let topic = EventTopic(kind: selector.kind.rawValue, name: selector.name ?? "")
      guard let newest = try? await store.newestEvents(of: topic, app: app, limit: EventSample.limit) else {
        continue
      }
      found[selector] = EventSample(newest).known
    }
    return found
  }

  /// What devices of the people seen last say about themselves, the most frequent first. Empty
  /// while the store is unavailable.
  func facts(app: AppID) async -> [AudienceFact: [String]] {
    guard let people = try? await store.people(search: nil, app: app, after: nil, limit: KnownValues.people)
    else { return [:] }
    let devices = people.elements.flatMap(\.devices).map(\.device)
    func values(_ value: (Wire.Device) -> String?) -> [String] {
      let counts = devices.compactMap(value).reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
    return [
      .model: values(\.model), .osVersion: values(\.osVersion), .appVersion: values(\.appVersion),
      .timeZone: values(\.timeZone),
    ]
  }

  /// What the attributes of the people seen last say, by path.
  func attributes(app: AppID) async -> [String: KnownValues] {
    EventSample((try? await store.attributesSeenLast(app: app, people: KnownValues.people)) ?? []).known
  }
}
