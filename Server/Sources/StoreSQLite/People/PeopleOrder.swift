// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB

/// An order in which statements list people; some lists have two, one after the other.
enum PeopleOrder: Hashable, Sendable {
  case lastSeen, firstSeen, name, device, withoutDevice

  init(_ sort: PeopleSort) {
    self =
      switch sort {
      case .lastSeen: .lastSeen
      case .firstSeen: .firstSeen
      case .name: .name
      case .device: .device
      }
  }

  /// What the list goes on with.
  var following: PeopleOrder? { self == .device ? .withoutDevice : nil }

  /// Of the statement's own result.
  var columns: String {
    switch self {
    case .lastSeen: "p.last_seen DESC, p.person_id DESC"
    case .firstSeen: "p.first_seen DESC, p.person_id DESC"
    case .name: "p.alias"
    case .device: "p.words, p.person_id"
    case .withoutDevice: "p.person_id"
    }
  }

  // MARK: - Places

  /// Begins a place among those of whom no device is known.
  private static let mark: Character = "w"

  /// In which part of a list a place is, and the values that the statement goes on behind; nil: not a place. `place` nil: the beginning.
  static func start(_ sort: PeopleSort, after place: String?) -> (order: PeopleOrder, values: [any DatabaseValueConvertible])? {
    let order = PeopleOrder(sort)
    guard let place else { return (order, order.beginning) }
    switch order {
    case .lastSeen, .firstSeen: return ListPosition(place).map { (order, [$0.at, $0.row]) }
    case .name: return place.utf8.contains(0) ? nil : (order, [place])
    case .device, .withoutDevice:
      if place.first == mark { return Int64(place.dropFirst()).map { (.withoutDevice, [$0]) } }
      guard let dot = place.firstIndex(of: "."), let person = Int64(place[..<dot]), !place.utf8.contains(0) else { return nil }
      return (.device, [String(place[dot...].dropFirst()), person])
    }
  }

  /// The values before everybody.
  var beginning: [any DatabaseValueConvertible] {
    switch self {
    case .lastSeen, .firstSeen: [Int64.max, Int64.max]
    case .name: [""]
    case .device: ["", Int64.min]
    case .withoutDevice: [Int64.min]
    }
  }

  /// The place before everybody, for a list that goes on with this order.
  var beginningPlace: String { self == .withoutDevice ? "\(Self.mark)\(Int64.min)" : "" }

  /// The place right behind a row.
  func place(_ row: Row) -> String {
    let person: Int64 = row["person_id"]
    return switch self {
    case .lastSeen: ListPosition(at: row["last_seen"], row: person).text
    case .firstSeen: ListPosition(at: row["first_seen"], row: person).text
    case .name: row["alias"]
    case .device: "\(person)." + (row["words"] as String)
    case .withoutDevice: "\(Self.mark)\(person)"
    }
  }
}
