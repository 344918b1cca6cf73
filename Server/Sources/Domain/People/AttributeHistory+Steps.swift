// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// The row of an attribute: the result of its whole history.
public struct StoredAttribute: Hashable, Sendable {
  public var value: Wire.JSONValue
  public var newest: AttributeHistory.Place
  /// The number of steps; 0 when the attribute was only set and the row is all there is.
  public var steps: Int

  public init(value: Wire.JSONValue, newest: AttributeHistory.Place, steps: Int) {
    self.value = value
    self.newest = newest
    self.steps = steps
  }
}

extension AttributeHistory {
  /// A part of a history as it is stored, at its place.
  public struct Step: Hashable, Sendable {
    public static let set = "set"
    public static let folded = "folded"

    /// `set`, `folded` or an operation.
    public var kind: String
    public var value: Wire.JSONValue

    public init(kind: String, value: Wire.JSONValue) {
      self.kind = kind
      self.value = value
    }
  }

  /// As it was stored, in order.
  public init(steps: [(place: Place, step: Step)]) {
    var history = AttributeHistory()
    var changes: [Said<Wire.AttributeChange>] = []
    for (place, step) in steps {
      switch step.kind {
      case Step.set: history = AttributeHistory(set: Said(step.value, at: place))
      case Step.folded: history = AttributeHistory(set: history.set, folded: Said(step.value, at: place))
      default: changes.append(Said(Wire.AttributeChange(Wire.Open(step.kind), step.value), at: place))
      }
    }
    self.init(set: history.set, folded: history.folded, changes: changes)
  }

  /// Everything that was said about one attribute, in any order.
  public init(of events: [(record: Wire.EventRecord, countedAt: Instant)]) {
    self.init()
    for (record, at) in events { add(record, at: Place(record, at: at)) }
  }

  /// Adds what an event says about the attribute.
  public mutating func add(_ record: Wire.EventRecord, at place: Place) {
    switch record.body {
    case .attribute(_, let value): add(value, at: place)
    case .attributeChange(_, let change): add(change, at: place)
    default: break
    }
  }

  /// Empty when the attribute was only set.
  var steps: [Place: Step] {
    guard folded != nil || !changes.isEmpty else { return [:] }
    var steps: [Place: Step] = [:]
    if let set { steps[set.place] = Step(kind: Step.set, value: set.content) }
    if let folded { steps[folded.place] = Step(kind: Step.folded, value: folded.content) }
    for change in changes {
      steps[change.place] = Step(kind: change.content.operation.rawValue, value: change.content.value)
    }
    return steps
  }
}

extension AttributeHistory.Place {
  /// - Parameter at: The instant at which the event counts.
  public init(_ record: Wire.EventRecord, at: Instant) {
    self.init(isOwn: record.userID != nil, at: at, eventID: record.id)
  }
}

extension Wire.EventRecord.Body {
  /// The key of the attribute that the event sets or changes; nil for other events.
  public var attributeKey: String? {
    switch self {
    case .attribute(let key, _), .attributeChange(let key, _): key
    default: nil
    }
  }
}

/// How much of an attribute's history a batch needs.
///
/// Statements that arrive in order, as almost all do, change the value in the row and cost the same
/// however long the history is. Only late or large ones need the whole history. A full history
/// gives up as many of its first steps as new ones arrive.
public struct AttributeReading: Hashable, Sendable {
  private var earliest: AttributeHistory.Place?
  private var changes = 0
  private var isAnyLarge = false

  public init() {}

  /// Adds an event that says something about the attribute.
  mutating func add(_ record: Wire.EventRecord, at place: AttributeHistory.Place) {
    earliest = earliest.map { min($0, place) } ?? place
    guard case .attributeChange(_, let change) = record.body else { return }
    changes += 1
    if AttributeHistory.isLarge(change) { isAnyLarge = true }
  }

  /// Adds what another batch says about the attribute.
  public mutating func add(_ other: AttributeReading) {
    earliest = earliest.map { mine in other.earliest.map { min(mine, $0) } ?? mine } ?? other.earliest
    changes += other.changes
    isAnyLarge = isAnyLarge || other.isAnyLarge
  }

  /// How many of the first steps have to be read; 0 for none.
  public func steps(of stored: StoredAttribute) -> Int {
    guard stored.steps > 0, let earliest else { return 0 }
    if earliest <= stored.newest || isAnyLarge { return stored.steps }
    // The value that was set, the folded value, and one step for each change that arrives.
    return stored.steps + changes > AttributeHistory.kept ? min(changes + 2, stored.steps) : 0
  }
}

/// What has to be written to bring a stored attribute of a person in line with its history. Touches
/// only the steps that differ.
public struct AttributeUpdate: Hashable, Sendable {
  public var key: String
  /// nil when the attribute is removed.
  public var row: StoredAttribute?
  /// Whether all stored steps are removed first.
  public var removesAllSteps = false
  public var removed: [AttributeHistory.Place] = []
  /// Steps to store, whether or not there is already a step at their place.
  public var put: [AttributeHistory.Place: AttributeHistory.Step] = [:]

  /// - Parameters:
  ///   - stored: The stored history, as far as it was read.
  ///   - value: The history's value, if it is known already.
  public init(
    _ key: String, _ history: AttributeHistory, over stored: AttributeHistory, value: Wire.JSONValue? = nil
  ) {
    self.key = key
    if let newest = history.newest {
      row = StoredAttribute(value: value ?? history.value, newest: newest, steps: history.stepCount)
    }
    removesAllSteps = history.isWhole && !stored.isWhole
    let (before, after) = (removesAllSteps ? [:] : stored.steps, history.steps)
    put = after.filter { before[$0.key] != $0.value }
    removed = before.keys.filter { after[$0] == nil }
  }
}
