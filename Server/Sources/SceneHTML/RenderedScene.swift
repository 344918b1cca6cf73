// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletUI

/// A scene as HTML and CSS: the second renderer of the same tree, beside UIKit.
///
/// The markup has no `style` attribute and no script, so that it works under a strict content
/// security policy: every value is in `css`, whose rules apply only within the element of this
/// scene. Pass `css` to a constructed style sheet or to a `<style>` with a nonce. The shared rules
/// are in the asset `scene.css`, the behaviour (loading, focus, escape, swipe) in `scene.js`.
public struct RenderedScene: Hashable, Sendable, Codable {
  /// The scene's id.
  public var id: String
  /// One element: `<section class="scene" …>`.
  public var html: String
  /// The rules of this scene only.
  public var css: String
}

extension RenderedScene {
  /// - Parameters:
  ///   - isEmbedded: Whether the screen is part of a larger page, in which the message is neither a
  ///     dialog nor announced.
  ///   - address: Returns this page's address for a picture stored on the device, by the picture's
  ///     address there; nil if it has none.
  ///   - page: Returns the address of a node's page for the browser, by the node's id; nil if the
  ///     page cannot be shown here.
  public init(
    _ scene: MessageScene, isEmbedded: Bool = false, address: @escaping (String) -> String? = { _ in nil },
    page: @escaping (_ nodeID: String, SceneNode.Web) -> String? = { _, _ in nil }
  ) {
    var renderer = SceneRenderer(scene: scene, isEmbedded: isEmbedded, address: address, page: page)
    self = renderer.render()
  }
}
