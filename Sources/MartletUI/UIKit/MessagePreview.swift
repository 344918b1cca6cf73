// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(UIKit)
public import MartletKit
public import SwiftUI
public import UIKit

/// A message as it looks, for previews in Xcode. It is drawn where it stands, does not move, and
/// logs nothing.
///
///     #Preview("Sale") {
///       MessagePreview(.modal(.init(header: "Sale", message: "Everything is cheaper until Sunday.")))
///     }
///
/// Colour scheme, text size and reading direction are those of the preview. Pages are not loaded.
/// Images must be local files.
public struct MessagePreview: UIViewRepresentable {
  private let message: Martlet.InAppMessage
  private let attributes: InAppMessageUI.ViewAttributes?

  /// - Parameters:
  ///   - message: the message to draw.
  ///   - attributes: how it looks. If nil, the defaults of its type.
  public init(_ message: Martlet.InAppMessage, attributes: InAppMessageUI.ViewAttributes? = nil) {
    self.message = message
    self.attributes = attributes
  }

  /// Creates the view. SwiftUI calls this.
  public func makeUIView(context: Context) -> UIView { MessagePreviewView() }

  /// Draws the message. SwiftUI calls this.
  public func updateUIView(_ view: UIView, context: Context) {
    (view as? MessagePreviewView)?.draw(
      InAppMessageUI.view(for: message, attributes: attributes ?? .defaults(for: message)))
  }
}

/// Draws a message in its own bounds, again whenever they or the traits change.
final class MessagePreviewView: UIView {
  private var message: MessageSceneView?
  private var sceneView: SceneView?
  private let pictures = Pictures()
  private var loading: Task<Void, Never>?
  private var drawn: SceneTraits?

  func draw(_ message: MessageSceneView?) {
    self.message = message
    drawn = nil
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let message, bounds.width > 0, bounds.height > 0 else { return }
    let traits = SceneTraits(traitCollection, size: bounds.size, safeArea: safeAreaInsets)
    if traits != drawn, let scene = message.scene(id: "preview", traits: traits, statusBar: .auto) {
      drawn = traits
      show(scene)
    }
    sceneView?.frame = bounds
  }

  private func show(_ scene: MessageScene) {
    if let sceneView {
      sceneView.draw(scene, pictures: pictures.loaded)
    } else {
      let view = SceneView(
        scene,
        drawing: DrawingContext(
          direction: scene.direction, pictures: pictures.loaded, press: { _ in }, enter: { _, _ in },
          page: { _, _ in nil }))
      addSubview(view)
      sceneView = view
    }
    loading?.cancel()
    loading = Task { [weak self, pictures] in
      guard await pictures.loadAll(for: scene), let self, !Task.isCancelled else { return }
      sceneView?.draw(scene, pictures: pictures.loaded)
    }
  }
}
#endif
