// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// A scene as views: the backdrop, and above it the stage with the root of the scene.
///
/// Views are kept across redraws by the id of their node, so that scroll positions, focus and pages
/// stay.
final class SceneView: UIView {
  let backdrop = UIView()
  /// Holds the card. Transitions and the finger move it.
  let stage = StageView()
  private(set) var scene: MessageScene
  private(set) var layout: SceneLayout?
  private var drawing: DrawingContext
  private var places: [String: NodePlace] = [:]
  /// The size, the safe area or the traits have changed.
  var surroundingsChanged: (@MainActor () -> Void)?
  /// The views of the nodes were drawn and laid out.
  var wasDrawn: (@MainActor () -> Void)?
  /// A view of the app, instead of the nodes.
  let appPlace: AppViewPlace?

  init(_ scene: MessageScene, drawing: DrawingContext, appPlace: AppViewPlace? = nil) {
    self.scene = scene
    self.drawing = drawing
    self.appPlace = appPlace
    super.init(frame: .zero)
    backgroundColor = .clear
    addSubview(backdrop)
    addSubview(stage)
    #if !os(tvOS)
    addInteraction(UILargeContentViewerInteraction(delegate: nil))
    #endif
    if let appPlace {
      stage.isHidden = true
      addSubview(appPlace)
    }
    draw(scene, pictures: drawing.pictures)
  }

  required init?(coder: NSCoder) { nil }

  /// Draws the scene in place.
  func draw(_ scene: MessageScene, pictures: [String: Picture]) {
    self.scene = scene
    drawing.direction = scene.direction
    drawing.pictures = pictures
    semanticContentAttribute = drawing.semantics
    backdrop.backgroundColor = scene.backdrop.map { UIColor($0.color) }
    backdrop.isHidden = scene.backdrop == nil
    var used: Set<String> = []
    let root = view(of: scene.root, used: &used)
    stage.setSubviews([root])
    for id in places.keys where !used.contains(id) { places[id] = nil }
    accessibilityViewIsModal = isModal
    stage.accessibilityLabel = scene.accessibility.label
    stage.accessibilityLanguage = scene.accessibility.language
    #if !os(tvOS)
    stage.accessibilityContainerType = .semanticGroup
    #endif
    accessibilityElements = appPlace == nil ? elements(of: scene.root) : nil
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    backdrop.frame = bounds
    stage.setPlace(bounds)
    appPlace?.frame = bounds
    let measure = SceneMeasuring(pictures: drawing.pictures)
    let layout = SceneLayout(
      scene, size: SceneSize(width: bounds.width, height: bounds.height), measure: measure)
    self.layout = layout
    if let root = places[scene.root.id], let frame = layout[scene.root.id]?.frame {
      root.frame = CGRect(frame)
    }
    place(scene.root, layout)
    surroundingsChanged?()
    guard let wasDrawn, appPlace == nil else { return }
    // What the app changes now would otherwise be overwritten by the layout of the views inside.
    stage.layoutIfNeeded()
    wasDrawn()
  }

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    surroundingsChanged?()
  }

  /// Newer systems also have registrations for changes. This call comes on all of them.
  @available(iOS, deprecated: 17.0)
  @available(tvOS, deprecated: 17.0)
  @available(visionOS, deprecated: 1.0)
  override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    surroundingsChanged?()
  }

  /// Whether the message covers the app for assistive technology and keys.
  var isModal: Bool { appPlace?.isModal ?? scene.accessibility.isModal }

  /// The view of a node: what assistive technology and keys focus.
  func focusTarget(_ nodeID: String) -> UIView? { places[nodeID]?.focusTarget }

  /// Where the card is.
  var rootFrame: CGRect? { layout.map { CGRect($0.root) } }

  func place(of nodeID: String) -> NodePlace? { places[nodeID] }

  /// The views of the nodes, by their id.
  var nodeViews: [String: UIView] { places.mapValues { $0.box.content } }

  // MARK: - Drawing

  private func view(of node: SceneNode, used: inout Set<String>) -> NodePlace {
    // If a view gives two nodes the same id, the second is drawn anew each time.
    let isFirst = used.insert(node.id).inserted
    let place = isFirst ? places[node.id] ?? NodePlace(node) : NodePlace(node)
    if isFirst { places[node.id] = place }
    place.draw(node, language: scene.accessibility.language, in: drawing)
    place.box.content.hold(node.children.map { view(of: $0, used: &used) })
    return place
  }

  /// Moves the views of the children to their frames.
  private func place(_ node: SceneNode, _ layout: SceneLayout) {
    guard let parent = places[node.id] else { return }
    if let box = layout[node.id] { parent.box.contentFrame = CGRect(box.content) }
    parent.layoutIfNeeded()
    parent.box.layoutIfNeeded()
    var frames: [(view: UIView, frame: CGRect)] = []
    for child in node.children {
      guard let view = places[child.id] else { continue }
      guard let frame = layout[child.id]?.frame else {
        // The image could not be loaded, and there is no text instead.
        view.isHidden = true
        continue
      }
      view.isHidden = false
      if parent.box.content is StackContent {
        frames.append((view, CGRect(frame)))
      } else {
        view.frame = CGRect(frame)
      }
    }
    let box = layout[node.id]
    if let stack = parent.box.content as? StackContent {
      stack.arrange(along: box?.axis == .horizontal ? .horizontal : .vertical, frames: frames)
      stack.layoutIfNeeded()
    }
    if let scroll = parent.box.content as? ScrollContent, let size = box?.scrolledSize {
      scroll.setContentSize(CGSize(width: size.width, height: size.height))
    }
    for child in node.children { place(child, layout) }
  }

  /// Everything that is read, in reading order.
  private func elements(of node: SceneNode) -> [UIView] {
    if node.accessibility.isHidden { return [] }
    guard let place = places[node.id] else { return [] }
    if case .web = node.content { return [place.box.content] }
    if node.isElement { return [place.focusTarget] }
    return node.children.flatMap { elements(of: $0) }
  }
}

/// Lets touches pass beside the card, to the backdrop behind it.
final class StageView: UIView {
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    subviews.contains { !$0.isHidden && $0.frame.contains(point) }
  }

  /// Sets the frame also while the stage is moved by a transition or a finger.
  func setPlace(_ frame: CGRect) {
    bounds = CGRect(origin: .zero, size: frame.size)
    center = CGPoint(x: frame.midX, y: frame.midY)
  }
}

extension CGRect {
  init(_ rect: SceneRect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
#endif
