// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import Pages

/// One person: what is known of them, their devices and their timeline, newest first, each decision
/// with its reasons.
enum PersonPage {
  /// Entries per page of the timeline.
  static let length = 100
  /// A timeline with at most this many entries has no search.
  static let lengthWithoutSearch = 20

  /// What the user chose; kept in the address.
  struct Query: Hashable {
    var kind: Wire.EventRecord.Topic?
    var search = ""
    var after: String?
    /// The campaign whose decisions linked to this page.
    var campaign: String?

    func path(_ id: String) -> String {
      QueryString.url(
        "/people/\(QueryString.encoded(id))",
        [("kind", kind?.rawValue ?? ""), ("q", search), ("after", after ?? ""), ("campaign", campaign ?? "")])
    }

    /// The first page of the entries of a kind; nil for all kinds.
    fileprivate func first(of kind: Wire.EventRecord.Topic?) -> Self {
      Self(kind: kind, search: search, campaign: campaign)
    }

    /// - Parameter isEnd: Whether there are no further entries to search.
    fileprivate func emptyText(isEnd: Bool) -> String {
      if !search.isEmpty {
        return isEnd
          ? "No\(after == nil ? "" : " older") entries match “\(search)”."
          : "None of the next \(NumberWords.count(TimelineSearch.lookedAt)) entries match “\(search)”. "
            + "Show older entries to search further."
      }
      if after != nil { return "No older entries." }
      return kind.map { "Nothing here yet. This filter shows \($0.meaning)." }
        ?? "No activity yet."
    }
  }

  /// Everything the page is drawn from.
  struct Source {
    var person: Person
    var timeline: ListPage<TimelineEntry>
    var pushes: [PersonPush] = []
    /// Where the person stands with each running campaign.
    var standings: [PersonCampaigns.Standing] = []
    var audienceNames = AudienceNames()
    var campaigns: [Campaign]
    var now: Instant
    /// Of the reader.
    var role = Role.owner
    var form = AttributeForm()
  }

  /// How many pushes the page lists.
  static let pushes = 10

  /// The values of the template `people/person`.
  struct Model {
    let id: String
    let path: String
    let name: String
    let isAnonymous: Bool
    /// nil if the reader may not change attributes, or nobody has signed in.
    let form: AttributeForm.Model?
    let subscription: Subscription?
    let mayAdminister: Bool
    let usesTestDevice: Bool
    let facts: [CampaignPage.Fact]
    let attributes: [Attribute]
    let devices: [Device]
    /// What the reader's role lacks here.
    let roleNote: String?
    /// Those of the newest runs, with what became of each.
    let pushes: [Push]
    let campaigns: PersonCampaignSection
    let filters: [ListTable.Filter]
    /// nil if there are too few entries to need a search.
    let search: Search?
    let days: [TimelineDay]
    let emptyText: String
    let nextHref: String?
    let firstHref: String?
  }

  struct Attribute {
    let key: String
    let value: String
    let setAt: String
    let isAnonymous: Bool
    /// Whether the reader may remove it.
    var isEditable = false
  }

  /// Whether the person wants notifications, and the button that changes it.
  struct Subscription {
    let pushKey = Wire.Subscription.pushKey
    let isOptedOut: Bool
    /// What the button sends.
    let otherValue: String

    init(isOptedOut: Bool) {
      self.isOptedOut = isOptedOut
      otherValue = isOptedOut ? "subscribed" : Wire.Subscription.unsubscribed
    }
  }

  struct Push {
    let pushName: String
    let pushHref: String
    let outcome: String
    /// The class of its chip.
    let tone: String
    let pushFacts: String

    fileprivate init(_ push: PersonPush, name: String?, devices: [PersonDevice]) {
      let delivery = push.delivery
      pushName = name ?? push.campaignID.rawValue
      pushHref = PushRunRoutes.path(push.campaignID)
      outcome = delivery.outcome?.words ?? "Waits"
      tone = delivery.outcome == .sent ? " chip-good" : ""
      let device =
        devices.first { $0.device.id == delivery.deviceID }?.device.words
        ?? "device \(delivery.deviceID.prefix(8))"
      pushFacts = [delivery.reasonWords, device, UTCTime(delivery.at).words].compactMap(\.self).joined(
        separator: "; ")
    }
  }

  struct Device {
    let deviceID: String
    let deviceName: String
    let deviceFacts: String
    let isTest: Bool
    let isLab: Bool
    let canBeTest: Bool
    let canBeRevoked: Bool
    let isRevoked: Bool

