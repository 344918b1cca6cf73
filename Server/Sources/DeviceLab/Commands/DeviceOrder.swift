// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletWire
import SceneHTML

/// What a new device is to be.
struct DeviceOrder: Hashable, Sendable {
  static let defaultInterval = 30
  static let intervals = 0...3_600

  var state = LabState()
  /// Seconds between two triggered messages; fixed for the life of the device, as it is for an app.
  var minimumInterval = Self.defaultInterval
  /// What its person sees as soon as somebody looks; nil: the app is not open.
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

  /// Throws 422 that names every field that is wrong. Everything may be left out. A `link`, which is the query of an address, stands alone.
  init(json: Wire.JSONValue) throws {
    var fields = try FieldReader(json)
    if fields.has("link") {
      let query = fields.string("link", length: 0...LabLink.maximumLength)
      try fields.finish()
      self.init(try LabLink(query: query))
      return
    }
    self.init()
    if fields.has("model") { state.device.model = fields.choice("model", default: .smallPhone) }
    minimumInterval = fields.integer("minimum_interval", in: Self.intervals, default: Self.defaultInterval)
    try fields.finish()
  }
}
