// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store

/// Looks through a person's timeline by what the page says of each entry.
struct TimelineSearch {
  /// Entries that one page looks at, at most; the next goes on behind them.
  static let lookedAt = 1_000
  /// Entries that are read at once. A page ends with one of these, so that it may have more than `enough`, up to twice as many.
  private static let step = 50
  private static let enough = 50

  let search: ListSearch
  let words: TimelineWords

  /// - Parameter read: A page of the timeline: after a place, of a length.
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
  /// All that the page says of it, its decision's candidates included.
  fileprivate var listedWords: String {
    let candidates = (decision?.candidates ?? []).flatMap { candidate in
      [candidate.candidateName, candidate.verdict, candidate.reason ?? ""] + candidate.values.flatMap { [$0.valueName, $0.valueText] }
    }
    return ([chip, title, subject?.subjectName ?? "", detail ?? "", isTest ? "test device" : "", timeTitle] + candidates)
      .joined(separator: " ")
  }
}
