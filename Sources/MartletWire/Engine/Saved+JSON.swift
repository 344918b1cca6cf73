// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// The form of `DeliveryEngine.Saved` on the device's own disk. It is not part of the protocol.
struct SavedForm: ShapedValue {
  struct Person: ShapedValue {
    var userID = ""
    var memory = SavedMemory()

    static let shape = Shape<Self>(
      blank: Self(), unknown: nil,
      .field("user_id", \.userID, "The user.", .required),
      .field("memory", \.memory, "What is remembered of this user.", .written))
  }

  /// The times before the clock was set back.
  struct Aside: ShapedValue {
    var since = Instant(milliseconds: 0)
    var until = Instant(milliseconds: 0)
    var userID: String?
    var memory = SavedMemory()
    var others: [Person] = []
    var received: [String: Instant] = [:]

    static let shape = Shape<Self>(
      blank: Self(), unknown: nil,
      .field("since", \.since, "To when the clock was set back.", .required),
      .field("until", \.until, "The latest of the times.", .required),
      .field("user_id", \.userID, "The user at that time. Absent: anonymous."),
      .field("memory", \.memory, "What was remembered of this user.", .written),
      .field("others", \.others, "The users before."),
      .field("received", \.received, "When items were received."))
  }

  struct Events: ShapedValue {
    var recent: [RecentEvents.Past] = []
    var forgotten: [String] = []
    var count = 0

    static let shape = Shape<Self>(
      blank: Self(), unknown: nil,
      .field("recent", \.recent, "The most recent events.", .written),
      .field("forgotten", \.forgotten, "The ids of events before the current user.", .written),
      .field("count", \.count, "The total number of events.", .written))
  }

  var version = DeliveryEngine.Saved.formVersion
  var userID: String?
  var session = 0
  var lastDisplay: Instant?
  var memory = SavedMemory()
  var others: [Person] = []
  var events = Events()
  var reach = ReachMachine.Snapshot()
  var aside: Aside?

  static let shape = Shape<Self>(
    blank: Self(), unknown: nil,
    .field("version", \.version, "The version of this form.", .required),
    .field("user_id", \.userID, "The current user. Absent: anonymous."),
    .field("session", \.session, "The number of the current session."),
    .field("last_display_at", \.lastDisplay, "When a message was last displayed."),
    .field("memory", \.memory, "What is remembered of the current user.", .written),
    .field("others", \.others, "The previous users."),
    .field("events", \.events, "The most recent events.", .written),
    .field("reach", \.reach, "The banners, content and data."),
    .field("aside", \.aside, "The times before the clock was set back. Absent: it was not, or not by much."))

  private init() {}

  init(_ saved: DeliveryEngine.Saved) {
    (userID, session, lastDisplay) = (saved.userID, saved.session, saved.lastDisplay)
    memory = SavedMemory(saved.memory)
    others = Self.people(saved.others)
    events = Events(
      recent: Array(saved.recent.past), forgotten: Array(saved.recent.forgotten), count: saved.recent.count)
    reach = saved.reach.snapshot
    aside = saved.aside.map { aside in
      Aside(
        since: aside.since, until: aside.until, userID: aside.userID, memory: SavedMemory(aside.memory),
        others: Self.people(aside.others),
        received: aside.received)
    }
  }

  private static func people(_ people: [OtherPerson]) -> [Person] {
    people.map { Person(userID: $0.userID, memory: SavedMemory($0.memory)) }
  }
}

extension DeliveryEngine.Saved {
  /// The version of the JSON form. Other versions are not read, because their fields could have
  /// another meaning.
  public static let formVersion = 1

  /// For the device's disk. This is not part of the protocol.
  public var json: Wire.JSONValue { SavedForm(self).tree }

  /// Reads the form of `json`. Parts that cannot be read are left out and reported in `dropped`. If
  /// the current user cannot be read, their data is left out too, so that it cannot become another
  /// person's.
  public init(json: Wire.JSONValue, dropped: inout [Wire.DecodingProblem]) {
    self.init()
    var reader = SavedReader()
    defer { dropped += reader.dropped }
    guard case .object(let fields) = json else {
      reader.drop(.wrongType(expected: "an object", found: json))
      return
    }
    guard fields["version"] == .int(Int64(Self.formVersion)) else {
      reader.drop(
        Wire.DecodingProblem.invalid("This state was saved in a format that this version cannot read.")
          .inside(key: "version"))
      return
    }
    session = min(max(reader.value(fields, "session", as: Int.self) ?? 0, 0), Tally.highest)
    lastDisplay = reader.value(fields, "last_display_at", as: Instant.self)
    others = reader.people(fields)
    let problems = reader.dropped.count
    userID = reader.value(fields, "user_id", as: String.self)
    guard reader.dropped.count == problems else { return }
    memory = reader.memory(fields)
    if let events = fields["events"] { reader.inside("events", events) { recent = $0.events($1) } }
    if let aside = fields["aside"] { reader.inside("aside", aside) { self.aside = $0.aside($1) } }
    reach = ReachMachine(
      reader.value(fields, "reach", as: ReachMachine.Snapshot.self) ?? ReachMachine.Snapshot())
  }
}

