// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletWire
import Pages

/// A device as somebody shared it: its settings and the message on show. The address makes an equal
/// device anywhere on this server.
///
///     /lab?v=1&model=tablet&scheme=dark&text=200&show=sample:full
///
/// It contains only what differs from a new device, and nothing about the person: no user id, no
/// events.
struct LabLink: Hashable, Sendable {
  /// The version of the parameters. Links of another version are refused rather than misread.
  static let version = "1"
  /// The longest query that is read; this server makes no longer ones.
  static let maximumLength = 1_000

  var state = LabState()
  var minimumInterval = DeviceOrder.defaultInterval
  /// The message on show; nil if there is none.
  var shown: ShownMessage?
  /// Whether the app runs; it always runs when a message is on show.
  var isOpen = false

  init(
    state: LabState = LabState(), minimumInterval: Int = DeviceOrder.defaultInterval,
    shown: ShownMessage? = nil, isOpen: Bool = false
  ) {
    self.state = state
    self.minimumInterval = minimumInterval
    self.shown = shown
    self.isOpen = isOpen || shown != nil
  }

  /// `/lab?…`
  var address: String {
    var pairs = [("v", Self.version)]
    // A new device with the preceding parameters applied.
    var reader = LabState()
    var state = state
    // A draft is in no link, so its arm is not either.
    if state.arm?.campaignID == LabDraft.id { state.arm = nil }
    for setting in LabSetting.allCases where state[setting] != reader[setting] {
      pairs.append((setting.rawValue, state[setting]))
      try? reader.set(setting, to: state[setting])
    }
    if minimumInterval != DeviceOrder.defaultInterval { pairs.append(("quiet", String(minimumInterval))) }
    if let shown { pairs.append(("show", shown.name)) } else if isOpen { pairs.append(("app", "open")) }
    return QueryString.url("/lab", pairs)
  }

  /// Reads the query of an address, without the `?`.
  ///
  /// Throws 422 with every wrong parameter.
  init(query: String) throws {
    guard query.utf8.count <= Self.maximumLength else {
      throw Self.problem("The link is too long.", [])
    }
    guard let fields = try? FormFields(encoded: Array(query.utf8)) else {
      throw Self.problem("The link is damaged.", [])
    }
    guard fields["v"] == Self.version else {
      throw Self.problem(
        fields["v"] == nil ? "The link has no version." : "The link is from another version of Martlet.",
        ["v"])
    }
    self.init()
    var seen: Set<String> = []
    var errors: [Wire.Problem.FieldError] = []
    // Applied in the order of the settings, whatever their order in the link.
    let order = LabSetting.allCases.map(\.rawValue)
    for field in fields.all.sorted(by: {
      order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0
    }) {
      do throws(LabState.WrongValue) {
        guard seen.insert(field.name).inserted else { throw .init(expected: "It appears more than once.") }
        try set(field.name, field.value)
      } catch {
        errors.append(
          .init(field: String(field.name.prefix(40)), code: "field_invalid", message: error.expected))
      }
    }
    guard let first = errors.first else { return }
    throw Self.problem(
      "The link cannot be read: \(first.field): \(first.message)", errors.map(\.field), errors)
  }

  private mutating func set(_ name: String, _ value: String) throws(LabState.WrongValue) {
    switch name {
    case "v": break
    case "quiet":
      guard value.utf8.count <= 4, let seconds = Int(value), DeviceOrder.intervals.contains(seconds) else {
        throw .init(expected: "Expected a whole number from 0 to \(DeviceOrder.intervals.upperBound).")
      }
      minimumInterval = seconds
    case "show":
      guard let message = ShownMessage(name: value) else {
        throw .init(expected: "Expected sample:, campaign: or draft: and a name.")
      }
      shown = message
      isOpen = true
    case "app":
      guard value == "open" else { throw .init(expected: "Expected: open.") }
      isOpen = true
    default:
      guard let setting = LabSetting(rawValue: name) else {
        throw .init(expected: "The lab does not have this setting.")
      }
      try state.set(setting, to: value)
    }
  }

  private static func problem(_ title: String, _ fields: [String], _ errors: [Wire.Problem.FieldError] = [])
    -> Wire.Problem
  {
    Wire.Problem(
      status: 422, code: "link_invalid", title: title,
      remedy: "You can still use the lab. The link may have been cut off, so ask for it again.",
      field: fields.first ?? "link", errors: errors)
  }
}
