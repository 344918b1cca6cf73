// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension SceneNode {
  /// A field for a text of several lines. Its box has a height of its own, in which longer text
  /// scrolls.
  ///
  /// A host reports each change as `SceneEvent.entered`. While the person edits the text, the host
  /// keeps what was entered, and a redraw does not change it.
  public struct Field: Hashable, Sendable, Codable {
    /// What the text is about, for the presenter: the id of a question.
    public var name: String
    public var text: String
    /// A hint in the empty field. Empty: none.
    public var placeholder: String
    public var font: SceneFont
    public var color: SceneColor
    public var placeholderColor: SceneColor
    /// The longest text, in characters (Unicode scalars).
    public var maximumLength: Int

    public init(
      name: String, text: String, placeholder: String, font: SceneFont, color: SceneColor,
      placeholderColor: SceneColor, maximumLength: Int
    ) {
      self.name = name
      self.text = text
      self.placeholder = placeholder
      self.font = font
      self.color = color
      self.placeholderColor = placeholderColor
      self.maximumLength = maximumLength
    }

    /// The text, cut at the maximum length.
    package func limited(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(0, maximumLength))))
    }
  }

  /// The field of the node, or nil.
  public var field: Field? { if case .field(let field) = content { field } else { nil } }
}
