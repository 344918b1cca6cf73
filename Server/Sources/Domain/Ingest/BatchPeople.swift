// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// Whose each event of a batch is, who is new, and who turns out to be somebody else.
///
/// The rule, of which `docs/wire.md` tells devices' side: the first user who signs in on a device where nobody was known takes over what was
/// done there, once. Afterwards the device's anonymous name leads to the user, so whatever arrives late under it is the user's too. A device
/// that was taken over stays so: another user who signs in there later takes nothing.
public struct BatchPeople: Sendable {
  /// What is stored of the people that a batch names.
  public struct State: Sendable {
    /// The integer that stands for a person, by what the person is called.
    public var keys: [ExactText: Int64]
    /// The first that nobody has.
    public var next: Int64
    /// Whether the anonymous person of the batch's device is still called so. Asked for only if somebody signs in.
    public var isAnonymous: Bool
    /// Sign-ins of the batch that are stored already, by their index.
    public var storedSignIns: Set<Int>

    public init(keys: [ExactText: Int64] = [:], next: Int64 = 1, isAnonymous: Bool = false, storedSignIns: Set<Int> = []) {
      self.keys = keys
      self.next = next
      self.isAnonymous = isAnonymous
      self.storedSignIns = storedSignIns
    }
  }

  public struct New: Hashable, Sendable {
    public var key: Int64
    public var name: String
    public var seenAt: Instant

    public init(key: Int64, name: String, seenAt: Instant) {
      self.key = key
      self.name = name
      self.seenAt = seenAt
    }
  }

  public struct SignIn: Hashable, Sendable {
    public var user: Int64
    public var at: Instant
  }

  /// Whom the anonymous person turns out to be, after the events before `index`.
  public struct Merge: Hashable, Sendable {
    public var anonymous: Int64
    public var user: Int64
    public var index: Int
  }

  /// For each event; 0 for one that cannot be stored.
  public private(set) var keys: [Int64] = []
  /// In the order in which they are made.
  public private(set) var new: [New] = []
  /// Of whom the device's anonymous name becomes another one. nil: of nobody, or it was theirs already.
  public private(set) var adopted: Int64?
  /// Of the user to whom the device's anonymous name leads, in any order.
  public private(set) var signIns: [SignIn] = []
  /// At most one, as a device is taken over once.
  public private(set) var merge: Merge?

  public init(_ batch: PreparedBatch, _ state: State) {
    var keyOf = batch.people.map { state.keys[ExactText($0)] }
    let anonymousName = batch.anonymousName
    let anonymousIndex = batch.people.firstIndex { ExactText($0) == ExactText(anonymousName) }
    var anonymous = state.keys[ExactText(anonymousName)]
    var isAnonymous = state.isAnonymous
    var next = state.next
    var seen: Set<EventName> = []
    let hasSignIns = !batch.signIns.isEmpty
    keys.reserveCapacity(batch.events.count)
    for (index, event) in batch.events.enumerated() {
      guard event.refusal == nil else {
        keys.append(0)
        continue
      }
      let key: Int64
      if let known = keyOf[event.person] {
        key = known
      } else {
        key = next
        next += 1
        new.append(New(key: key, name: batch.people[event.person], seenAt: event.countedAt))
        keyOf[event.person] = key
        if event.person == anonymousIndex { (anonymous, isAnonymous) = (key, true) }
      }
      keys.append(key)
      guard hasSignIns else { continue }
      let isFirst = seen.insert(EventName(person: key, id: ExactText(event.record.id))).inserted
      guard batch.isSignIn(event.record), isFirst, !state.storedSignIns.contains(index) else { continue }
      switch anonymous {
      case nil: adopted = key
      case key?: break
      case let other? where isAnonymous: merge = Merge(anonymous: other, user: key, index: index + 1)
      default: continue
      }
      (anonymous, isAnonymous) = (key, false)
      if let anonymousIndex { keyOf[anonymousIndex] = key }
      signIns.append(SignIn(user: key, at: event.countedAt))
    }
  }
}

/// An event's id counts once for a person.
struct EventName: Hashable {
  var person: Int64
  var id: ExactText
}

extension PreparedBatch {
  /// What the person is called who uses the device while nobody has signed in.
  public var anonymousName: String { PersonID.of(userID: nil, deviceID: deviceID) }

  func isSignIn(_ record: Wire.EventRecord) -> Bool {
    guard case .userChanged(previousUserID: nil) = record.body else { return false }
    return record.userID != nil && deviceDescription != nil
  }
}
