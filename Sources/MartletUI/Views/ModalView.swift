// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// Shows a card in the centre of the screen, over a backdrop that receives all touches.
  open class ModalView: MessageSceneView {
    /// The attributes. A change while the message is visible redraws it.
    public var attributes: Attributes { didSet { setNeedsUpdate() } }

    /// The message. A change while it is visible redraws it.
    public var message: Martlet.InAppMessage.Modal {
      get { inAppMessage.modal ?? inAppMessage.full?.asModal ?? .init() }
      set {
        if var full = inAppMessage.full {
          full.take(over: newValue)
          inAppMessage = .full(full)
        } else {
          inAppMessage = .modal(newValue)
        }
      }
    }

    /// The message's theme in the current colour scheme.
    public var theme: Martlet.InAppMessage.Theme { message.themes.theme(for: traits?.scheme ?? .light) }

    /// Creates a view for the message. The presenter sets `presented`.
    public init(
      message: Martlet.InAppMessage.Modal, attributes: Attributes = .defaults,
      gifViewProvider: GIFViewProvider = .shared,
      presented: Bool = false
    ) {
      self.attributes = attributes
      super.init(message: .modal(message), gifViewProvider: gifViewProvider, presented: presented)
    }

    open override func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
      ModalScene(
        attributes: attributes,
        parts: parts(of: message, traits: traits, margin: attributes.margin)
      ).make(id: id)
    }

    open override func applyTheme() { attributes.onTheme?(self) }
    open override func applyAttributes() { attributes.onLayout?(self) }
    /// Calls `attributes.onPresent`.
    open override func didPresent() { attributes.onPresent?(self) }

    /// Attributes of a modal. Lengths are in points.
    public struct Attributes: Sendable {
      /// The minimum distance from the safe area.
      public var margin = Insets(all: 16)
      /// The padding around text and buttons. The image extends to the edges.
      public var padding = Insets(all: 24)
      /// The space between image or icon, text and buttons.
      public var spacing: Double = 20
      /// The space between header and message.
      public var labelsSpacing: Double = 8
      public var headerFont: TextStyle = .title
      public var messageFont: TextStyle = .body
      public var cornerRadius: Double = 16
      public var cornerCurve: CornerCurve = .continuous
      public var shadow: SceneNode.Shadow? = .inAppMessage
      public var minWidth: ViewDimension = 280
      public var maxWidth = ViewDimension(regular: 420, large: 640)
      public var maxHeight: ViewDimension = 720
      /// The width and height of an icon. An image has the width of the card and its own ratio.
      public var iconSize: Double = 56
      /// Whether a tap outside the card closes the message.
      public var dismissOnBackgroundTap = false
      public var buttonsAttributes = ButtonView.Attributes()
      public var onPresent: (@MainActor (ModalView) -> Void)?
      /// Called before each drawing, so that attributes can be changed. With UIKit, also after each
      /// drawing and layout, so that views can be.
      public var onLayout: (@MainActor (ModalView) -> Void)?
      /// Called before the first drawing, and when the colour scheme changes. With UIKit, also
      /// after each drawing.
      public var onTheme: (@MainActor (ModalView) -> Void)?

      public init() {}

      /// Defaults for messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}

extension InAppMessageUI {
  /// The buttons of a message.
  public enum ButtonView {
    /// Attributes of buttons. Lengths are in points.
    public struct Attributes: Hashable, Sendable {
      public var padding = Insets(top: 12, leading: 16, bottom: 12, trailing: 16)
      public var cornerRadius: Double = 10
      public var cornerCurve: CornerCurve = .continuous
      public var font: TextStyle = .button
      public var borderWidth: Double = 1
      public var minWidth: Double = 80
      /// The maximum height, at least 44. Longer labels are cut, but screen readers read all of
      /// them. With large text sizes, nothing is cut and there is no maximum.
      public var maxHeight: Double = 88
      /// The space between buttons.
      public var spacing: Double = 12
      /// The language (BCP 47), if it differs from the message's.
      public var language: String?

      public init() {}
    }
  }
}

extension InAppMessageView {
  /// The view of a modal or a full-screen message, or nil.
  public var modal: InAppMessageUI.ModalView? { self as? InAppMessageUI.ModalView }
}
