// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// One page of a list of people: what it is made of, in which order, and how the next one
/// continues.
///
/// A store reads what `request` says and adds it, until there is no request.
public struct PeoplePage: Sendable {
  public let search: String
  public let terms: ListSearch
  /// The people of the page, in order.
  public private(set) var people: [PeopleRow] = []
  /// With what the next page continues; nil if everybody was listed.
  public private(set) var next: String?
  /// What is read next; nil if the page is complete.
  public private(set) var request: Request?
  private let order: PeopleOrder
  private let limit: Int
  private let start: (part: Part, after: PeopleMark?)
  private let isFirst: Bool
  /// Those who use the device that is looked for. They are on the first page.
  private var known: Set<Int64> = []

  /// The list is made of these, one after the other. Nobody is in two of them.
  public enum Part: Hashable, Sendable {
    /// People who use the device with exactly this id.
    case device
    /// People whose user id begins with the search.
    case userID
    /// People who are called so.
    case contact(ContactField)
    /// Without a search everybody, with one all others who match it.
    case all(PeopleOrder)
  }

  public struct Request: Hashable, Sendable {
    public var part: Part
    /// The place after which it continues; nil for the beginning.
    public var after: PeopleMark?
    /// How many are read.
    public var limit: Int
  }

  /// - Parameters:
  ///   - after: The `next` of the page before; nil for the first.
  ///
  /// nil if nobody can be found, or if there is no such page.
  public init?(search: String, sort: PeopleSort, after: String?, limit: Int) {
    guard search.count <= PeopleLimits.searchLength, !search.utf8.contains(0) else { return nil }
    self.search = search
    terms = ListSearch(search, marks: PeopleLimits.searchedMarks, limit: PeopleLimits.searchWords)
    order = PeopleOrder(sort)
    self.limit = limit
    isFirst = after == nil
    guard let place = Self.start(after, search, isSearch: !terms.isEmpty, order) else { return nil }
    start = place
    if terms.isEmpty {
      go(to: start.part, after: start.after)
    } else {
      // On later pages too, because whoever was on the first is left out of the others.
      request = Request(part: .device, limit: limit)
    }
  }

  /// - Parameters:
  ///   - rows: What was read for `request`, in order.
  ///   - last: In a part of which only some people are looked at: the last of them, if there may
  ///     be more.
  public mutating func add(_ rows: [PeopleRow], lookedAt last: PeopleRow? = nil) {
    guard let request else { return }
    self.request = nil
    var seen = known
    let found = rows.filter { seen.insert($0.person).inserted }
    if request.part == .device {
      // Others who do not fit are found by their device's id, like everybody whom a word finds.
      known = Set(found.prefix(limit).map(\.person))
      if isFirst { people = Array(found.prefix(limit)) }
      return go(to: start.part, after: start.after)
    }
    let taken = found.prefix(limit - people.count)
    people += taken
    if found.count > taken.count {
      next = text(request.part, after: taken.last.map { mark(request.part, $0) } ?? request.after)
    } else if let last {
      next = text(request.part, after: mark(request.part, last))
    } else if let following = following(request.part) {
      go(to: following, after: nil)
    }
  }

  private mutating func go(to part: Part, after: PeopleMark?) {
    var (part, after) = (part, after)
    while case .contact(let field) = part, field.beginning(of: search) == nil,
      let following = following(part)
    {
      (part, after) = (following, nil)
    }
    let room = limit - people.count
    if room == 0, case .all = part, !terms.isEmpty {
      // To look for somebody more would cost as much as the next page.
      next = text(part, after: nil)
    } else {
      // One more says whether the list continues.
      request = Request(part: part, after: after, limit: room + 1 + known.count)
    }
  }

  private func following(_ part: Part) -> Part? {
    switch part {
    case .device, .userID: .contact(.email)
    case .contact(let field): ContactField(rawValue: field.rawValue + 1).map { .contact($0) } ?? .all(order)
    case .all(let order): order.following.map { .all($0) }
    }
  }

  // MARK: - Places

  /// The first character of a place in a search.
  private enum Sign {
    static let userIDs: Character = "n"
    static let contacts: Character = "c"
    static let others: Character = "o"
  }

  /// What the alias of everybody whose user id begins with the search begins with.
  public var prefix: String { PersonID.of(userID: search, deviceID: "") }