    fileprivate init(_ device: PersonDevice, role: Role) {
      deviceID = device.device.id
      deviceName = device.device.words
      let (first, last) = (UTCTime(device.firstSeen), UTCTime(device.lastSeen))
      let known = [
        device.device.appVersion.map { "app \($0)" }, device.device.sdkVersion.map { "SDK \($0)" },
        device.device.locale,
        device.device.timeZone,
      ]
      let seen = first.date == last.date ? "seen \(last.words)" : "seen from \(first.date) to \(last.words)"
      let push = device.push.map(\.words)
      deviceFacts = [known.compactMap(\.self).joined(separator: ", "), seen, push ?? ""].filter {
        !$0.isEmpty
      }.joined(separator: "; ")
      isTest = device.isTest && !device.isLab
      isLab = device.isLab
      canBeTest = !device.isLab && role.may(.author)
      canBeRevoked = role.may(.administer)
      isRevoked = device.isRevoked
    }
  }

  /// The search field above the timeline, and the other fields of the address.
  struct Search {
    let searched: String
    let kindValue: String?
    let campaignValue: String?
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
    let mayEdit = source.role.may(.author) && !summary.isAnonymous
    form = mayEdit ? source.form.model : nil
    subscription =
      mayEdit
      ? PersonPage.Subscription(
        isOptedOut: person.attributes.contains {
          $0.key == Wire.Subscription.pushKey && $0.value == .string(Wire.Subscription.unsubscribed)
        }) : nil
    mayAdminister = source.role.may(.administer)
    usesTestDevice = summary.devices.contains { $0.isTest || $0.isLab }
    facts = person.facts
    attributes = person.attributes.map {
      PersonPage.Attribute(
        key: $0.key, value: $0.value.words, setAt: UTCTime($0.at).words,
        isAnonymous: !$0.isOwn && !summary.isAnonymous,
        isEditable: source.role.may(.author) && !summary.isAnonymous)
    }
    devices = summary.devices.map { PersonPage.Device($0, role: source.role) }
    roleNote = source.role.note
    let names = source.campaigns.reduce(into: [:]) { $0[$1.id] = $1.name }
    pushes = source.pushes.map { PersonPage.Push($0, name: names[$0.campaignID], devices: summary.devices) }
    campaigns = PersonCampaignSection(source.standings, source.audienceNames)
    filters = ([nil] + Wire.EventRecord.Topic.allCases.map(Optional.some)).map { kind in
      ListTable.Filter(
        label: kind?.label ?? "All", href: query.first(of: kind).path(summary.id) + "#timeline",
        isCurrent: kind == query.kind)
    }
    let words = TimelineWords(campaigns: source.campaigns)
    days = TimelineDay.grouped(source.timeline.elements, words: words, now: source.now)
    let isLong =
      source.timeline.elements.count > PersonPage.lengthWithoutSearch || source.timeline.next != nil
    search =
      isLong || query.after != nil || !query.search.isEmpty
      ? PersonPage.Search(
        searched: query.search, kindValue: query.kind?.rawValue, campaignValue: query.campaign) : nil
    emptyText = query.emptyText(isEnd: source.timeline.next == nil)
    nextHref = source.timeline.next.map { next in
      PersonPage.Query(kind: query.kind, search: query.search, after: next, campaign: query.campaign).path(
        summary.id) + "#timeline"
    }
    firstHref = query.after.map { _ in query.first(of: query.kind).path(summary.id) + "#timeline" }
  }
}

extension PersonSummary {
  fileprivate var isAnonymous: Bool { !id.hasPrefix("u:") }
}

extension Person {
  fileprivate var facts: [CampaignPage.Fact] {
    let first = merged.first.map { ($0.deviceID.prefix(8), UTCTime($0.at).words) }
    let before = first.map { device, time in
      merged.count == 1
        ? "anonymous on device \(device) until \(time)"
        : "anonymous on \(merged.count) devices, on the first one until \(time)"
    }
    return [
      CampaignPage.Fact(
        term: summary.isAnonymous ? "Device id" : "User id", text: String(summary.id.dropFirst(2))),
      CampaignPage.Fact(term: "First seen", text: UTCTime(summary.firstSeen).words),
      CampaignPage.Fact(term: "Last seen", text: UTCTime(summary.lastSeen).words),
    ] + (before.map { [CampaignPage.Fact(term: "Before sign-in", text: $0)] } ?? [])
  }
}

extension Wire.EventRecord.Topic {
  fileprivate var label: String { rawValue.capitalisingFirst }

  fileprivate var meaning: String {
    switch self {
    case .decisions:
      "why each campaign was or was not chosen. Devices report a sample, and test devices report all of them"
    case .messages: "impressions, clicks, dismissals and messages that were not shown"
    case .activity: "sessions, events and purchases"
    case .profile: "attributes and sign-ins"
    }
  }
}
