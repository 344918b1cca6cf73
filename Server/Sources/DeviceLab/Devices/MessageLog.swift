// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Follows a device's messages from decision to end: which ones wait, for what and until when, and
/// which ones have ended.
///
/// The presenter reports on the messages it was given. Messages that end before that, for example
/// when an exception cancels a delay, are known from what the device reports to its server.
struct MessageLog: Sendable {
  struct Waiting: Hashable, Sendable {
    var presentationID: String
    var campaignID: String
    /// The reason for the wait, in words.
    var reason: String
    /// nil if the message waits for an event, not a time.
    var until: Instant?
  }

  /// The most entries of each list; the oldest are dropped. A correct device never has more.
  private static let limit = 500

  /// Each campaign's delay between trigger and display, as last received.
  var delays: [String: Duration] = [:]
  private(set) var waiting: [Waiting] = []
  private var decisions: [String] = []
  private var ended: [String] = []
  private var seen: [String] = []

  /// Records a decision. Returns the delay of its message, if any.
  mutating func decided(_ decision: Decision) -> Duration? {
    Self.add(decision.id, to: &decisions)
    guard let chosen = decision.chosen?.rawValue, let delay = delays[chosen], delay > .zero else {
      return nil
    }
    wait(decision.id, campaign: chosen, reason: "Delayed", until: decision.at + delay)
    return delay
  }

  /// Whether the message waits for its campaign's delay.
  func isDelayed(_ id: String) -> Bool {
    waiting.contains { $0.presentationID == id && $0.until != nil }
  }

  /// Records that a message waits.
  mutating func wait(_ id: String, campaign: String, reason: String, until: Instant? = nil) {
    waiting.removeAll { $0.presentationID == id }
    waiting.append(Waiting(presentationID: id, campaignID: campaign, reason: reason, until: until))
    if waiting.count > Self.limit { waiting.removeFirst() }
  }

  /// Records that a message is about to appear.
  mutating func leftTheStack(_ id: String) { waiting.removeAll { $0.presentationID == id } }

  /// Records that a message has ended. Returns true the first time.
  @discardableResult
  mutating func end(_ id: String) -> Bool {
    leftTheStack(id)
    guard !ended.contains(id) else { return false }
    Self.add(id, to: &ended)
    return true
  }

  /// Whether a record of this id is seen for the first time: records that were not acknowledged are
  /// sent again.
  mutating func isNews(_ recordID: String) -> Bool {
    guard !seen.contains(recordID) else { return false }
    Self.add(recordID, to: &seen)
    return true
  }

  /// Forgets all waiting messages, because the person, the process or the data is gone.
  mutating func clear() { waiting = [] }

  /// The decision behind a presentation. A message shown in place of another has a number appended
  /// to the decision's id.
  func decisionID(of presentationID: String) -> String {
    guard !decisions.contains(presentationID), let dash = presentationID.lastIndex(of: "-") else {
      return presentationID
    }
    let first = String(presentationID[..<dash])
    return decisions.contains(first) ? first : presentationID
  }

  private static func add(_ id: String, to list: inout [String]) {
    list.append(id)
    if list.count > limit { list.removeFirst() }
  }
}
