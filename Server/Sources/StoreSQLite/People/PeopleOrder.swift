// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB

/// An order in which statements list people. Some lists have two, one after the other.
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

  /// The order with which the list continues.
  var following: PeopleOrder? { self == .device ? .withoutDevice : nil }

  /// The order of the statement's own result.
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

  /// Marks a place among the people without a known device.
  private static let mark: Character = "w"

  /// The part of the list that contains a place, and the values after which the statement
  /// continues. nil when it is not a place. Without a place, the beginning.
  static func start(_ sort: PeopleSort, after place: String?) -> (
    order: PeopleOrder, values: [any DatabaseValueConvertible]
  )? {
    let order = PeopleOrder(sort)
    guard let place else { return (order, order.beginning) }
    switch order {
    case .lastSeen, .firstSeen: return ListPosition(place).map { (order, [$0.at, $0.row]) }
    case .name: return place.utf8.contains(0) ? nil : (order, [place])
    case .device, .withoutDevice:
      if place.first == mark { return Int64(place.dropFirst()).map { (.withoutDevice, [$0]) } }
      guard let dot = place.firstIndex(of: "."), let person = Int64(place[..<dot]), !place.utf8.contains(0)
      else { return nil }
      return (.device, [String(place[dot...].dropFirst()), person])
    }
  }

  /// Values that come before everybody.
  var beginning: [any DatabaseValueConvertible] {
    switch self {
    case .lastSeen, .firstSeen: [Int64.max, Int64.max]
    case .name: [""]
    case .device: ["", Int64.min]
    case .withoutDevice: [Int64.min]
    }
  }

  /// The place before everybody, for a list that continues with this order.
  var beginningPlace: String { self == .withoutDevice ? "\(Self.mark)\(Int64.min)" : "" }

  /// The place immediately after a row.
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

/// A place in a list that is ordered by time and then by a row's number.
struct ListPosition {
  var at: Int64
  var row: Int64

  var text: String { "\(at).\(row)" }
}

extension ListPosition {
  init?(_ text: String?) {
    guard let parts = text?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 2,
      let at = Int64(parts[0]),
      let row = Int64(parts[1])
    else { return nil }
    self.init(at: at, row: row)
  }
}
