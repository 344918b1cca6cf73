// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// What is known of a device's messages between the decision and the end: which wait, for what and until when, and which have ended.
///
/// The presenter says what becomes of what it was given. What ends before it hears of it, such as a delay that an exception takes back, is
/// known from what the device reports to its server.
struct MessageLog: Sendable {
  struct Waiting: Hashable, Sendable {
    var presentationID: String
    var campaignID: String
    /// Why, in words.
    var reason: String
    /// nil: until something else happens.
    var until: Instant?
  }

  /// More would be a fault; the oldest are forgotten.
  private static let limit = 500

  /// How long campaigns wait between trigger and display, as last received.
  var delays: [String: Duration] = [:]
  private(set) var waiting: [Waiting] = []
  private var decisions: [String] = []
  private var ended: [String] = []
  private var seen: [String] = []

  /// A decision was made; returns the delay that its message waits out first, if any.
  mutating func decided(_ decision: Decision) -> Duration? {
    Self.add(decision.id, to: &decisions)
    guard let chosen = decision.chosen?.rawValue, let delay = delays[chosen], delay > .zero else { return nil }
    wait(decision.id, campaign: chosen, reason: "Delayed", until: decision.at + delay)
    return delay
  }

  /// Whether its campaign's delay is what it waits for.
  func isDelayed(_ id: String) -> Bool {
    waiting.contains { $0.presentationID == id && $0.until != nil }
  }

  /// A message waits.
  mutating func wait(_ id: String, campaign: String, reason: String, until: Instant? = nil) {
    waiting.removeAll { $0.presentationID == id }
    waiting.append(Waiting(presentationID: id, campaignID: campaign, reason: reason, until: until))
    if waiting.count > Self.limit { waiting.removeFirst() }
  }

  /// It is on its way to the screen.
  mutating func leftTheStack(_ id: String) {
    waiting.removeAll { $0.presentationID == id }
  }

  /// True the first time.
  @discardableResult
  mutating func end(_ id: String) -> Bool {
    leftTheStack(id)
    guard !ended.contains(id) else { return false }
    Self.add(id, to: &ended)
    return true
  }

  /// True the first time that a record of this id is seen: what is not acknowledged is sent again.
  mutating func isNews(_ recordID: String) -> Bool {
    guard !seen.contains(recordID) else { return false }
    Self.add(recordID, to: &seen)
    return true
  }

  /// The person, the process or the data went away, and with them everything that waited.
  mutating func clear() {
    waiting = []
  }

  /// The decision from which a presentation comes: one that got the turn of another has a number at the end of its id.
  func decisionID(of presentationID: String) -> String {
    guard !decisions.contains(presentationID), let dash = presentationID.lastIndex(of: "-") else { return presentationID }
    let first = String(presentationID[..<dash])
    return decisions.contains(first) ? first : presentationID
  }

  private static func add(_ id: String, to list: inout [String]) {
    list.append(id)
    if list.count > limit { list.removeFirst() }
  }
}
