// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A box in a scene.
public struct SceneNode: Hashable, Sendable, Codable {
  /// Unique in its scene, and stable across redraws: `close`, `header`, `button-0` …
  public var id: String
  public var content: Content
  public var style: Style
  /// The action of a press. nil if the node cannot be pressed.
  public var action: Action?
  public var accessibility: Accessibility

  public init(
    id: String, content: Content, style: Style = Style(), action: Action? = nil,
    accessibility: Accessibility = .none
  ) {
    self.id = id
    self.content = content
    self.style = style
    self.action = action
    self.accessibility = accessibility
  }

  /// The content of the box.
  public indirect enum Content: Hashable, Sendable, Codable {
    case stack(Stack)
    /// Children on top of each other, the first one at the back. Each is placed by its own
    /// `style.position`.
    case overlay([SceneNode])
    /// Scrolls vertically if the child is taller than the available space.
    case scroll(SceneNode)
    case text(Text)
    case image(Image)
    /// A symbol: a character or a short text, drawn as an image.
    case icon(String)
    /// A built-in vector shape that each host draws itself.
    case symbol(Symbol)
    /// A page in a sandbox without an origin.
    case web(Web)
    /// A text that the person enters.
    case field(Field)
    /// A sign that something is loading, which moves. It has the size of its box, and
    /// `style.foreground` as its colour.
    case spinner
    /// Empty space that grows in a stack.
    case space
  }

  /// Children in a row or column.
  public struct Stack: Hashable, Sendable, Codable {
    /// The axis of the stack.
    public enum Axis: String, Hashable, Sendable, Codable {
      case horizontal, vertical
      /// A row if all children fit, otherwise a column.
      case rowOrColumn
    }

    /// The alignment of children across the axis.
    public enum Alignment: String, Hashable, Sendable, Codable {
      case leading, center, trailing, fill
    }

    public var axis: Axis
    public var spacing: Double
    /// The alignment across the axis.
    public var alignment: Alignment
    public var children: [SceneNode]

    public init(axis: Axis, spacing: Double, alignment: Alignment, children: [SceneNode]) {
      self.axis = axis
      self.spacing = spacing
      self.alignment = alignment
      self.children = children
    }
  }

  /// Text in one style.
  public struct Text: Hashable, Sendable, Codable {
    /// The alignment of lines.
    public enum Alignment: String, Hashable, Sendable, Codable {
      case leading, center, trailing
    }

    public var string: String
    public var font: SceneFont
    public var color: SceneColor
    public var alignment: Alignment
    /// The maximum number of lines. nil for no limit. Longer text ends with an ellipsis, but screen
    /// readers read all of it.
    public var maximumLines: Int?

    public init(
      string: String, font: SceneFont, color: SceneColor, alignment: Alignment, maximumLines: Int? = nil
    ) {
      self.string = string
      self.font = font
      self.color = color
      self.alignment = alignment
      self.maximumLines = maximumLines
    }
  }

  /// The shapes that each host can draw.
  public enum Symbol: String, Hashable, Sendable, Codable {
    case close
    /// Points in the reading direction.
    case chevron
    /// The mark of a selected checkbox.
    case check
  }

  /// The meaning of a press on a node. The presenter decides what happens. A node that is disabled
  /// reports no press.
  public enum Action: Hashable, Sendable, Codable {
    case close
    case body
    case button(id: String)
    /// Selects the choice of a question. If several can be selected, a press on a selected one
    /// removes the selection.
    case choose(question: String, choice: String)
    /// Selects the number of a rating.
    case rate(question: String, number: Int)
    /// Goes to the next question, or to the one before.
    case next, back
    /// Submits the answers.
    case submit
  }

  /// How assistive technology presents the node.
  public struct Accessibility: Hashable, Sendable, Codable {
    /// The role of the node.
    public enum Role: String, Hashable, Sendable, Codable {
      case none, button, link, image, header, text
      /// One of the choices in a `choices` group, of which exactly one can be selected.
      /// `state.isSelected` says whether it is.
      case radio
      /// A choice that is selected or not, independently of others.
      case checkbox
      /// A group of radio buttons, which the keyboard enters as a whole.
      case choices
      /// A group of other nodes, with a name.
      case group
      /// A field for text.
      case textbox
      /// Something that shows how far something is. `state.progress` says how far, if that is
      /// known.
      case progress
    }

    /// What can change about a node while it stays the same. Hosts report it with its name.
    public struct State: Hashable, Sendable, Codable {
      /// Whether a choice is selected.
      public var isSelected: Bool
      /// Whether it cannot be used now.
      public var isDisabled: Bool
      /// Whether the person must fill it in.
      public var isRequired: Bool
      public var progress: Progress?

