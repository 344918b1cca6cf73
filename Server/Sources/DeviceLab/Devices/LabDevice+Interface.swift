// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// How the device is held, and where its interface stands, which is not always the same.
extension LabDevice {
  /// What keeps the interface from following the hand; nil: nothing.
  var lockReason: String? {
    guard host.traits.orientation != state.device.held.orientation else { return nil }
    if turned != nil { return "The app requested this orientation for the message" }
    if !state.device.orientations.set.contains(state.device.held.orientation) {
      return "The app supports \(state.device.orientations == .portrait ? "portrait" : "landscape") only"
    }
    return "The message does not support this orientation"
  }

  /// Puts the interface where it belongs now: as the device is held, if app and message can be turned so; else as it is.
  func updateInterface() {
    let supported = state.device.orientations.set
    func fits(_ orientation: SceneTraits.Orientation) -> Bool {
      supported.contains(orientation) && (host.scene?.orientation ?? orientation) == orientation
    }
    let (held, present) = (turned ?? state.device.held.orientation, host.traits.orientation)
    let orientation: SceneTraits.Orientation
    if fits(held) {
      orientation = held
    } else if fits(present) {
      orientation = present
    } else {
      orientation = supported.contains(held) ? held : supported.first ?? held
    }
    // The browsers get the new size before the scene that is made for it.
    host.resize(
      to: state.device.traits(orientation), windows: state.device.windows.map(\.scene), windowTraits: state.device.windowTraits(orientation)
    ) { sendState() }
  }

  /// The presenter turns the interface for a message about to be shown.
  func turn(to orientation: SceneTraits.Orientation) {
    turned = orientation == state.device.held.orientation ? nil : orientation
    note(
      .step(title: "The presenter rotated the device", detail: "The app prefers the other orientation for this message", tone: .plain),
      decisionID: host.presentationID)
    updateInterface()
  }

  /// What held the interface is gone with its message.
  func releaseInterface() {
    turned = nil
    updateInterface()
  }
}
