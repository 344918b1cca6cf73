// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import MartletWire
import SceneHTML

/// The configuration of a new device.
struct DeviceOrder: Hashable, Sendable {
  static let defaultInterval = 30
  static let intervals = 0...3_600

  var state = LabState()
  /// Seconds between two triggered messages. Fixed for the life of the device, as for an app.
  var minimumInterval = Self.defaultInterval
  /// What the device shows once somebody views it; nil if the app is not open.
  var opening: Opening?

  enum Opening: Hashable, Sendable {
    case app
    case message(ShownMessage)
  }

  init() {}

  /// The device that a link describes.
  init(_ link: LabLink) {
    state = link.state
    minimumInterval = link.minimumInterval
    opening = link.shown.map { .message($0) } ?? (link.isOpen ? .app : nil)
  }

  /// Throws 422 with every wrong field. All fields are optional. A `link`, the query of an address,
  /// replaces all others.
  init(json: Wire.JSONValue) throws {
    var fields = try FieldReader(json)
    if fields.has("link") {
      let query = fields.string("link", length: 0...LabLink.maximumLength)
      try fields.finishCommand()
      self.init(try LabLink(query: query))
      return
    }
    self.init()
    if fields.has("model") { state.device.model = fields.choice("model", default: .smallPhone) }
    minimumInterval = fields.integer("minimum_interval", in: Self.intervals, default: Self.defaultInterval)
    try fields.finishCommand()
  }
}
