// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Whose a record is.
struct Owner: Equatable, Sendable {
  /// nil: anonymous.
  var userID: String?
  var sessionID: String?
}

/// Events: first on disk, then decided on.
extension Client {
  /// An event that can trigger messages.
  func log(_ kind: Event.Kind, at: Instant) {
    let event = Event(id: environment.makeID(), at: at, kind: kind)
    let owner = currentOwner
    record(Wire.EventRecord(event, sessionID: owner.sessionID, userID: owner.userID))
    drive(.eventLogged(event), at: environment.now())
  }

  /// An event that only the server is told of. nil: of the current user and session.
  func record(_ body: Wire.EventRecord.Body, at: Instant, of owner: Owner? = nil, detail: String? = nil) {
    record(makeRecord(body, at: at, of: owner ?? currentOwner, detail: detail))
  }

  func makeRecord(_ body: Wire.EventRecord.Body, at: Instant, of owner: Owner, detail: String? = nil) -> Wire.EventRecord {
    var record = Wire.EventRecord(
      id: environment.makeID(), at: at, sessionID: owner.sessionID, userID: owner.userID, body: body, detail: detail)
    record.formerDeviceID = uplink.formerDeviceID(of: owner)
    return record
  }

  var currentOwner: Owner { Owner(userID: state.userID, sessionID: sessions.current?.id) }

  /// Writes a record down, to be sent.
  func record(_ record: Wire.EventRecord) {
    let json = Wire.encode(record)
    guard json.count <= Wire.Limits.eventBytes else {
      log.error("An event is not logged: it has \(json.count) bytes, but the server accepts up to \(Wire.Limits.eventBytes).")
      return
    }
    if let storage {
      attempt("write to the journal") { try storage.journal.append(json) }
      synchronizeSoon()
    }
    tell(line: .logged(record, bytes: json.count))
  }

  /// The outbox has let go of these; so does the journal.
  func forget(_ ids: [String]) {
    guard let storage else { return }
    attempt("write to the journal") {
      try storage.journal.forget(ids)
      if storage.journal.isWasteful(wantedBytes: uplink.bytes) { try storage.journal.rewrite(with: uplink.records) }
    }
    if storage.journal.isDirty { synchronizeSoon() }
  }

  /// A record is on the disk, not only with the system, after this time at the latest, and before it is sent.
  func synchronizeSoon() {
    timers.bringForward(.synchronize, to: environment.monotonicNow() + .milliseconds(100))
  }
}

/// Gives what an app says of attributes instants that grow.
///
/// The server puts what is said of an attribute in the order of its instants. An app says several things within one millisecond; without
/// this, chance would decide which of them was last.
///
/// It is kept in memory: to keep the last instant over a relaunch, each of these calls would have to write the state's file anew. So when the
/// device's clock was put back and the app is launched again, what is set counts as before what was set last until the clock has caught up.
struct AttributeClock {
  private var last: Instant?
  /// A clock that was put back by more is believed: else one that was years ahead would rule until the app is launched anew.
  private static let patienceMilliseconds: Int64 = 60_000

  /// The instant itself, or the millisecond after the last one.
  mutating func next(_ at: Instant) -> Instant {
    var next = at
    if let last, at <= last, last.milliseconds - at.milliseconds < Self.patienceMilliseconds { next = last + .milliseconds(1) }
    last = next
    return next
  }
}
