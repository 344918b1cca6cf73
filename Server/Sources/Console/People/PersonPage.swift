// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// One person: what is known of them, their devices, and what happened, newest first, each decision with its reasons.
enum PersonPage {
  /// Entries of one page of the timeline.
  static let length = 100

  /// What was chosen; kept in the address.
  struct Query: Hashable {
    var kind: TimelineKind?
    var after: String?
    /// The campaign from whose decisions one came.
    var campaign: String?

    func path(_ id: String) -> String {
      QueryString.url(
        "/people/\(QueryString.encoded(id))", [("kind", kind?.rawValue ?? ""), ("after", after ?? ""), ("campaign", campaign ?? "")])
    }
  }

  /// All that the page is drawn from.
  struct Source {
    var person: Person
    var timeline: ListPage<TimelineEntry>
    var campaigns: [Campaign]
    var now: Instant
  }

  /// As the template `people/person` reads it.
  struct Model {
    let id: String
    let path: String
    let name: String
    let isAnonymous: Bool
    let usesTestDevice: Bool
    let facts: [CampaignPage.Fact]
    let attributes: [Attribute]
    let hasAttributes: Bool
    let devices: [Device]
    let filters: [Filter]
    let days: [TimelineDay]
    let hasEntries: Bool
    let emptyText: String
    let nextHref: String?
    let firstHref: String?
  }

  struct Attribute {
    let key: String
    let value: String
    let setAt: String
    let isAnonymous: Bool
  }

  struct Device {
    let deviceID: String
    let deviceName: String
    let deviceFacts: String
    let isTest: Bool
    let isLab: Bool
    let canBeTest: Bool
    let isRevoked: Bool
  }

  struct Filter {
    let label: String
    let href: String
    let isCurrent: Bool
  }
}

extension PersonPage.Model {
  init(_ source: PersonPage.Source, query: PersonPage.Query) {
    let person = source.person
    let summary = person.summary
    id = summary.id
    path = "/people/\(QueryString.encoded(summary.id))"
    name = summary.words
    isAnonymous = !summary.id.hasPrefix("u:")
    usesTestDevice = summary.devices.contains { $0.isTest || $0.isLab }
    facts = person.facts
    attributes = person.attributes.map {
      PersonPage.Attribute(key: $0.key, value: $0.value.words, setAt: UTCTime($0.at).words, isAnonymous: !$0.isOwn && !summary.isAnonymous)
    }
    hasAttributes = !attributes.isEmpty
    devices = summary.devices.map(PersonPage.Device.init)
    filters = ([nil] + TimelineKind.allCases.map(Optional.some)).map { kind in
      PersonPage.Filter(
        label: kind?.label ?? "Everything", href: PersonPage.Query(kind: kind, campaign: query.campaign).path(summary.id) + "#timeline",
        isCurrent: kind == query.kind)
    }
    let words = TimelineWords(campaigns: source.campaigns)
    days = TimelineDay.grouped(source.timeline.elements, words: words, now: source.now)
    hasEntries = !days.isEmpty
    emptyText =
      query.after != nil
      ? "There is nothing older."
      : query.kind.map { "Nothing of this kind is known: \($0.meaning)." } ?? "Nothing has happened yet, or nothing has reached the server."
    nextHref = source.timeline.next.map { next in
      PersonPage.Query(kind: query.kind, after: next, campaign: query.campaign).path(summary.id) + "#timeline"
    }
    firstHref = query.after.map { _ in PersonPage.Query(kind: query.kind, campaign: query.campaign).path(summary.id) + "#timeline" }
  }
}

extension PersonSummary {
  fileprivate var isAnonymous: Bool { !id.hasPrefix("u:") }
}

extension Person {
  fileprivate var facts: [CampaignPage.Fact] {
    var facts = [
      CampaignPage.Fact(term: summary.isAnonymous ? "Device id" : "User id", text: String(summary.id.dropFirst(2))),
      CampaignPage.Fact(term: "First seen", text: UTCTime(summary.firstSeen).words),
      CampaignPage.Fact(term: "Last seen", text: UTCTime(summary.lastSeen).words),
    ]
    if !merged.isEmpty {
      let first = merged[0]
      facts.append(
        CampaignPage.Fact(
          term: "Before signing in",
          text: merged.count == 1
            ? "unknown on device \(first.deviceID.prefix(8)), until \(UTCTime(first.at).words)"
            : "unknown on \(merged.count) devices, first until \(UTCTime(first.at).words)"))
    }
    return facts
  }
}

extension PersonPage.Device {
  fileprivate init(_ device: PersonDevice) {
    deviceID = device.device.id
    deviceName = device.device.words
    let (first, last) = (UTCTime(device.firstSeen), UTCTime(device.lastSeen))
    let known = [
      device.device.appVersion.map { "app \($0)" }, device.device.sdkVersion.map { "SDK \($0)" }, device.device.locale,
      device.device.timeZone,
    ]
    let seen = first.date == last.date ? "seen \(last.words)" : "seen from \(first.date) to \(last.words)"
    deviceFacts = [known.compactMap(\.self).joined(separator: ", "), seen].filter { !$0.isEmpty }.joined(separator: "; ")
    isTest = device.isTest && !device.isLab
    isLab = device.isLab
    canBeTest = !device.isLab
    isRevoked = device.isRevoked
  }
}

extension TimelineKind {
  fileprivate var label: String {
    switch self {
    case .decisions: "Decisions"
    case .messages: "Messages"
    case .activity: "Activity"
    case .profile: "Profile"
    }
  }

  fileprivate var meaning: String {
    switch self {
    case .decisions: "why each campaign was or was not chosen; devices report a sample of them, test devices all"
    case .messages: "what was shown, clicked, closed or held back"
    case .activity: "sessions, events and purchases"
    case .profile: "attributes and sign-ins"
    }
  }
}
