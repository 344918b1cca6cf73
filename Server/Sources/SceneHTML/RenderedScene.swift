// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletUI

/// A scene as HTML and CSS: the second renderer, beside UIKit, of the very same tree.
///
/// The markup carries no `style` attribute and no script, so that it can be shown under a strict content security policy: every value is in
/// `css`, whose rules only reach inside the element of this scene. Hand `css` to a constructed style sheet or to a `<style>` with a nonce.
/// The shared rules are in the asset `scene.css`, the behaviour (loading, focus, escape, swipe) in `scene.js`.
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
  ///   - isEmbedded: The screen is a part of a larger page, to which the message is no dialog and no announcement.
  ///   - address: under which this page finds a picture that lies on the device itself, by its address there; nil: it does not.
  ///   - page: under which a browser finds the page of the node of this id; nil: it cannot be shown here.
  public init(
    _ scene: Scene, isEmbedded: Bool = false, address: @escaping (String) -> String? = { _ in nil },
    page: @escaping (_ nodeID: String, SceneNode.Web) -> String? = { _, _ in nil }
  ) {
    var renderer = SceneRenderer(scene: scene, isEmbedded: isEmbedded, address: address, page: page)
    self = renderer.render()
  }
}
