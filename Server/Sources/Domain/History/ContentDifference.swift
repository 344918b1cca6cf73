// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What differs between two versions of a campaign, field by field, in the form in which campaigns
/// are stored and sent.
///
/// ```swift
/// ContentDifference(from: before.snapshot, to: after.snapshot).changes.map(\.field)  // ["name", "message.header", "triggers[1]"]
/// ```
///
/// An element that only one side has is one change, with all that is in it. Elements of a list are
/// compared in their order, after the equal ones at its beginning and its end.
public struct ContentDifference: Equatable, Sendable {
  public struct Change: Equatable, Sendable {
    /// The place in the newer version, or in the older one if the newer one has no such place:
    /// `message.buttons[1].text`.
    public var field: String
    /// nil if the older version has nothing there.
    public var before: Wire.JSONValue?
    /// nil if the newer version has nothing there.
    public var after: Wire.JSONValue?
  }

  /// The name first, then by field.
  public private(set) var changes: [Change] = []

  public init(from before: CampaignSnapshot, to after: CampaignSnapshot) {
    compare(.string(before.name), .string(after.name), "name")
    compare(.object(before.content.writtenFields), .object(after.content.writtenFields), "")
  }

  private mutating func compare(_ before: Wire.JSONValue?, _ after: Wire.JSONValue?, _ place: String) {
    guard before != after else { return }
    switch (before, after) {
    case (.object(let before)?, .object(let after)?):
      for key in Set(before.keys).union(after.keys).sorted() {
        compare(before[key], after[key], place.isEmpty ? key : "\(place).\(key)")
      }
    case (.array(let before)?, .array(let after)?): compare(before, after, place)
    default: changes.append(Change(field: place, before: before, after: after))
    }
  }

  private mutating func compare(_ before: [Wire.JSONValue], _ after: [Wire.JSONValue], _ place: String) {
    let start = zip(before, after).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (before[start...], after[start...])
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    let (old, new) = (Array(oldRest.dropLast(end)), Array(newRest.dropLast(end)))
    for index in 0..<max(old.count, new.count) {
      let (before, after) = (index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
      compare(before, after, "\(place)[\(start + index)]")
    }
  }
}
