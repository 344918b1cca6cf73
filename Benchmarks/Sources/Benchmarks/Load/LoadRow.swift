// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A request of the representative load. The raw values name requests in `Scripts/load.lua`.
enum LoadRow: String, CaseIterable {
  case unchanged, definitions, plain, first, events

  /// The name of the request that all others are compared with.
  static let empty = "empty"

  var name: String {
    switch self {
    case .unchanged: "sync of a known person, definitions unchanged"
    case .definitions: "sync of a known person, definitions sent, gzip"
    case .plain: "sync of a known person, definitions sent, not compressed"
    case .first: "first sync of a person, definitions sent, gzip"
    case .events: "ten events"
    }
  }

  /// Requests a second, compared with the empty route.
  var ratioGoal: Double? {
    switch self {
    case .unchanged: 0.7
    case .definitions: 0.6
    case .plain, .first: nil
    case .events: 0.25
    }
  }

  /// Microseconds of processor time for a request.
  var timeGoal: Double? { self == .events ? 300 : nil }

  /// Processor time, compared with that of another row.
  var costGoal: (row: LoadRow, factor: Double)? { self == .first ? (.definitions, 3) : nil }
}
