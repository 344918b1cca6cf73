// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import Foundation
import MartletUI
import MartletWire

/// A browser's report of what happened to a scene, in the form that `scene.js` sends.
struct SceneReport: Hashable, Sendable {
  var sceneID: String
  var event: SceneEvent
  /// The window that reports; nil if unknown.
  var viewer: String?
  /// Whether a person touched the page just before. If not, every window in which the page runs
  /// sends the same report.
  var isFromPerson = true
}

extension SceneReport {
  init(json: Wire.JSONValue) throws {
    var fields = try FieldReader(json)
    sceneID = fields.string("scene_id", length: 1...Wire.Limits.idLength)
    if fields.has("viewer") { viewer = fields.string("viewer", length: 1...Wire.Limits.idLength) }
    if fields.has("is_from_person") { isFromPerson = fields.bool("is_from_person") }
    try fields.finishCommand()
    guard let raw = json["event"],
      let event = try? JSONDecoder().decode(SceneEvent.self, from: Data(Wire.encode(raw)))
    else {
      throw Wire.Problem(
        status: 422, code: "command_invalid", title: "This is not a scene event.",
        remedy: "Send an event such as {\"appeared\": {}} or {\"pressed\": {\"nodeID\": \"close\"}}.",
        field: "event")
    }
    self.event = event
  }
}
