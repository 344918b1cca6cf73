// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import SceneHTML

/// The preview as its template reads it.
struct PreviewPart {
  let device: String
  let orientation: String
  let scheme: String
  let html: String?
  let css: String
  /// Lets this one style sheet pass the page's policy.
  let nonce: String
  let notice: String?
  let sceneSheet: String
  let switches: [Switch]

  struct Switch {
    let name: String
    let label: String
    let options: [Option]
  }

  struct Option {
    let id: String
    let value: String
    let label: String
    let isChosen: Bool
  }

  init(_ preview: MessagePreview, choice: PreviewChoice, nonce: String, sceneSheet: String) {
    device = choice.device.rawValue
    orientation = choice.isLandscape ? "landscape" : "portrait"
    scheme = choice.scheme.rawValue
    html = preview.scene?.html
    css = preview.scene?.css ?? ""
    notice = preview.notice
    self.nonce = nonce
    self.sceneSheet = sceneSheet
    func options(_ name: String, _ values: [(String, String)], _ chosen: String) -> [Option] {
      values.map { Option(id: "preview-\(name)-\($0.0)", value: $0.0, label: $0.1, isChosen: $0.0 == chosen) }
    }
    switches = [
      Switch(
        name: "preview.device", label: "Device",
        options: options("device", PreviewChoice.Device.allCases.map { ($0.rawValue, $0.label) }, choice.device.rawValue)),
      Switch(
        name: "preview.orientation", label: "Held",
        options: options("orientation", [("portrait", "Upright"), ("landscape", "Sideways")], orientation)),
      Switch(name: "preview.scheme", label: "Scheme", options: options("scheme", [("light", "Light"), ("dark", "Dark")], scheme)),
      Switch(
        name: "preview.text_size", label: "Text",
        options: options("text", PreviewChoice.TextSize.allCases.map { ($0.rawValue, $0.label) }, choice.textSize.rawValue)),
      Switch(
        name: "preview.direction", label: "Reading",
        options: options("direction", [("ltr", "Left to right"), ("rtl", "Right to left")], choice.direction.rawValue)),
    ]
  }
}
