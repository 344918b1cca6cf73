// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire
import ServerTestSupport

/// A random history over ten days, with many sessions, and what a naive count makes of it.
public struct SeriesWorld: Sendable {
  public let sent: [World.Sent]

  public init(events: Int, seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    sent = World(events: events, seed: seed).sent.enumerated().map { index, one in
      var one = one
      one.event.at = one.event.at - .seconds(Int.random(in: 0..<10 * 86_400, using: &chance))
      if case .custom = one.event.body, index % 2 == 0 { one.event.body = .sessionStart }
      if case .outcome = one.event.body, index % 2 == 0 { one.event.body = .sessionStart }
      if index % 4 == 0 {
        one.event.body.moveToMessageOfApp(["local", "local:tip"].randomElement(using: &chance)!)
      }
      return one
    }
  }

  /// - Parameter testDevices: Left out, but what they say about who somebody is counts.
  public func counts(_ query: SeriesQuery, testDevices: Set<String>) -> [Int] {
    let own = sent.filter { !testDevices.contains($0.device) }
    let length = query.step.length
    return (0..<query.count).map { index in
      let start = query.bounds.lowerBound + Int64(index) * length
      let inside = { (one: World.Sent, days: Int64) in
        one.event.at.milliseconds < start + length
          && one.event.at.milliseconds >= start + length - days * length
      }
      if let span = query.metric.traits.span {
        return Set(
          own.filter { $0.event.body.kind == "session_start" && inside($0, span.rawValue) }.map(person)
        ).count
      }
      return own.count { inside($0, 1) && query.metric.isCounted($0.event.body) }
    }
  }

  private func person(_ one: World.Sent) -> String {
    let merged = sent.contains { other in
      if case .userChanged(previousUserID: nil) = other.event.body {
        other.device == one.device
      } else {
        false
      }
    }
    return PersonID.of(
      userID: one.event.userID ?? (merged ? World.firstUsers[one.device] : nil), deviceID: one.device)
  }
}

extension Wire.EventRecord.Body {
  /// The app built the message itself, if there is one.
  fileprivate mutating func moveToMessageOfApp(_ campaign: String) {
    switch self {
    case .impression(var shown):
      shown.campaignID = campaign
      self = .impression(shown)
    case .click(var shown, let button):
      shown.campaignID = campaign
      self = .click(shown, buttonID: button)
    case .dismissal(var shown, let cause):
      shown.campaignID = campaign
      self = .dismissal(shown, by: cause)
    default: break
    }
  }

  fileprivate var isOfMessageOfApp: Bool {
    switch self {
    case .impression(let shown), .click(let shown, _), .dismissal(let shown, _):
      shown.campaignID.hasPrefix("local")
    default: false
    }
  }
}

extension SeriesMetric {
  fileprivate func isCounted(_ body: Wire.EventRecord.Body) -> Bool {
    if body.isOfMessageOfApp, self != .events { return false }
    switch self {
    case .events: return true
    case .sessions: return body.kind == "session_start"
    case .shown: return body.kind == "impression"
    case .clicked: return body.kind == "click"
    case .dismissed: return body.kind == "dismissal"
    case .notShown:
      guard case .outcome(_, let outcome, _) = body else { return false }
      return !["shown", "queued"].contains(outcome.rawValue)
    case .activePeople, .activePeopleWeek, .activePeopleMonth: return false
    }
  }
}
