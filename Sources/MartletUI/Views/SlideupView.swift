// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// A card near the top or bottom edge that never blocks the app.
  open class SlideupView: InAppMessageView {
    /// Setting it while the message is visible redraws it.
    public var attributes: Attributes {
      didSet { setNeedsUpdate() }
    }

    /// Setting it while the message is visible redraws it.
    public var message: Martlet.InAppMessage.Slideup {
      get { inAppMessage.slideup ?? .init() }
      set { inAppMessage = .slideup(newValue) }
    }

    /// The view of this message; `presented` is the presenter's to set.
    public init(
      message: Martlet.InAppMessage.Slideup, attributes: Attributes = .defaults, gifViewProvider: GIFViewProvider = .shared,
      presented: Bool = false
    ) {
      self.attributes = attributes
      super.init(message: .slideup(message), gifViewProvider: gifViewProvider, presented: presented)
    }

    /// The message's theme in the present surroundings.
    public var theme: Martlet.InAppMessage.Theme { message.themes.theme(for: traits?.scheme ?? .light) }

    open override func makeScene(id: String, traits: SceneTraits) -> Scene? {
      SlideupScene(message: message, attributes: attributes, traits: traits, animates: animates(message.graphic, traits: traits))
        .make(id: id)
    }

    open override func applyTheme() { attributes.onTheme?(self) }
    open override func applyAttributes() { attributes.onLayout?(self) }
    /// Calls `attributes.onPresent`.
    open override func didPresent() { attributes.onPresent?(self) }

    /// When the sign is drawn that says that a tap leads somewhere.
    public enum ChevronVisibility: Hashable, Sendable {
      /// Only when a tap leads somewhere.
      case auto
      case hidden, visible
    }

    /// Lengths in points.
    public struct Attributes: Sendable {
      /// From the safe area.
      public var margin = Insets(all: 16)
      public var padding = Insets(top: 12, leading: 16, bottom: 12, trailing: 16)
      /// Between graphic, text and chevron.
      public var spacing: Double = 12
      public var font: TextStyle = .body
      /// 1…; more text ends in an ellipsis and is still read out. With large text sizes nothing is cut: the card scrolls.
      public var maximumLines = 3
      public var cornerRadius: Double = 16
      public var cornerCurve: CornerCurve = .continuous
      public var shadow: SceneNode.Shadow? = .inAppMessage
      public var maxWidth: ViewDimension = 480
      public var minHeight: Double = 64
      /// Of image and icon.
      public var imageSize: ViewSize = 40
      public var imageCornerRadius: Double = 8
      public var imageCornerCurve: CornerCurve = .continuous
      /// Room before the graphic, beyond the padding.
      public var graphicLeadingPadding: Double = 0
      public var chevronVisibility: ChevronVisibility = .auto
      /// False: no swipe and no escape; only a tap, the timer or the app takes it away.
      public var dismissible = true
      public var onPresent: (@MainActor (SlideupView) -> Void)?
      /// Before every scene.
      public var onLayout: (@MainActor (SlideupView) -> Void)?
      /// Before the first scene and when the scheme changed.
      public var onTheme: (@MainActor (SlideupView) -> Void)?

      public init() {}

      /// For messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}

extension SceneNode.Shadow {
  /// Under the cards of messages.
  public static let inAppMessage = SceneNode.Shadow(color: SceneColor(argb: 0x2914_1A26), x: 0, y: 8, radius: 24)
}
