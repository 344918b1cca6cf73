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
  mutating func add(_ record: Wire.EventRecord, at place: Place) {
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
    for change in changes { steps[change.place] = Step(kind: change.content.operation.rawValue, value: change.content.value) }
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
