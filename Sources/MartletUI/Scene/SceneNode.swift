// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One box of a scene.
public struct SceneNode: Hashable, Sendable, Codable {
  /// Unique in its scene and stable across redraws: `close`, `header`, `button-0` …
  public var id: String
  public var content: Content
  public var style: Style
  /// What pressing it means; nil: it cannot be pressed.
  public var action: Action?
  public var accessibility: Accessibility

  public init(id: String, content: Content, style: Style = Style(), action: Action? = nil, accessibility: Accessibility = .none) {
    self.id = id
    self.content = content
    self.style = style
    self.action = action
    self.accessibility = accessibility
  }

  /// What is in the box.
  public indirect enum Content: Hashable, Sendable, Codable {
    case stack(Stack)
    /// Children over one another, first at the back; each placed by its own `style.position`.
    case overlay([SceneNode])
    /// Scrolls vertically when the child is taller than the room.
    case scroll(SceneNode)
    case text(Text)
    case image(Image)
    /// A symbol: one character or a short text drawn as a picture.
    case icon(String)
    /// Built-in vector shapes that every host draws itself.
    case symbol(Symbol)
    /// A page in a sandbox without an origin of its own.
    case web(Web)
    /// Nothing; takes up room in a stack.
    case space
  }

  /// Children after one another.
  public struct Stack: Hashable, Sendable, Codable {
    /// Along which the children stand.
    public enum Axis: String, Hashable, Sendable, Codable {
      case horizontal, vertical
      /// A row when all children fit, else a column.
      case rowOrColumn
    }

    /// Where children stand across the axis.
    public enum Alignment: String, Hashable, Sendable, Codable {
      case leading, center, trailing, fill
    }

    public var axis: Axis
    public var spacing: Double
    /// Across the axis.
    public var alignment: Alignment
    public var children: [SceneNode]

    public init(axis: Axis, spacing: Double, alignment: Alignment, children: [SceneNode]) {
      self.axis = axis
      self.spacing = spacing
      self.alignment = alignment
      self.children = children
    }
  }

  /// Words in one style.
  public struct Text: Hashable, Sendable, Codable {
    /// Where lines begin.
    public enum Alignment: String, Hashable, Sendable, Codable {
      case leading, center, trailing
    }

    public var string: String
    public var font: SceneFont
    public var color: SceneColor
    public var alignment: Alignment
    /// nil: as many as needed. More text than fits ends in an ellipsis; the whole is still read out.
    public var maximumLines: Int?

    public init(string: String, font: SceneFont, color: SceneColor, alignment: Alignment, maximumLines: Int? = nil) {
      self.string = string
      self.font = font
      self.color = color
      self.alignment = alignment
      self.maximumLines = maximumLines
    }
  }

  /// The shapes that every host knows.
  public enum Symbol: String, Hashable, Sendable, Codable {
    case close
    /// Points in the reading direction.
    case chevron
  }

  /// What pressing a node means; the presenter decides what follows.
  public enum Action: Hashable, Sendable, Codable {
    case close
    case body
    case button(id: String)
  }

  /// How assistive technology meets the node.
  public struct Accessibility: Hashable, Sendable, Codable {
    /// What the node is announced as.
    public enum Role: String, Hashable, Sendable, Codable {
      case none, button, link, image, header, text
    }

    public var role: Role
    /// nil: the node's own text.
    public var label: String?
    /// True: assistive technology does not see it.
    public var isHidden: Bool
    /// BCP 47, when it is read in another language than the scene.
    public var language: String?

    public init(role: Role, label: String? = nil, isHidden: Bool = false, language: String? = nil) {
      self.role = role
      self.label = label
      self.isHidden = isHidden
      self.language = language
    }

    /// Nothing but a box.
    public static let none = Accessibility(role: .none)
    /// Not for assistive technology.
    public static let hidden = Accessibility(role: .none, isHidden: true)
  }
}
