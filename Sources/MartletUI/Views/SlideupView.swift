// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// Shows a card at the top or bottom edge. The app stays usable.
  open class SlideupView: MessageSceneView {
    /// The attributes. A change while the message is visible redraws it.
    public var attributes: Attributes { didSet { setNeedsUpdate() } }

    /// The message. A change while it is visible redraws it.
    public var message: Martlet.InAppMessage.Slideup {
      get { inAppMessage.slideup ?? .init() }
      set { inAppMessage = .slideup(newValue) }
    }

    /// Creates a view for the message. The presenter sets `presented`.
    public init(
      message: Martlet.InAppMessage.Slideup, attributes: Attributes = .defaults,
      gifViewProvider: GIFViewProvider = .shared,
      presented: Bool = false
    ) {
      self.attributes = attributes
      super.init(message: .slideup(message), gifViewProvider: gifViewProvider, presented: presented)
    }

    /// The message's theme in the current colour scheme.
    public var theme: Martlet.InAppMessage.Theme { message.themes.theme(for: traits?.scheme ?? .light) }

    open override func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
      SlideupScene(
        message: message, attributes: attributes, traits: traits,
        animates: animates(message.graphic, traits: traits)
      )
      .make(id: id)
    }

    open override func applyTheme() { attributes.onTheme?(self) }
    open override func applyAttributes() { attributes.onLayout?(self) }
    /// Calls `attributes.onPresent`.
    open override func didPresent() { attributes.onPresent?(self) }

    /// When the chevron is shown.
    public enum ChevronVisibility: Hashable, Sendable {
      /// Only if a tap opens something.
      case auto
      case hidden, visible
    }

    /// Attributes of a slideup. Lengths are in points.
    public struct Attributes: Sendable {
      /// The distance from the safe area.
      public var margin = Insets(all: 16)
      public var padding = Insets(top: 12, leading: 16, bottom: 12, trailing: 16)
      /// The space between image or icon, text and chevron.
      public var spacing: Double = 12
      public var font: TextStyle = .body
      /// The maximum number of lines, at least 1. Longer text ends with an ellipsis, but screen
      /// readers read all of it. With large text sizes nothing is cut, and the card scrolls.
      public var maximumLines = 3
      public var cornerRadius: Double = 16
      public var cornerCurve: CornerCurve = .continuous
      public var shadow: SceneNode.Shadow? = .inAppMessage
      public var maxWidth: ViewDimension = 480
      public var minHeight: Double = 64
      /// The size of an image or icon.
      public var imageSize: ViewSize = 40
      public var imageCornerRadius: Double = 8
      public var imageCornerCurve: CornerCurve = .continuous
      /// The space before the image or icon, in addition to the padding.
      public var graphicLeadingPadding: Double = 0
      public var chevronVisibility: ChevronVisibility = .auto
      /// If false, the message cannot be swiped away or closed with Escape. It only closes by a
      /// tap, automatically, or by the app.
      public var dismissible = true
      public var onPresent: (@MainActor (SlideupView) -> Void)?
      /// Called before each drawing, so that attributes can be changed. With UIKit, also after each
      /// drawing and layout, so that views can be.
      public var onLayout: (@MainActor (SlideupView) -> Void)?
      /// Called before the first drawing, and when the colour scheme changes. With UIKit, also
      /// after each drawing.
      public var onTheme: (@MainActor (SlideupView) -> Void)?

      public init() {}

      /// Defaults for messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}

extension SceneNode.Shadow {
  /// The shadow of message cards.
  public static let inAppMessage = SceneNode.Shadow(
    color: SceneColor(argb: 0x2914_1A26), x: 0, y: 8, radius: 24)
}

extension InAppMessageView {
  /// The view of a slideup, or nil.
  public var slideup: InAppMessageUI.SlideupView? { self as? InAppMessageUI.SlideupView }
}
