// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// Events of one topic, or attributes of people, and what they say: properties with their types and
/// samples.
public struct EventSample: Equatable, Sendable {
  /// One event, with the person it belongs to (`PersonID`).
  public struct Entry: Equatable, Sendable {
    public var personID: String
    public var event: TimelineEntry

    public init(personID: String, event: TimelineEntry) {
      self.personID = personID
      self.event = event
    }
  }

  /// The most events that are looked at.
  public static let limit = 500
  /// How many received events are searched for those of a kind that has no index.
  public static let searched = 5_000
  /// The most properties, and the most samples of each.
  public static let properties = 100
  public static let samples = 3
  /// The most characters of a sample.
  static let sampleLength = 60

  public struct Property: Equatable, Sendable {
    /// `cart.total`
    public var path: String
    /// The most frequent first.
    public var types: [LoggedType]
    /// The newest different values, as JSON writes them.
    public var samples: [String]
    /// In how many of the events it is.
    public var count: Int
  }

  /// How many events were looked at.
  public private(set) var count = 0
  /// The most frequent first.
  public private(set) var properties: [Property] = []

  /// - Parameter events: Newest first.
  public init(_ events: [Entry]) {
    self.init(events.compactMap { $0.event.record?.body.audienceProperties })
  }

  /// - Parameter records: The properties of each event, newest first, or the attributes of each
  ///   person.
  public init(_ records: [[String: Wire.JSONValue]]) {
    var found: [String: (types: [LoggedType: Int], samples: [String], count: Int)] = [:]
    for record in records {
      count += 1
      var paths: Set<String> = []
      Self.visit(record, path: "", depth: 0) { path, value in
        guard found[path] != nil || found.count < Self.properties else { return }
        var entry = found[path] ?? ([:], [], 0)
        if paths.insert(path).inserted { entry.count += 1 }
        entry.types[LoggedType(value), default: 0] += 1
        let sample = Self.sample(value)
        if entry.samples.count < Self.samples, !entry.samples.contains(sample) {
          entry.samples.append(sample)
        }
        found[path] = entry
      }
    }
    properties = found.map { path, entry in
      Property(
        path: path,
        types: entry.types.sorted { ($1.value, $0.key.words) < ($0.value, $1.key.words) }.map(\.key),
        samples: entry.samples,
        count: entry.count)
    }.sorted { ($1.count, $0.path) < ($0.count, $1.path) }
  }

  private static func visit(
    _ properties: [String: Wire.JSONValue], path: String, depth: Int, _ body: (String, Wire.JSONValue) -> Void
  ) {
    for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
      let path = path.isEmpty ? key : path + "." + key
      if case .object(let inner) = value, !value.isDate, depth < 4 {
        visit(inner, path: path, depth: depth + 1, body)
      } else {
        body(path, value)
      }
    }
  }

  private static func sample(_ value: Wire.JSONValue) -> String {
    let text = value.string ?? String(decoding: Wire.encode(value), as: UTF8.self)
    return text.count > sampleLength ? text.prefix(sampleLength) + "…" : text
  }
}