      public init(
        isSelected: Bool = false, isDisabled: Bool = false, isRequired: Bool = false,
        progress: Progress? = nil
      ) {
        self.isSelected = isSelected
        self.isDisabled = isDisabled
        self.isRequired = isRequired
        self.progress = progress
      }

      /// A position in steps from 1 to the number of all steps.
      public struct Progress: Hashable, Sendable, Codable {
        public var number: Int
        public var count: Int

        public init(number: Int, count: Int) {
          self.number = number
          self.count = count
        }
      }
    }

    public var role: Role
    /// The label, or nil for the node's own text.
    public var label: String?
    /// Whether the node is hidden from assistive technology.
    public var isHidden: Bool
    /// The language (BCP 47), if it differs from the scene's.
    public var language: String?
    /// nil for nodes whose state cannot change.
    public var state: State?

    public init(
      role: Role, label: String? = nil, isHidden: Bool = false, language: String? = nil, state: State? = nil
    ) {
      self.role = role
      self.label = label
      self.isHidden = isHidden
      self.language = language
      self.state = state
    }

    /// A box without a role.
    public static let none = Accessibility(role: .none)
    /// Hidden from assistive technology.
    public static let hidden = Accessibility(role: .none, isHidden: true)
  }
}

extension SceneNode {
  /// The nodes directly inside, back to front or first to last.
  public var children: [SceneNode] {
    switch content {
    case .stack(let stack): stack.children
    case .overlay(let children): children
    case .scroll(let child): [child]
    case .text, .image, .icon, .symbol, .web, .field, .spinner, .space: []
    }
  }

  /// Whether it can be pressed now: it has an action, and is not disabled.
  public var isPressable: Bool { action != nil && accessibility.state?.isDisabled != true }

  /// This node and all nodes inside it, in reading order.
  public var allNodes: [SceneNode] { [self] + children.flatMap(\.allNodes) }

  /// The node with this id: this one or one inside it.
  public func node(_ id: String) -> SceneNode? {
    if self.id == id { return self }
    for child in children {
      if let found = child.node(id) { return found }
    }
    return nil
  }
}

extension SceneNode {
  /// An image, which is loaded before the scene appears, and never stretched.
  ///
  /// With width and height in the style, its box has exactly that size. With only a width, the
  /// height follows from the image's ratio, up to `maxHeight`. With neither, the image has its own
  /// size, within the limits of the style, and keeps its ratio.
  public struct Image: Hashable, Sendable {
    /// How the image fills its box.
    public enum Fit: String, Hashable, Sendable, Codable {
      /// The whole image, with its own ratio.
      case contain
      /// Fills the box, with its own ratio, cropped at the edges.
      case cover
    }

    public var url: String
    public var fit: Fit
    /// If true, animated images move. If false, only their first frame is drawn.
    public var animates: Bool
    /// Drawn in place of the image if a redraw can no longer load it. If nil, the box disappears.
    /// Before the scene has appeared, an image that cannot be loaded fails the scene.
    public var fallback: Text?

    public init(url: String, fit: Fit, animates: Bool = false, fallback: Text? = nil) {
      self.url = url
      self.fit = fit
      self.animates = animates
      self.fallback = fallback
    }
  }
}

extension SceneNode.Image: Codable {
  private enum CodingKeys: String, CodingKey {
    case url, fit, animates, fallback
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      url: try container.decode(String.self, forKey: .url), fit: try container.decode(Fit.self, forKey: .fit),
      animates: try container.decodeIfPresent(Bool.self, forKey: .animates) ?? false,
      fallback: try container.decodeIfPresent(SceneNode.Text.self, forKey: .fallback))
  }

  /// Leaves out default values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    try container.encode(fit, forKey: .fit)
    if animates { try container.encode(true, forKey: .animates) }
    try container.encodeIfPresent(fallback, forKey: .fallback)
  }
}

extension SceneNode {
  /// An icon as the text that is drawn in the middle of its box, in black if the style has no
  /// colour. nil for other nodes.
  public var iconText: Text? {
    guard case .icon(let string) = content else { return nil }
    let limits = LayoutLimits(style)
    let size = (limits.height ?? limits.width ?? 40) * 0.55
    return Text(
      string: string, font: SceneFont(size: size, lineHeight: size, weight: .regular),
      color: style.foreground ?? SceneColor(argb: 0xFF00_0000), alignment: .center)
  }
}

extension SceneNode.Symbol {
  /// The width and height in which each symbol is drawn, in the middle of its box, in points.
  public static let size: Double = 20
}
