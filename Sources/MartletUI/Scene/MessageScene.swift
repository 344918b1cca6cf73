// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit
public import MartletWire

/// A message as it is drawn: a small tree of boxes, text, images and buttons, with all values
/// resolved.
///
/// A scene defines layout, colours, text, focus, and what can be pressed. Each `SceneHost` only
/// draws it and forwards what the person does.
public struct MessageScene: Hashable, Sendable, Codable {
  /// Unique among the scenes of a host.
  public var id: String
  public var kind: Kind
  public var placement: Placement
  /// The layer behind the content, which receives all touches outside it. If nil, these touches
  /// reach the app.
  public var backdrop: Backdrop?
  public var root: SceneNode
  public var enter: Transition
  public var leave: Transition
  /// The edge towards which the content can be swiped away. nil if it cannot.
  public var swipe: Edge?
  /// Whether the status bar is hidden while the message is visible. If nil, it stays as the app has
  /// it.
  public var isStatusBarHidden: Bool?
  /// The only orientation that the message supports, or nil for any. If possible, the host keeps
  /// the window in this orientation while the message is visible. If the window rotates anyway, the
  /// message is redrawn.
  public var orientation: SceneTraits.Orientation?
  /// The window to draw in, or nil for the active one, above the app's content.
  public var window: WindowChoice?
  /// The area of the app's own screen to draw in, by its id. The placement is then within this
  /// area. nil: a layer over the window.
  public var area: String?
  public var accessibility: Accessibility
  public var direction: LayoutDirection

  public init(
    id: String, kind: Kind, placement: Placement, backdrop: Backdrop? = nil, root: SceneNode,
    enter: Transition, leave: Transition,
    swipe: Edge? = nil, isStatusBarHidden: Bool? = nil, orientation: SceneTraits.Orientation? = nil,
    window: WindowChoice? = nil,
    area: String? = nil, accessibility: Accessibility, direction: LayoutDirection
  ) {
    self.id = id
    self.kind = kind
    self.placement = placement
    self.backdrop = backdrop
    self.root = root
    self.enter = enter
    self.leave = leave
    self.swipe = swipe
    self.isStatusBarHidden = isStatusBarHidden
    self.orientation = orientation
    self.window = window
    self.area = area
    self.accessibility = accessibility
    self.direction = direction
  }

  /// What is drawn. Hosts only need it for names. It is coded as one word: the type of a message,
  /// or what it is instead.
  public enum Kind: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
    case message(Wire.Message.Kind)
    case banner, announcement, survey

    public static let allCases: [Kind] =
      Wire.Message.Kind.allCases.map(Kind.message) + [.banner, .announcement, .survey]

    /// The kind of the message's scenes.
    public init(_ message: Martlet.InAppMessage) { self = .message(message.kind) }

    public init?(rawValue: String) {
      guard let kind = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = kind
    }

    public var rawValue: String {
      switch self {
      case .message(let kind): kind.rawValue
      case .banner: "banner"
      case .announcement: "announcement"
      case .survey: "survey"
      }
    }
  }

  /// The position of the root. Safe area and keyboard are already in the insets.
  public enum Placement: Hashable, Sendable, Codable {
    case top(insets: Insets)
    case bottom(insets: Insets)
    case center(insets: Insets)
    case fill
  }

  /// A layer that dims the app.
  public struct Backdrop: Hashable, Sendable, Codable {
    public var color: SceneColor
    /// Whether a tap on it closes the message.
    public var dismissesOnTap: Bool

    public init(color: SceneColor, dismissesOnTap: Bool) {
      self.color = color
      self.dismissesOnTap = dismissesOnTap
    }
  }

  /// An edge of the window.
  public enum Edge: String, Hashable, Sendable, Codable {
    case top, bottom
  }

  /// How a scene appears or disappears.
  public struct Transition: Hashable, Sendable, Codable {
    /// The style of the animation.
    public enum Style: Hashable, Sendable, Codable {
      case none
      case fade
      case slide(Edge)
    }

    public var style: Style
    /// The duration in milliseconds: 0 to 250, at most 120 with Reduce Motion.
    public var milliseconds: Int

    public init(style: Style, milliseconds: Int) {
      self.style = style
      self.milliseconds = milliseconds
    }

    /// No animation.
    public static let none = Transition(style: .none, milliseconds: 0)
  }

  /// The reading direction.
  public enum LayoutDirection: String, Hashable, Sendable, Codable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// How assistive technology presents the scene.
  public struct Accessibility: Hashable, Sendable, Codable {
    /// The name of the dialog, or the announcement of a scene that does not take the focus.
    public var label: String
    /// If true, the focus moves into the scene and stays there, Escape closes it, and the focus
    /// then returns.
    public var isModal: Bool
    /// The id of the node that receives the focus first. If it is another one in an update, the
    /// focus moves there.
    public var initialFocus: String?
    /// The language (BCP 47).
    public var language: String?

    public init(label: String, isModal: Bool, initialFocus: String?, language: String?) {
      self.label = label
      self.isModal = isModal
      self.initialFocus = initialFocus
      self.language = language
    }
  }
}
