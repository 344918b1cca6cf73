// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The user and session that a record belongs to.
struct Owner: Equatable, Sendable {
  /// nil if anonymous.
  var userID: String?
  var sessionID: String?
}

/// Events are written to the disk first, and then decided.
extension Client {
  /// An event that can trigger messages.
  func log(_ kind: Event.Kind, at: Instant) {
    let event = Event(id: environment.makeID(), at: at, kind: kind)
    let owner = currentOwner
    record(Wire.EventRecord(event, sessionID: owner.sessionID, userID: owner.userID))
    // Before the event is decided, so that what it delivers finds the screen.
    if case .screenView(let name, _) = kind { handle(reach: .screenChanged(name)) }
    drive(.eventLogged(event), at: environment.now())
  }

  /// An attribute is set. The engine gets the value only if it is a change and a trigger waits for
  /// it, or may wait for it.
  func log(_ change: Event.AttributeChange, of key: String, at: Instant) {
    let kind = Event.Kind.attribute(key: key, change)
    let at = attributeClock.next(at)
    guard engine.awaits(change, of: key) else {
      record(Wire.EventRecord.Body(kind), at: at)
      return drive(
        .attributeNoted(key: key, mark: DeliveryEngine.attributeMark(change)), at: environment.now())
    }
    log(kind, at: at)
  }

  /// Records an event that only the server receives. Without an owner, it belongs to the current
  /// user and session.
  func record(_ body: Wire.EventRecord.Body, at: Instant, of owner: Owner? = nil, detail: String? = nil) {
    record(makeRecord(body, at: at, of: owner ?? currentOwner, detail: detail))
  }

  func makeRecord(_ body: Wire.EventRecord.Body, at: Instant, of owner: Owner, detail: String? = nil)
    -> Wire.EventRecord
  {
    var record = Wire.EventRecord(
      id: environment.makeID(), at: at, sessionID: owner.sessionID, userID: owner.userID, body: body,
      detail: detail)
    record.formerDeviceID = uplink.formerDeviceID(of: owner)
    return record
  }

  var currentOwner: Owner { Owner(userID: state.userID, sessionID: sessions.current?.id) }

  /// Writes a record to the journal and queues it for sending.
  func record(_ record: Wire.EventRecord) {
    let json = Wire.encode(record)
    guard json.count <= Wire.Limits.eventBytes else {
      log.error(
        "An event is not logged: it has \(json.count) bytes, but the server accepts up to \(Wire.Limits.eventBytes)."
      )
      return
    }
    if let storage {
      log.attempt("write to the journal") { try storage.journal.append(json) }
      synchronizeSoon()
    }
    handle(line: .logged(record, bytes: json.count))
  }

  /// Removes records from the journal that the outbox has released.
  func forget(_ ids: [String]) {
    guard let storage else { return }
    log.attempt("write to the journal") {
      try storage.journal.forget(ids)
      if storage.journal.isWasteful(wantedBytes: uplink.bytes) {
        try storage.journal.rewrite(with: uplink.records)
      }
    }
    if storage.journal.isDirty { synchronizeSoon() }
  }

  /// Flushes records from the system to the disk within this time, and before they are sent.
  func synchronizeSoon() {
    timers.bringForward(.synchronize, to: environment.monotonicNow() + .milliseconds(100))
  }
}

/// Assigns increasing instants to the app's attribute changes.
///
/// The server orders an attribute's changes by instant. Without this clock, changes within one
/// millisecond would have a random order.
///
/// The last instant is kept in memory, because storing it would write the state file at each call.
/// If the device's clock was put back and the app is launched again, new changes therefore count as
/// earlier than the last one until the clock has caught up.
struct AttributeClock {
  private var last: Instant?
  /// If the clock was put back by more than this, the new time is used. Otherwise a clock that was
  /// years ahead would apply until the next launch.
  private static let patienceMilliseconds: Int64 = 60_000

  /// Returns the instant itself, or the millisecond after the last one.
  mutating func next(_ at: Instant) -> Instant {
    var next = at
    if let last, at <= last, last.milliseconds - at.milliseconds < Self.patienceMilliseconds {
      next = last + .milliseconds(1)
    }
    last = next
    return next
  }
}
