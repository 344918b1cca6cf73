// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The properties that several filters read of one event, each named once, so that an event's properties are looked up once for all of them.
struct PropertyLayout: Sendable {
  /// A property at the root; `field` is what it means in a purchase when no property has that name.
  struct Place: Hashable, Sendable {
    var key: String
    var field: PurchaseField?
  }

  private(set) var places: ContiguousArray<Place> = []
  private var positions: [Place: Int] = [:]

  mutating func position(of place: Place) -> Int {
    if let known = positions[place] { return known }
    positions[place] = places.count
    places.append(place)
    return places.count - 1
  }

  /// Calls `body` with the values that stand at the places, nil where nothing does.
  @inline(__always)
  func withValues<Result>(of source: some PropertySource, _ body: (LaidOutProperties) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: Value?.self, capacity: places.count) { values in
      for (position, place) in places.enumerated() {
        values.initializeElement(at: position, to: source.value(place.key, place.field, -1))
      }
      defer { values.deinitialize() }
      return body(LaidOutProperties(values: UnsafeBufferPointer(values)))
    }
  }
}

/// An event's properties in the order of a layout. Valid only while the layout calls with it.
struct LaidOutProperties: PropertySource {
  let values: UnsafeBufferPointer<Value?>

  @inline(__always)
  func value(_ key: String, _ field: PurchaseField?, _ position: Int) -> Value? { values[position] }
}

extension FilterProgram {
  /// The same filter, which reads its properties at the places of the layout; those it needs are added.
  func laidOut(in layout: inout PropertyLayout) -> FilterProgram {
    var program = self
    var isSeen = ContiguousArray(repeating: false, count: instructions.count)
    var waiting = [entry]
    // What only the filter of an `anyElement` reads are properties of elements, not of the event.
    while let position = waiting.popLast() {
      guard position >= 0, !isSeen[position] else { continue }
      isSeen[position] = true
      let instruction = instructions[position]
      let field = instruction.innerKeys.isEmpty ? instruction.field : nil
      program.instructions[position].position = layout.position(of: .init(key: instruction.key, field: field))
      waiting += [instruction.ifTrue, instruction.ifFalse]
    }
    return program
  }

  /// True when properties in the order of the layout satisfy the filter.
  @inline(__always)
  func evaluate(_ properties: LaidOutProperties, at now: Instant) -> Bool {
    run(on: properties, at: now).result == Self.accepted
  }

  func explain(_ properties: LaidOutProperties, at now: Instant) -> FilterMiss? {
    miss(on: properties, at: now)
  }
}
