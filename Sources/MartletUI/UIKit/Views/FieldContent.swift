// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

#if os(tvOS)
/// A field for text. On a television, the system asks for the text on a screen of its own.
final class FieldContent: UITextField, NodeContent {
  private var field: SceneNode.Field?
  private var enter: (@MainActor (String) -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    addAction(UIAction { [weak self] _ in self?.changed() }, for: .editingChanged)
  }

  required init?(coder: NSCoder) { nil }

  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    guard let field = node.field else { return }
    self.field = field
    let nodeID = node.id
    enter = { drawing.enter(nodeID, $0) }
    semanticContentAttribute = drawing.semantics
    font = .drawn(field.font)
    textColor = UIColor(field.color)
    placeholder = field.placeholder
    if !isEditing { text = field.text }
  }

  private func changed() {
    guard let field else { return }
    let cut = field.limited(text ?? "")
    if cut != text { text = cut }
    enter?(cut)
  }
}
#else
/// A field for a text of several lines. It scrolls inside of its box.
///
/// A redraw does not change a text that is being edited, because the field knows it first.
final class FieldContent: UITextView, NodeContent, UITextViewDelegate {
  private let hint = UILabel()
  private var field: SceneNode.Field?
  private var enter: (@MainActor (String) -> Void)?

  init() {
    super.init(frame: .zero, textContainer: nil)
    backgroundColor = .clear
    textContainerInset = .zero
    textContainer.lineFragmentPadding = 0
    contentInsetAdjustmentBehavior = .never
    delegate = self
    hint.numberOfLines = 0
    hint.isAccessibilityElement = false
    addSubview(hint)
  }

  required init?(coder: NSCoder) { nil }

  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    guard let field = node.field else { return }
    self.field = field
    let nodeID = node.id
    enter = { drawing.enter(nodeID, $0) }
    semanticContentAttribute = drawing.semantics
    textAlignment = drawing.direction == .rightToLeft ? .right : .left
    font = .drawn(field.font)
    textColor = UIColor(field.color)
    if !isFirstResponder, text != field.text { text = field.text }
    hint.attributedText = SceneNode.Text(
      string: field.placeholder, font: field.font, color: field.placeholderColor, alignment: .leading
    ).attributed(direction: drawing.direction)
    hint.isHidden = !text.isEmpty
    // VoiceOver reads the text as the value. The hint replaces it only while the field is empty.
    accessibilityHint = field.placeholder.isEmpty ? nil : field.placeholder
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    hint.frame = CGRect(origin: .zero, size: hint.sizeThatFits(bounds.size))
    if effectiveUserInterfaceLayoutDirection == .rightToLeft {
      hint.frame.origin.x = bounds.width - hint.frame.width
    }
  }

  func textViewDidChange(_ textView: UITextView) {
    guard let field else { return }
    let cut = field.limited(text)
    // Replacing the text while an input method composes a word would end the composition.
    if cut != text, markedTextRange == nil { text = cut }
    hint.isHidden = !text.isEmpty
    enter?(cut)
  }
}
#endif

/// A sign that something is loading.
final class SpinnerContent: UIView, NodeContent {
  private let wheel = UIActivityIndicatorView(style: .large)

  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    wheel.color = node.style.foreground.map { UIColor($0) } ?? .label
    setSubviews([wheel])
    wheel.startAnimating()
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    wheel.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}
#endif