  private static func start(_ text: String?, _ search: String, isSearch: Bool, _ order: PeopleOrder) -> (
    Part, PeopleMark?
  )? {
    guard let text else { return isSearch ? (.userID, nil) : (.all(order), nil) }
    guard !text.utf8.contains(0) else { return nil }
    guard isSearch else { return order.place(text).map { (.all($0), $1) } }
    let place = String(text.dropFirst())
    switch text.first {
    case Sign.userIDs:
      let isPlace = place.hasPrefix(PersonID.of(userID: search, deviceID: ""))
      return place.isEmpty ? (.userID, nil) : isPlace ? (.userID, PeopleMark(text: place)) : nil
    case Sign.contacts:
      let parts = place.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
      guard let field = Int(parts[0]).flatMap(ContactField.init) else { return nil }
      if parts.count == 1 { return (.contact(field), nil) }
      guard parts.count == 3, let person = Int64(parts[1]) else { return nil }
      return (.contact(field), PeopleMark(text: String(parts[2]), person: person))
    case Sign.others:
      return place.isEmpty ? (.all(order), nil) : order.place(place).map { (.all($0), $1) }
    default: return nil
    }
  }

  private func text(_ part: Part, after mark: PeopleMark?) -> String {
    switch part {
    case .device, .userID: String(Sign.userIDs) + (mark?.text ?? "")
    case .contact(let field):
      "\(Sign.contacts)\(field.rawValue)" + (mark.map { ".\($0.person).\($0.text)" } ?? "")
    case .all(let order): (terms.isEmpty ? "" : String(Sign.others)) + order.text(after: mark)
    }
  }

  private func mark(_ part: Part, _ row: PeopleRow) -> PeopleMark {
    switch part {
    case .device, .userID, .all(.name): PeopleMark(text: row.id, person: row.person)
    case .all(.firstSeen): PeopleMark(at: row.firstSeen.milliseconds, person: row.person)
    case .all(.lastSeen): PeopleMark(at: row.lastSeen.milliseconds, person: row.person)
    case .contact, .all(.device), .all(.withoutDevice): PeopleMark(text: row.text ?? "", person: row.person)
    }
  }
}

/// A person in a list, as far as the list depends on it.
public struct PeopleRow: Hashable, Sendable {
  /// The number that the store gave the person.
  public var person: Int64
  public var id: String
  public var firstSeen: Instant
  public var lastSeen: Instant
  /// By what the part of the list is ordered, where that is neither the id nor a time.
  public var text: String?

  public init(person: Int64, id: String, firstSeen: Instant, lastSeen: Instant, text: String? = nil) {
    (self.person, self.id, self.text) = (person, id, text)
    (self.firstSeen, self.lastSeen) = (firstSeen, lastSeen)
  }
}

/// A place in a part of a list, immediately after a person. Each part uses what it is ordered by.
public struct PeopleMark: Hashable, Sendable {
  /// In milliseconds.
  public var at: Int64
  public var text: String
  public var person: Int64

  public init(at: Int64 = .max, text: String = "", person: Int64 = .min) {
    (self.at, self.text, self.person) = (at, text, person)
  }
}

/// An order of people, all of whom it lists. Of one instant or description, they are in the order
/// of their numbers.
public enum PeopleOrder: Hashable, Sendable {
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

  /// Begins a place among the people without a known device.
  private static let sign: Character = "w"

  /// nil if it is no place.
  fileprivate func place(_ text: String) -> (PeopleOrder, PeopleMark?)? {
    switch self {
    case .lastSeen, .firstSeen:
      return ListPosition(text).map { (self, PeopleMark(at: $0.at, person: $0.row)) }
    case .name: return (self, PeopleMark(text: text))
    case .device, .withoutDevice:
      if text.first == Self.sign {
        return Int64(text.dropFirst()).map { (.withoutDevice, PeopleMark(person: $0)) }
      }
      guard let dot = text.firstIndex(of: "."), let person = Int64(text[..<dot]) else { return nil }
      return (.device, PeopleMark(text: String(text[dot...].dropFirst()), person: person))
    }
  }

  /// - Parameter mark: nil: before everybody.
  fileprivate func text(after mark: PeopleMark?) -> String {
    guard let mark else { return self == .withoutDevice ? "\(Self.sign)\(Int64.min)" : "" }
    return switch self {
    case .lastSeen, .firstSeen: ListPosition(at: mark.at, row: mark.person).text
    case .name: mark.text
    case .device: "\(mark.person)." + mark.text
    case .withoutDevice: "\(Self.sign)\(mark.person)"
    }
  }
}
