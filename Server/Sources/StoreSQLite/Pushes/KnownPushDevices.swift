// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store
import Synchronization

/// Remembers which rows say where pushes for a device go, because every request of every device
/// asks for them.
///
/// It hears of every change of them (`ChangeFeed`).
///
/// Holds up to 262,144 rows: two for each device, because some requests name a person and others do
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
    var forgotten: UInt32 = 0
    /// By the number of the key. A new one takes the place of the one before.
    var kept = ContiguousArray<Kept?>(repeating: nil, count: KnownPushDevices.places)
  }

  private static let numbers = 1 << 14
  private static let places = 1 << 18
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

extension KnownPushDevices: ChangeListener {
  func hear(_ change: StoreChange) {
    switch change {
    case .pushDevice(let name, _), .person(let name, _):
      let number = Self.number(of: name)
      state.withLock { $0.changes[number] &+= 1 }
    case .everything:
      state.withLock { state in
        state.forgotten &+= 1
        for place in state.kept.indices { state.kept[place] = nil }
      }
    case .catalogue, .keys, .pushKeys, .device, .facts: break
    }
  }
}
