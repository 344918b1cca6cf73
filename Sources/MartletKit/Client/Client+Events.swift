// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Whose a record is.
struct Owner: Hashable, Sendable {
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
    record.formerDeviceID = formerDeviceID(of: owner)
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
      if !timers.isSet(.synchronize) { timers.set(.synchronize, at: environment.monotonicNow() + Self.synchronizeDelay) }
    }
    add(record, bytes: json.count)
  }

  /// Puts a record that is in the journal into the outbox.
  func add(_ record: Wire.EventRecord, bytes: Int) {
    let dropped = outbox.add(record, bytes: bytes)
    if !dropped.isEmpty {
      log.error(
        "The journal is full (\(outbox.limits.count) events or \(outbox.limits.bytes) bytes): \(dropped.count) old ones were dropped.")
      forget(dropped)
      noteDropped(dropped.count)
    }
    startFlushTimer()
  }

  /// Under the automatic policy what waits is sent when the timer runs out.
  func startFlushTimer() {
    guard settings.requestPolicy == .automatic, !timers.isSet(.flush) else { return }
    timers.set(.flush, at: environment.monotonicNow() + settings.flushInterval)
  }

  /// The outbox has let go of these; so does the journal.
  func forget(_ ids: [String]) {
    guard !ids.isEmpty, let storage else { return }
    attempt("write to the journal") {
      try storage.journal.forget(ids)
      if storage.journal.isWasteful(wantedBytes: outbox.bytes) { try storage.journal.rewrite(with: outbox.entries.map(\.record)) }
    }
    if storage.journal.isDirty, !timers.isSet(.synchronize) {
      timers.set(.synchronize, at: environment.monotonicNow() + Self.synchronizeDelay)
    }
  }

  /// A record is on the disk, not only with the system, after this time at the latest, and before it is sent.
  static let synchronizeDelay = Duration.milliseconds(100)
}
