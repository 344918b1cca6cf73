// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// A device of the past in both worlds.
struct PastDevice {
  /// Without the campaign that is tried, and with it once the period has begun: until then, both
  /// worlds are one.
  private var worlds: ContiguousArray<DeviceReplay>
  private let begin: Instant
  private var userID: String?
  private var isKnown = false
  /// When the events are sent that happened since the last answer, which says whether the
  /// definitions changed. nil: there are none.
  private var sendsAt: Instant?
  private var last = Instant(milliseconds: .min)

  /// How long a device collects events.
  private static let sending = Duration.seconds(10)

  /// - Parameters:
  ///   - required: Of the personalised campaigns.
  ///   - attributes: What is known about the person by now.
  init(
    _ person: BacktestPerson, _ deviceID: String, begin: Instant, keepsDecisionsSince: Instant? = nil,
    required: [CampaignID: RequiredValues] = [:], attributes: [String: Value] = [:]
  ) {
    var device = DeviceReplay(
      timeZone: person.timeZones[deviceID], keepsDecisionsSince: keepsDecisionsSince, required: required)
    device.person = RequiredValues.Person(attributes: attributes, standing: person.standing)
    worlds = [device]
    self.begin = begin
  }

  /// The attributes of the person have changed.
  mutating func know(_ attributes: [String: Value]) {
    for world in worlds.indices { worlds[world].person.attributes = attributes }
  }

  var without: DeviceReplay { worlds[0] }
  /// nil until the period begins.
  var with: DeviceReplay? { worlds.count > 1 ? worlds[1] : nil }

  /// Parts the two worlds once the period has begun.
  private mutating func part(at now: Instant) {
    if worlds.count == 1, now >= begin { worlds.append(worlds[0]) }
  }

  /// Before the next event: if earlier ones were sent meanwhile, the answer may have changed the
  /// definitions. Returns when the device received it.
  mutating func pass(to now: Instant) -> Instant? {
    part(at: now)
    guard let due = sendsAt, due <= now else { return nil }
    sendsAt = nil
    // An app that was ended asks when it starts again.
    guard now < last + DeviceReplay.stay || worlds[0].isOpen else { return nil }
    for world in worlds.indices { worlds[world].pass(to: min(now, max(due, last))) }
    return due
  }

  /// What comes before the device logs the event. Returns whether it asks for definitions then.
  ///
  /// - Parameter isUse: Whether somebody used the app.
  mutating func begin(_ event: BacktestPerson.Event, isUse: Bool) -> Bool {
    // The history may begin in the middle of a session.
    let isStart = event.record.body.isSessionStart || (!isKnown && isUse)
    for world in worlds.indices {
      if isStart {
        worlds[world].finish(lastEvent: last, end: event.at)
      } else {
        worlds[world].pass(to: event.at)
      }
    }
    last = event.at
    // A report about a message names the user who saw it, who may have signed out since.
    let isOther = event.record.userID != userID && (isStart || isUse || event.record.body.isChangeOfUser)
    if isOther { userID = event.record.userID }
    for world in worlds.indices {
      if isOther {
        worlds[world].person.userID = userID
        worlds[world].changeUser(to: userID, at: event.at)
      }
      if isStart { worlds[world].startSession(at: event.at) }
    }
    // A device asks for definitions when a session starts and when somebody signs in.
    if isStart || isOther {
      isKnown = true
      sendsAt = nil
      return true
    }
    if isKnown { sendsAt = sendsAt ?? event.at + Self.sending }
    return false
  }

  /// The event itself.
  ///
  /// - Parameter logged: What the engine gets of it.
  mutating func end(_ event: BacktestPerson.Event, _ logged: Event?) {
    for world in worlds.indices {
      if case .sessionEnd = event.record.body { worlds[world].endSession(at: event.at) }
      if let logged { worlds[world].log(logged, at: event.at) }
      worlds[world].becomeActive(at: event.at)
    }
  }

  mutating func finish(at end: Instant) {
    part(at: end)
    for world in worlds.indices { worlds[world].finish(lastEvent: last, end: end) }
  }

  /// - Parameter definitions: Those that the device gets, with the campaign or without it, if it
  ///   has those with the tag; nil: it has them already.
  mutating func receive(at now: Instant, _ definitions: (_ isWith: Bool, _ held: String?) -> PastDefinitions?)
  {
    for world in worlds.indices {
      if let new = definitions(world > 0, worlds[world].heldTag) { worlds[world].receive(new, at: now) }
    }
  }
}

extension Wire.EventRecord.Body {
  fileprivate var isSessionStart: Bool { if case .sessionStart = self { true } else { false } }
  fileprivate var isChangeOfUser: Bool { if case .userChanged = self { true } else { false } }
}
