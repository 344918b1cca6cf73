// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// How the person holds the device, and the orientation of its interface, which may differ.
extension LabDevice {
  /// Why the interface is not oriented as the device is held; nil if it is.
  var lockReason: String? {
    guard host.traits.orientation != state.device.held.orientation else { return nil }
    if turned != nil { return "The app requested this orientation for the message" }
    if !state.device.orientations.set.contains(state.device.held.orientation) {
      return "The app supports \(state.device.orientations == .portrait ? "portrait" : "landscape") only"
    }
    return "The message does not support this orientation"
  }

  /// Orients the interface as the device is held, if app and message support that; otherwise leaves
  /// it where possible.
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
    // Browsers get the new size before the scene that is made for it.
    host.resize(
      to: state.device.traits(orientation), windows: state.device.windows.map(\.scene),
      windowTraits: state.device.windowTraits(orientation)
    ) { sendState() }
    updateAreas()
  }

  /// The areas of the screen that the app shows now.
  func updateAreas() {
    host.areas = [screen.flatMap { ShopScreen(rawValue: $0) }?.area(in: host.traits(in: nil))].compactMap(
      \.self)
  }

  /// Turns the interface for a message that the presenter is about to show.
  func turn(to orientation: SceneTraits.Orientation) {
    turned = orientation == state.device.held.orientation ? nil : orientation
    log(
      .step(
        title: "The presenter rotated the device",
        detail: "The app prefers the other orientation for this message"),
      decisionID: host.presentationID)
    updateInterface()
  }

  /// The message that held the interface is gone.
  func releaseInterface() {
    turned = nil
    updateInterface()
  }
}
