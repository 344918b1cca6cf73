// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A message as it is to be drawn: a small tree of boxes, texts, images and buttons with every value resolved.
///
/// A scene decides everything that matters (layout rules, colours, words, focus, what can be pressed); a `SceneHost` only draws it and
/// forwards what the person does. The same scene is drawn by UIKit, by the browser and by tests.
public struct Scene: Hashable, Sendable, Codable {
  /// Unique among the scenes of a host.
  public var id: String
  public var kind: Kind
  public var placement: Placement
  /// What lies behind the content and takes all touches outside it; nil: touches outside pass to the app.
  public var backdrop: Backdrop?
  public var root: SceneNode
  public var enter: Transition
  public var leave: Transition
  /// The edge toward which a swipe takes the content away; nil: no swipe.
  public var swipe: Edge?
  public var isStatusBarHidden: Bool
  /// The only orientation in which the window may be while the message is visible; nil: any. A host that can, keeps the window in it; where
  /// the window turns all the same, the message stays and is drawn for the new one.
  public var orientation: SceneTraits.Orientation?
  /// The window in which it is drawn; nil: the active one, above the app's content.
  public var window: WindowChoice?
  public var accessibility: Accessibility
  public var direction: LayoutDirection

  public init(
    id: String, kind: Kind, placement: Placement, backdrop: Backdrop? = nil, root: SceneNode, enter: Transition, leave: Transition,
    swipe: Edge? = nil, isStatusBarHidden: Bool = false, orientation: SceneTraits.Orientation? = nil, window: WindowChoice? = nil,
    accessibility: Accessibility, direction: LayoutDirection
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
    self.accessibility = accessibility
    self.direction = direction
  }

  /// The message's kind; hosts need it only for names.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case slideup, modal
    case modalImage = "modal_image"
    case full
    case fullImage = "full_image"
    case html, control
  }

  /// Where the root stands. Safe areas and keyboard are already in the insets.
  public enum Placement: Hashable, Sendable, Codable {
    case top(insets: Insets)
    case bottom(insets: Insets)
    case center(insets: Insets)
    case fill
  }

  /// A veil over the app.
  public struct Backdrop: Hashable, Sendable, Codable {
    public var color: SceneColor
    /// A tap on it closes the message.
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

  /// How a scene enters or leaves.
  public struct Transition: Hashable, Sendable, Codable {
    /// What moves.
    public enum Style: Hashable, Sendable, Codable {
      case none
      case fade
      case slide(Edge)
    }

    public var style: Style
    /// 0…250 ms; at most 120 ms with reduced motion.
    public var milliseconds: Int

    public init(style: Style, milliseconds: Int) {
      self.style = style
      self.milliseconds = milliseconds
    }

    /// At once.
    public static let none = Transition(style: .none, milliseconds: 0)
  }

  /// The reading direction.
  public enum LayoutDirection: String, Hashable, Sendable, Codable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// How assistive technology meets the scene.
  public struct Accessibility: Hashable, Sendable, Codable {
    /// Names the dialog, or is announced for a scene that does not take focus.
    public var label: String
    /// True: focus moves in and is kept in, escape closes, focus returns afterwards.
    public var isModal: Bool
    /// The node that gets focus first.
    public var initialFocus: String?
    /// BCP 47.
    public var language: String?

    public init(label: String, isModal: Bool, initialFocus: String?, language: String?) {
      self.label = label
      self.isModal = isModal
      self.initialFocus = initialFocus
      self.language = language
    }
  }
}
