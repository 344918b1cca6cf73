// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(UIKit)
public import MartletKit
public import SwiftUI
public import UIKit

/// A message as it looks, for previews in Xcode. It is drawn where it stands, does not move, and logs nothing.
///
///     #Preview("Sale") {
///       MessagePreview(.modal(.init(header: "Sale", message: "Everything is cheaper until Sunday.")))
///     }
///
/// Colour scheme, text size and reading direction are those of the preview. Pages are not loaded. Images must be local files.
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
    (view as? MessagePreviewView)?.draw(InAppMessageUI.view(for: message, attributes: attributes ?? .defaults(for: message)))
  }
}

/// Draws a message in its own bounds, again whenever they or the traits change.
final class MessagePreviewView: UIView {
  private var message: InAppMessageView?
  private var sceneView: SceneView?
  private var pictures: [String: Picture] = [:]
  private var loading: Task<Void, Never>?
  private var drawn: SceneTraits?

  func draw(_ message: InAppMessageView?) {
    self.message = message
    drawn = nil
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let message, bounds.width > 0, bounds.height > 0 else { return }
    let traits = SceneTraits(previewIn: self)
    if traits != drawn, let scene = message.scene(id: "preview", traits: traits, statusBar: .auto) {
      drawn = traits
      show(scene)
    }
    sceneView?.frame = bounds
  }

  private func show(_ scene: Scene) {
    if let sceneView {
      sceneView.draw(scene, pictures: pictures)
    } else {
      let view = SceneView(
        scene, drawing: DrawingContext(direction: scene.direction, pictures: pictures, press: { _ in }, page: { _, _ in nil }))
      addSubview(view)
      sceneView = view
    }
    load(scene)
  }

  private func load(_ scene: Scene) {
    let missing = scene.root.allNodes.compactMap { node in
      if case .image(let image) = node.content, pictures[image.url] == nil { image.url } else { nil }
    }
    guard !missing.isEmpty else { return }
    loading?.cancel()
    loading = Task { [weak self] in
      for url in missing {
        guard let loaded = await PictureLoader().load(url) else { continue }
        self?.pictures[url] = Picture(image: loaded.image, data: loaded.data)
      }
      guard let self, !Task.isCancelled else { return }
      sceneView?.draw(scene, pictures: pictures)
    }
  }
}

extension SceneTraits {
  @MainActor
  fileprivate init(previewIn view: UIView) {
    let traits = view.traitCollection
    let direction: Scene.LayoutDirection = traits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    self.init(
      width: Double(view.bounds.width), height: Double(view.bounds.height), scheme: traits.userInterfaceStyle == .dark ? .dark : .light,
      horizontalSizeClass: traits.horizontalSizeClass == .regular ? .regular : .compact,
      verticalSizeClass: traits.verticalSizeClass == .compact ? .compact : .regular, textScale: Self.textScale(of: traits),
      direction: direction, safeArea: Insets(view.safeAreaInsets, isMirrored: direction == .rightToLeft))
  }
}
#endif
