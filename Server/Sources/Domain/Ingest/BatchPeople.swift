// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// Who each event of a batch belongs to, who is new, and who turns out to be somebody else.
///
/// The rule (`docs/wire.md` describes the devices' side): the first user who signs in on a device
/// where nobody was known takes over what was done there, once. A user of whom nothing was known is
/// the anonymous person with a name. From then on the device's anonymous name leads to that user,
/// so events that arrive late under it are the user's too. Another user who signs in there later
/// takes over nothing.
public struct BatchPeople: Sendable {
  /// What is stored about the people that a batch names.
  public struct State: Sendable {
    /// The integer that identifies a person, by the person's name (`PersonID`).
    public var keys: [ExactText: Int64]
    /// Integers that no person has: as many as there are names without one.
    public var free: [Int64]
    /// Whether the anonymous person of the batch's device still has that name. Asked for only if
    /// somebody signs in.
    public var isAnonymous: Bool
    /// Indices of the batch's sign-ins that are stored already.
    public var storedSignIns: Set<Int>

    public init(
      keys: [ExactText: Int64] = [:], free: [Int64] = [], isAnonymous: Bool = false,
      storedSignIns: Set<Int> = []
    ) {
      self.keys = keys
      self.free = free
      self.isAnonymous = isAnonymous
      self.storedSignIns = storedSignIns
    }

    /// Adds the new people of a batch, for those that are stored with it.
    public mutating func add(_ people: [New]) {
      for person in people { keys[ExactText(person.name)] = person.key }
      let used = Set(people.map(\.key))
      free.removeAll(where: used.contains)
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

  /// The user whom the anonymous person turns out to be. The merge follows the events before
  /// `index`.
  public struct Merge: Hashable, Sendable {
    public var anonymous: Int64
    public var user: Int64
    public var index: Int
  }

  public struct Renaming: Hashable, Sendable {
    public var person: Int64
    /// The user's.
    public var name: String
  }

  /// The person of each event; 0 for an event that cannot be stored.
  public private(set) var keys: [Int64] = []
  /// In the order in which they are created.
  public private(set) var new: [New] = []
  /// The person who gets the device's anonymous name as another name; nil when nobody does, or when
  /// the name was already theirs.
  public private(set) var adopted: Int64?
  /// Sign-ins of the user to whom the device's anonymous name leads, in any order.
  public private(set) var signIns: [SignIn] = []
  /// At most one, because a device is taken over once. nil if nothing was known of the user: then
  /// the anonymous person stays, with the user's name.
  public private(set) var merge: Merge?
  /// The anonymous person who is called by a user's name from now on, and had no other person's.
  public private(set) var renamed: Renaming?

  public init(_ batch: PreparedBatch, _ state: State) {
    var keyOf = batch.people.map { state.keys[ExactText($0)] }
    let anonymousName = batch.anonymousName
    let anonymousIndex = batch.people.firstIndex { ExactText($0) == ExactText(anonymousName) }
    var anonymous = state.keys[ExactText(anonymousName)]
    var isAnonymous = state.isAnonymous
    var free = state.free[...]
    var seen: Set<EventName> = []
    let hasSignIns = !batch.signIns.isEmpty
    keys.reserveCapacity(batch.events.count)
    // Each field is read from the batch where it is needed, because an event is large.
    for index in batch.events.indices {
      guard batch.events[index].refusal == nil else {
        keys.append(0)
        continue
      }
      let person = batch.events[index].person
      let key: Int64
      if let known = keyOf[person] {
        key = known
      } else {
        // There is one for each name.
        key = free.removeFirst()
        new.append(New(key: key, name: batch.people[person], seenAt: batch.events[index].countedAt))
        keyOf[person] = key
        if person == anonymousIndex { (anonymous, isAnonymous) = (key, true) }
      }
      keys.append(key)
      guard hasSignIns else { continue }
      let event = batch.events[index]
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
    if let merge, let place = new.firstIndex(where: { $0.key == merge.user }) {
      keepAnonymous(merge, new.remove(at: place))
    }
  }

  /// Nothing was known of the user before the batch. So the anonymous person becomes the user and
  /// stays who they were: what is drawn for them, arms of experiments and random numbers, stays
  /// too.
  private mutating func keepAnonymous(_ merge: Merge, _ user: New) {
    self.merge = nil
    for index in keys.indices where keys[index] == user.key { keys[index] = merge.anonymous }
    for index in signIns.indices where signIns[index].user == user.key {
      signIns[index].user = merge.anonymous
    }
    if let place = new.firstIndex(where: { $0.key == merge.anonymous }) {
      // The device's name leads to the same person.
      new[place] = New(key: merge.anonymous, name: user.name, seenAt: min(new[place].seenAt, user.seenAt))
      adopted = merge.anonymous
    } else {
      renamed = Renaming(person: merge.anonymous, name: user.name)
    }
  }
}

/// An event's id counts once per person.
struct EventName: Hashable {
  var person: Int64
  var id: ExactText
}

extension PreparedBatch {
  /// The name of the person who uses the device while nobody has signed in.
  public var anonymousName: String { PersonID.of(userID: nil, deviceID: deviceID) }

  func isSignIn(_ record: Wire.EventRecord) -> Bool {
    guard case .userChanged(previousUserID: nil) = record.body else { return false }
    return record.userID != nil && deviceDescription != nil
  }
}
