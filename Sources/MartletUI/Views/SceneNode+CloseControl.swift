// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension SceneNode {
  /// What closes a message: a target of 44 points with the sign on a disc of its own. Where it stands is the caller's to say.
  static func closeControl(
    _ sign: SceneColor, on disc: SceneColor, border: Border? = nil, shadow: Shadow? = nil, label: String
  ) -> SceneNode {
    let symbol = SceneNode(
      id: "close-disc", content: .symbol(.close),
      style: .init(
        padding: Insets(all: 8), foreground: sign, background: disc, cornerRadius: 16, border: border, shadow: shadow, width: 32,
        height: 32, position: .center),
      accessibility: .hidden)
    return SceneNode(
      id: "close", content: .overlay([symbol]), style: .init(width: minimumTarget, height: minimumTarget, keepsSize: true),
      action: .close, accessibility: .init(role: .button, label: label))
  }
}
