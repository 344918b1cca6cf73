// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// An image. If it can no longer be loaded, the text in its place.
final class ImageContent: UIView, NodeContent {
  let picture = UIImageView()
  private let words = TextContent()
  private var shown: Picture?

  override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
  }

  required init?(coder: NSCoder) { nil }

  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    guard case .image(let image) = node.content else { return }
    let loaded = drawing.pictures[image.url]
    if let loaded {
      setSubviews([picture])
      picture.contentMode = image.fit == .cover ? .scaleAspectFill : .scaleAspectFit
      show(loaded, animates: image.animates)
    } else if let fallback = image.fallback {
      setSubviews([words])
      show(nil, animates: false)
      words.draw(fallback, in: drawing)
    } else {
      setSubviews([])
      show(nil, animates: false)
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    for view in subviews { view.frame = bounds }
  }

  private func show(_ next: Picture?, animates: Bool) {
    guard shown !== next || picture.image == nil else { return }
    shown?.stop()
    shown = next
    picture.image = next?.image
    if animates { next?.play { [weak picture] frame in picture?.image = frame } }
  }
}

/// One of the shapes that every host has.
final class SymbolContent: UIImageView, NodeContent {
  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    guard case .symbol(let symbol) = node.content else { return }
    semanticContentAttribute = drawing.semantics
    contentMode = .scaleAspectFit
    tintColor = node.style.foreground.map { UIColor($0) } ?? .label
    image = symbol.image
  }
}

extension SceneNode.Symbol {
  /// The symbol in the colour of the view that shows it.
  var image: UIImage? {
    let shape: UIImage? =
      switch self {
      case .close: UIImage(systemName: "xmark")
      // The system mirrors it for languages that are read from right to left.
      case .chevron: UIImage(systemName: "chevron.forward")
      case .check: UIImage(systemName: "checkmark")
      }
    return shape?.withRenderingMode(.alwaysTemplate)
  }
}
#endif
