// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// One kind or name of events: how many there are, what they say, and the newest of them.
enum EventPage {
  /// How many of the newest events are listed.
  static let listed = 20
  /// People are counted if there are no more events than this in the period, so that the page opens
  /// quickly.
  static let countedEvents = 50_000

  /// The values of the template `events/event`.
  struct Model {
    let name: String
    let kind: String
    let figures: [ReportSection.Figure]
    let periodWords: String
    let chart: ReportChart
    let properties: [Property]
    let hasProperties: Bool
    /// Which events were looked at.
    let sampleWords: String
    let newest: [EventLine]
    let hasNewest: Bool
  }

  struct Property {
    let path: String
    let types: String
    let share: String
    let samples: [String]
  }
}

extension EventPage.Model {
  /// - Parameters:
  ///   - people: How many people did it on each day of the volume; nil if they are not counted.
  ///   - newest: Newest first.
  init(_ volume: EventVolume, people: [Int]? = nil, newest: [EventSample.Entry], now: Instant) {
    name = volume.topic.words
    kind = volume.topic.originWords
    func figure(_ term: String, _ days: ArraySlice<Int>) -> ReportSection.Figure {
      ReportSection.Figure(
        term: term, value: NumberWords.count(days.reduce(0, +)), unit: "times", change: nil)
    }
    figures = [
      figure("Today", volume.days.suffix(1)), figure("Last 7 days", volume.days.suffix(7)),
      figure("Last \(volume.days.count) days", volume.days[...]),
    ]
    let days = EventListPage.days(at: now)
    let starts = days.map { Instant(milliseconds: $0 * SeriesStep.day.length) }
    periodWords =
      "\(UTCTime(starts[0]).date) to \(UTCTime(now).date), days in UTC. Today is not over. Test devices and the Device Lab are left out."
      + (people == nil && volume.topic.selector != nil
        ? " People are drawn for up to \(NumberWords.count(EventPage.countedEvents)) events only." : "")
    let events = ReportChart.Column(name: "Events", tone: "accent", values: volume.days)
    let others =
      people.map { [ReportChart.Column(name: "People", tone: "good", values: $0, isSum: false)] } ?? []
    chart = ReportChart(
      "Over time", [events] + others, starts: starts, bucket: .day,
      period: "last \(volume.days.count) days, UTC")
    // Events without a name of their own have nothing in common.
    let sample = EventSample(volume.topic.isOther ? [] : newest)
    properties = sample.properties.map {
      EventPage.Property(
        path: $0.path, types: $0.types.map(\.words).joined(separator: " or "),
        share: NumberWords.share($0.count, of: sample.count),
        samples: $0.samples)
    }
    hasProperties = !properties.isEmpty
    sampleWords = "from the newest \(NumberWords.plural(sample.count, "stored event", "stored events"))"
    self.newest = newest.prefix(EventPage.listed).map { EventLine($0, now: now) }
    hasNewest = !newest.isEmpty
  }
}
