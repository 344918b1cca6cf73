// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

/// Searches a person's timeline for the words that the page shows for each entry.
struct TimelineSearch {
  /// The most entries that one page searches; the next page continues after them.
  static let lookedAt = 1_000
  /// Entries read at a time. A page ends with one of these steps, so it may have more than `enough`
  /// entries, up to twice as many.
  private static let step = 50
  private static let enough = 50

  let search: ListSearch
  let words: TimelineWords

  /// - Parameter read: Reads entries of the timeline: after a position, at most a number.
  func page(
    after: String?, _ read: (String?, Int) async throws(StoreError) -> ListPage<TimelineEntry>
  ) async throws(StoreError) -> ListPage<TimelineEntry> {
    var found: [TimelineEntry] = []
    var place = after
    for _ in 0..<(Self.lookedAt / Self.step) {
      let page = try await read(place, Self.step)
      found += page.elements.filter(finds)
      place = page.next
      if place == nil || found.count >= Self.enough { break }
    }
    return ListPage(elements: found, next: place)
  }

  private func finds(_ entry: TimelineEntry) -> Bool {
    let shown = words.entry(entry)
    let text = [shown.listedWords, UTCTime(entry.countedAt).date, shown.time].joined(separator: " ")
    return search.finds(in: text, times: [UTCTime.stamp(entry.countedAt)])
  }
}

extension TimelineDay.Entry {
  /// Everything the page shows for an entry, including the candidates of its decision.
  fileprivate var listedWords: String {
    let candidates = (decision?.candidates ?? []).flatMap { candidate in
      [candidate.candidateName, candidate.verdict, candidate.reason ?? ""]
        + candidate.values.flatMap { [$0.valueName, $0.valueText] }
    }
    return
      ([chip, title, subject?.subjectName ?? "", detail ?? "", isTest ? "test device" : "", timeTitle]
      + candidates)
      .joined(separator: " ")
  }
}