/// Reads what is readable, and notes the rest.
private struct SavedReader {
  private(set) var dropped: [Wire.DecodingProblem] = []
  private var path = ""

  mutating func drop(_ problem: Wire.DecodingProblem) {
    var problem = problem
    if !path.isEmpty { problem = problem.inside(key: path) }
    dropped.append(problem)
  }

  /// Reads the fields of the object under a key.
  mutating func inside(
    _ key: String, _ json: Wire.JSONValue, _ read: (inout SavedReader, [String: Wire.JSONValue]) -> Void
  ) {
    guard case .object(let fields) = json else {
      return drop(Wire.DecodingProblem.wrongType(expected: "an object", found: json).inside(key: key))
    }
    let outer = path
    path = outer.isEmpty ? key : outer + "." + key
    read(&self, fields)
    path = outer
  }

  mutating func value<Value: WireValue>(
    _ fields: [String: Wire.JSONValue], _ key: String, as type: Value.Type, isRequired: Bool = false
  ) -> Value? {
    guard let json = fields[key], json != .null else {
      if isRequired { drop(.missing(key)) }
      return nil
    }
    do { return try Value(tree: json) } catch {
      drop(error.inside(key: key))
      return nil
    }
  }

  mutating func list(_ fields: [String: Wire.JSONValue], _ key: String) -> [Wire.JSONValue] {
    guard let json = fields[key] else { return [] }
    if case .array(let elements) = json { return elements }
    drop(Wire.DecodingProblem.wrongType(expected: "a list", found: json).inside(key: key))
    return []
  }

  /// Reads the entries one by one.
  mutating func entries<Name: Hashable, Entry: WireValue>(
    _ fields: [String: Wire.JSONValue], _ key: String, _ makeName: (String) -> Name
  ) -> [Name: Entry] {
    guard let json = fields[key] else { return [:] }
    guard case .object(let values) = json else {
      drop(Wire.DecodingProblem.wrongType(expected: "an object", found: json).inside(key: key))
      return [:]
    }
    var entries: [Name: Entry] = [:]
    for (name, value) in values.inOrder(by: { $0.key < $1.key }) {
      do { entries[makeName(name)] = try Entry(tree: value) } catch {
        drop(error.inside(key: name).inside(key: key))
      }
    }
    return entries
  }

  mutating func memory(_ fields: [String: Wire.JSONValue]) -> PersonMemory {
    var memory = PersonMemory()
    guard let json = fields["memory"] else { return memory }
    inside("memory", json) { reader, fields in
      memory.campaigns = reader.entries(fields, "campaigns") { CampaignID($0) }
      memory.tags = reader.entries(fields, "tags") { $0 }
      memory.all = reader.value(fields, "all", as: Tally.self) ?? Tally()
      memory.received = reader.entries(fields, "received") { CampaignID($0) }
      memory.progress = reader.entries(fields, "progress") { CampaignID($0) }
      let marks: [String: String] = reader.entries(fields, "attributes") { $0 }
      memory.attributes = KnownAttributes(marks: marks.compactMapValues { UInt64($0, radix: 16) })
      memory.audiences = reader.entries(fields, "audiences") { $0 }
      memory.deliveries = reader.entries(fields, "deliveries") { CampaignID($0) }
      memory.unseen = Set((reader.value(fields, "unseen", as: [String].self) ?? []).map { CampaignID($0) })
    }
    return memory
  }

  mutating func people(_ fields: [String: Wire.JSONValue]) -> [OtherPerson] {
    var people: [OtherPerson] = []
    for (index, other) in list(fields, "others").enumerated() {
      inside("others[\(index)]", other) { reader, fields in
        guard let id = reader.value(fields, "user_id", as: String.self, isRequired: true) else { return }
        people.append(OtherPerson(userID: id, memory: reader.memory(fields)))
      }
    }
    return people
  }

  mutating func aside(_ fields: [String: Wire.JSONValue]) -> SetAside? {
    guard let since = value(fields, "since", as: Instant.self, isRequired: true),
      let until = value(fields, "until", as: Instant.self, isRequired: true)
    else { return nil }
    return SetAside(
      since: since, until: until, userID: value(fields, "user_id", as: String.self), memory: memory(fields),
      others: people(fields),
      received: entries(fields, "received") { $0 })
  }

  mutating func events(_ fields: [String: Wire.JSONValue]) -> RecentEvents {
    var past: [RecentEvents.Past] = []
    for (index, entry) in list(fields, "recent").enumerated() {
      do { past.append(try RecentEvents.Past(tree: entry)) } catch {
        drop(error.inside(index: index).inside(key: "recent"))
      }
    }
    let forgotten = value(fields, "forgotten", as: [String].self) ?? []
    return RecentEvents(
      past: past, forgotten: forgotten, count: min(value(fields, "count", as: Int.self) ?? 0, Tally.highest))
  }
}
