// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import Synchronization

/// Remembers which rows say where pushes for a device go, because every request of every device
/// asks for them.
///
/// What it remembers is what is stored. SQLite tells it of every row that a statement of this
/// process changes, whichever statement that is, before anybody learns that the change is stored.
/// Of what other processes write, the store finds out within ten seconds, plus the time that the
/// answer waits for the writer.
///
/// Holds up to 32,768 rows: two for each device, because some requests name a person and others do
/// not.
final class KnownPushDevices: Sendable {
  /// Whose rows they are.
  struct Key: Hashable, Sendable {
    var app: ExactText
    var device: ExactText
    /// The person whom the device names (`PersonID`).
    var person: ExactText?
  }

  /// How much had changed when something was read. Taken before reading.
  struct Mark: Equatable, Sendable {
    fileprivate var device: UInt32
    fileprivate var person: UInt32
    fileprivate var all: UInt32
  }

  fileprivate final class Kept: Sendable {
    let key: Key
    let mark: Mark
    let rows: StoredPushDevice

    init(_ key: Key, _ mark: Mark, _ rows: StoredPushDevice) {
      (self.key, self.mark, self.rows) = (key, mark, rows)
    }
  }

  fileprivate struct State {
    /// How often rows changed, by the hash of the name of their device or person. Names that share
    /// a number only forget each other.
    var changes = ContiguousArray<UInt32>(repeating: 0, count: KnownPushDevices.numbers)
    /// What the transaction under way changed.
    var changing: Set<Int> = []
    var forgotten: UInt32 = 0
    /// By the number of the key. A new one takes the place of the one before.
    var kept = ContiguousArray<Kept?>(repeating: nil, count: KnownPushDevices.places)
    /// When others' revision was last asked for, whether the answer is on its way, and what it was.
    var askedAt: Instant?
    var isAsking = false
    var revision: Int64?
  }

  private static let numbers = 1 << 14
  private static let places = 1 << 15
  /// How long what others changed may stay unnoticed.
  private static let freshFor = Duration.seconds(10)
  private let state = Mutex(State())

  // MARK: - What is remembered

  /// What is stored, if it is known.
  func rows(of key: Key) -> StoredPushDevice? {
    let place = Self.place(of: key)
    let (device, person) = Self.numbers(of: key)
    return state.withLock { state in
      guard let kept = state.kept[place], kept.key == key else { return nil }
      guard kept.mark == state.mark(device, person) else {
        // Nobody's token stays here longer than it has to.
        state.kept[place] = nil
        return nil
      }
      return kept.rows
    }
  }

  /// Take it before reading what `keep` gets.
  func mark(of key: Key) -> Mark {
    let (device, person) = Self.numbers(of: key)
    return state.withLock { $0.mark(device, person) }
  }

  func keep(_ rows: StoredPushDevice, of key: Key, _ mark: Mark) {
    let kept = Kept(key, mark, rows)
    state.withLock { $0.kept[Self.place(of: key)] = kept }
  }

  /// Whether it is time to ask for the revision of others. Returns true to one caller, who calls
  /// `compare` with the answer.
  func isToAsk(at now: Instant) -> Bool {
    state.withLock { state in
      if state.isAsking { return false }
      // A request can be a little older than one that overtook it. A clock that was put back is
      // much older.
      if let asked = state.askedAt, now > asked - Self.freshFor, now < asked + Self.freshFor { return false }
      state.askedAt = now
      state.isAsking = true
      return true
    }
  }

  /// - Parameter revision: nil if nobody could be asked.
  func compare(revision: Int64?) {
    state.withLock { state in
      if revision == nil || state.revision != revision {
        state.forgotten &+= 1
        for place in state.kept.indices { state.kept[place] = nil }
      }
      state.revision = revision
      state.isAsking = false
    }
  }

  private static func numbers(of key: Key) -> (device: Int, person: Int?) {
    (number(of: key.device), key.person.map(number))
  }
  private static func number(of name: ExactText) -> Int {
    index(UInt64.hashStart.hashing(name.text), below: numbers)
  }

  private static func place(of key: Key) -> Int {
    let device = UInt64.hashStart.hashing(key.app.text).hashing(key.device.text)
    return index(key.person.map { device.hashing($0.text) } ?? device, below: places)
  }

  /// Who chooses names that collide only makes the store read rows that it could have known.
  ///
  /// - Parameter count: A power of two.
  private static func index(_ hash: UInt64, below count: Int) -> Int {
    Int(truncatingIfNeeded: hash.mixed) & (count - 1)
  }
}

extension KnownPushDevices.State {
  fileprivate func mark(_ device: Int, _ person: Int?) -> KnownPushDevices.Mark {
    KnownPushDevices.Mark(device: changes[device], person: person.map { changes[$0] } ?? 0, all: forgotten)
  }
}

extension KnownPushDevices: TransactionObserver {
  /// Call with the connection that writes, before anything is remembered.
  func watch(_ db: Database) throws {
    db.add(
      function: DatabaseFunction("note_push_change", argumentCount: 1) { [self] values in
        if let name = String.fromDatabaseValue(values[0]) { note(ExactText(name)) }
        return nil
      })
    db.add(transactionObserver: self, extent: .databaseLifetime)
    try db.execute(sql: SQL.watchPushDevices)
  }

  private func note(_ name: ExactText) {
    let number = Self.number(of: name)
    state.withLock { state in
      state.changes[number] &+= 1
      state.changing.insert(number)
    }
  }

  /// Readers saw the old rows until now, so what they read since the change is forgotten too.
  func databaseDidCommit(_ db: Database) { endTransaction() }
  func databaseDidRollback(_ db: Database) { endTransaction() }

  private func endTransaction() {
    state.withLock { state in
      if state.changing.isEmpty { return }
      for number in state.changing { state.changes[number] &+= 1 }
      state.changing = []
    }
  }

  // The triggers tell all.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
}

extension SQL {
  /// Of the connection alone: they are not in the file.
  static let watchPushDevices = [("push_device", "device_id"), ("person_alias", "alias")].map { table, name in
    """
    CREATE TEMP TRIGGER \(table)_added AFTER INSERT ON main.\(table) BEGIN SELECT note_push_change(NEW.\(name)); END;
    CREATE TEMP TRIGGER \(table)_changed AFTER UPDATE ON main.\(table) BEGIN
      SELECT note_push_change(OLD.\(name)), note_push_change(NEW.\(name));
    END;
    CREATE TEMP TRIGGER \(table)_removed AFTER DELETE ON main.\(table) BEGIN SELECT note_push_change(OLD.\(name)); END;
    """
  }.joined(separator: "\n")
}
