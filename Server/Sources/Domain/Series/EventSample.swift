// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Events of one topic, and what they say: properties with their types and samples.
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
    /// `number`, `text` … the most frequent first.
    public var types: [String]
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
    var found: [String: (types: [String: Int], samples: [String], count: Int)] = [:]
    for event in events {
      guard let record = event.event.record else { continue }
      count += 1
      var paths: Set<String> = []
      Self.visit(record.properties, path: "", depth: 0) { path, value in
        guard found[path] != nil || found.count < Self.properties else { return }
        var entry = found[path] ?? ([:], [], 0)
        if paths.insert(path).inserted { entry.count += 1 }
        entry.types[value.typeWords, default: 0] += 1
        let sample = Self.sample(value)
        if entry.samples.count < Self.samples, !entry.samples.contains(sample) { entry.samples.append(sample) }
        found[path] = entry
      }
    }
    properties = found.map { path, entry in
      Property(
        path: path, types: entry.types.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key), samples: entry.samples,
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

extension Wire.JSONValue {
  /// A date is an object with one key.
  fileprivate var isDate: Bool {
    if case .object(let fields) = self { fields.count == 1 && fields["$date"] != nil } else { false }
  }

  fileprivate var typeWords: String {
    switch self {
    case .null: "nothing"
    case .bool: "yes or no"
    case .int: "whole number"
    case .double: "number"
    case .string: "text"
    case .array: "list"
    case .object: isDate ? "date" : "object"
    }
  }
}

extension Wire.EventRecord {
  /// What the app says about the event besides its name.
  fileprivate var properties: [String: Wire.JSONValue] {
    switch body {
    case .custom(_, let properties), .screenView(_, let properties): properties
    case .purchase(_, let currency, let price, let quantity, let properties):
      properties.merging(["currency": .string(currency), "price": .double(price), "quantity": .int(Int64(quantity))]) { own, _ in own }
    default: [:]
    }
  }
}
