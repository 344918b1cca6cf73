// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore

/// What counts once for a person and a campaign, at the first instant.
struct PersonStep: Hashable, Sendable {
  let metric: CampaignMetric
  /// Of `person_campaign`; that of test devices has the same name behind `test_`.
  let column: String
  /// Of the events of which the first one counts; nil: no event says it.
  let kind: String?

  static let eligible = PersonStep(metric: .eligible, column: "eligible_at", kind: nil)
  static let delivered = PersonStep(metric: .delivered, column: "delivered_at", kind: nil)
  static let impression = PersonStep(metric: .uniqueImpression, column: "first_impression_at", kind: "impression")
  static let click = PersonStep(metric: .uniqueClick, column: "first_click_at", kind: "click")
  static let all = [eligible, delivered, impression, click]

  func column(isTest: Bool) -> String { isTest ? "test_" + column : column }

  /// All columns of all steps.
  static let columns = all.flatMap { [$0.column(isTest: false), $0.column(isTest: true)] }
}

/// When a person first did something with a campaign on a device of their own, and when on a test device.
struct FirstTimes: Equatable {
  var own: Instant?
  var test: Instant?

  /// Where the person counts: everybody counts once, among people if they ever did it on a device of their own.
  var counted: (at: Instant, isTest: Bool)? {
    own.map { ($0, false) } ?? test.map { ($0, true) }
  }

  subscript(isTest isTest: Bool) -> Instant? {
    get { isTest ? test : own }
    set { if isTest { test = newValue } else { own = newValue } }
  }

  mutating func add(_ at: Instant, isTest: Bool) {
    self[isTest: isTest] = min(self[isTest: isTest] ?? at, at)
  }

  mutating func add(_ other: FirstTimes) {
    if let at = other.own { add(at, isTest: false) }
    if let at = other.test { add(at, isTest: true) }
  }

  /// - Parameter prefix: of the columns' names.
  init(_ row: Row?, _ step: PersonStep, prefix: String = "") {
    own = Instant(stored: row?[prefix + step.column(isTest: false)])
    test = Instant(stored: row?[prefix + step.column(isTest: true)])
  }
}
