// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// The kinds and names of events with their volume, and the newest events.
enum EventListPage {
  /// Lines per page.
  static let length = 50
  /// How many of the newest events are shown.
  static let tail = 20
  /// How many days volumes cover.
  static let span: Int64 = 30

  /// The last days, up to today, counted from 1970 (UTC).
  static func days(at now: Instant) -> Range<Int64> {
    let today = CountedTime.day(of: now)
    return today - span + 1..<today + 1
  }

  /// What the user chose; kept in the address.
  struct Query: Hashable {
    var search = ""
    /// From 1.
    var page = 1

    var path: String { QueryString.url("/events", [("q", search), ("page", page == 1 ? "" : String(page))]) }
  }

  /// The values of the template `events/list`.
  struct Model {
    let tabs = EventTab.all(current: .events)
    let search: String
    let rows: [Row]
    let pages: ListTable.Pages?
    let isEmpty: Bool
    let nothingFound: String?
    let offersLab: Bool
    let periodWords: String
    let newest: [EventLine]
    let hasNewest: Bool
  }

  /// One kind or name.
  struct Row {
    let name: String
    let href: String
    let kind: String
    let today: String
    let week: String
    let month: String
    let lastDay: String
    let width: Int
    let bars: [ReportChart.Bar]

    fileprivate init(_ volume: EventVolume, now: Instant) {
      name = volume.topic.words
      href = volume.topic.path
      kind = volume.topic.originWords
      today = NumberWords.count(volume.days.last ?? 0)
      week = NumberWords.count(volume.days.suffix(7).reduce(0, +))
      month = NumberWords.count(volume.total)
      let age = volume.days.lastIndex { $0 > 0 }.map { volume.days.count - 1 - $0 }
      lastDay = age.map { $0 == 0 ? "Today" : UTCTime(now - .seconds($0 * 86_400)).shortDate } ?? "–"
      width = volume.days.count * 10
      bars = ReportChart.Series(name: name, tone: "accent", values: volume.days).bars
    }
  }
}

/// One event in a list.
struct EventLine {
  let time: String
  let timeInFull: String
  let name: String
  let href: String
  let person: String
  let personHref: String
  let isTest: Bool

  init(_ entry: EventSample.Entry, now: Instant) {
    let event = entry.event
    let topic = EventTopic(kind: event.kind, name: event.record?.topicName ?? "")
    time = UTCTime.exact(event.countedAt, now: now)
    timeInFull = UTCTime(event.countedAt).words
    name = topic.words
    href = topic.path
    person = String(entry.personID.dropFirst(2))
    personHref = PersonPage.Query().path(entry.personID)
    isTest = event.isTest
  }
}

extension EventListPage.Model {
  init(
    _ volumes: [EventVolume], newest: [EventSample.Entry], query: EventListPage.Query, now: Instant,
    hasLab: Bool
  ) {
    search = query.search
    let found = ListSearch(query.search)
    let matching =
      found.isEmpty
      ? volumes : volumes.filter { found.finds(in: $0.topic.words + " " + $0.topic.originWords, times: []) }
    let part = ListTable.part(matching, page: query.page, length: EventListPage.length) {
      EventListPage.Query(search: query.search, page: $0).path
    }
    rows = part.lines.map { EventListPage.Row($0, now: now) }
    pages = part.pages
    self.newest = newest.map { EventLine($0, now: now) }
    hasNewest = !newest.isEmpty
    isEmpty = volumes.isEmpty && newest.isEmpty
    nothingFound =
      !rows.isEmpty || isEmpty
      ? nil
      : query.search.isEmpty
        ? "Only test devices have sent events in the last \(EventListPage.span) days. They are not counted."
        : "No events match “\(query.search)”."
    offersLab = hasLab
    let first = UTCTime(now - .seconds(Int(EventListPage.span - 1) * 86_400))
    periodWords =
      "\(first.date) to \(UTCTime(now).date), days in UTC. Test devices and the Device Lab are left out."
  }
}
