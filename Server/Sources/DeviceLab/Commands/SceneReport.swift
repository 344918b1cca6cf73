// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletUI
import MartletWire

/// What a browser says happened to a scene, in the form that `scene.js` reports.
struct SceneReport: Hashable, Sendable {
  var sceneID: String
  var event: SceneEvent

  init(sceneID: String, event: SceneEvent) {
    self.sceneID = sceneID
    self.event = event
  }

  init(json: Wire.JSONValue) throws {
    var fields = try FieldReader(json)
    sceneID = fields.string("scene_id", length: 1...Wire.Limits.idLength)
    try fields.finish()
    guard let raw = json["event"], let event = try? JSONDecoder().decode(SceneEvent.self, from: Data(Wire.encode(raw))) else {
      throw Wire.Problem(
        status: 422, code: "command_invalid", title: "This is nothing that can happen to a scene.",
        remedy: "Send an event such as {\"appeared\": {}} or {\"pressed\": {\"nodeID\": \"close\"}}.", field: "event")
    }
    self.event = event
  }
}
