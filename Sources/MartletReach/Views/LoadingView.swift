// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
public import MartletUI

extension Reach {
  /// Draws what the person sees while the content loads: a sign that moves, and a close control, on
  /// a card of its own.
  public struct LoadingView: Hashable, Sendable {
    public var attributes: SheetAttributes

    public init(attributes: SheetAttributes = SheetAttributes()) {
      self.attributes = attributes
    }

    /// Creates the scene for these device settings.
    public func makeScene(id: String, traits: SceneTraits) -> MessageScene {
      var attributes = attributes
      attributes.preferredDisplayMode = .modal
      attributes.maxWidth = 220
      let sheet = Sheet(attributes: attributes, themes: .defaults, language: nil, traits: traits)
      let word = sheet.word(.loading)
      let spinner = SceneNode(
        id: "spinner", content: .spinner,
        style: .init(foreground: sheet.accent, width: 32, height: 32, keepsSize: true),
        accessibility: .init(role: .progress, label: word))
      let text = sheet.text("loading", word, attributes.textFont, sheet.palette.text, alignment: .center)
      let column = SceneNode.column(
        "loading-column", [spinner, text.hidden], spacing: 12, alignment: .center)
      return sheet.scene(
        id: id, kind: .announcement, label: word, initialFocus: "spinner",
        .init(body: [column], closeLabel: sheet.word(.close)))
    }
  }
}

extension SceneNode {
  /// The same without a meaning of its own, because another node says it.
  fileprivate var hidden: SceneNode {
    var node = self
    node.accessibility = .hidden
    return node
  }
}
