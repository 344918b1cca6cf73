// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The devices of a person, in the order in which they were first used.
struct PastDevices {
  var values: [PastDevice] = []
  private var places: [String: Int] = [:]
  /// The device that was asked for last: most events follow one of the same device.
  private var last: (id: String, place: Int)?

  /// nil if it did nothing.
  subscript(id: String) -> PastDevice? { places[id].map { values[$0] } }

  /// Where the device is, which is made if it is new.
  mutating func place(of id: String, make: () -> PastDevice) -> Int {
    if let last, last.id == id { return last.place }
    let place = places[id] ?? values.count
    if place == values.count {
      places[id] = place
      values.append(make())
    }
    last = (id, place)
    return place
  }
}
