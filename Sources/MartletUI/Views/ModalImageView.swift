// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

extension InAppMessageUI {
  /// Shows a card made of a single image in the centre of the screen, over a backdrop that receives
  /// all touches.
  open class ModalImageView: MessageSceneView {
    /// The attributes. A change while the message is visible redraws it.
    public var attributes: Attributes { didSet { setNeedsUpdate() } }

    /// The message. A change while it is visible redraws it.
    public var message: Martlet.InAppMessage.ModalImage {
      get {
        inAppMessage.modalImage ?? inAppMessage.fullImage?.asModalImage ?? .init(imageURL: URL(filePath: "/"))
      }
      set {
        if var image = inAppMessage.fullImage {
          image.take(over: newValue)
          inAppMessage = .fullImage(image)
        } else {
          inAppMessage = .modalImage(newValue)
        }
      }
    }

    /// The message's theme in the current colour scheme.
    public var theme: Martlet.InAppMessage.Theme { message.themes.theme(for: traits?.scheme ?? .light) }

    /// Creates a view for the message. The presenter sets `presented`.
    public init(
      message: Martlet.InAppMessage.ModalImage, attributes: Attributes = .defaults,
      gifViewProvider: GIFViewProvider = .shared,
      presented: Bool = false
    ) {
      self.attributes = attributes
      super.init(message: .modalImage(message), gifViewProvider: gifViewProvider, presented: presented)
    }

    open override func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
      ModalImageScene(
        attributes: attributes,
        parts: parts(of: message.asModal, traits: traits, margin: attributes.margin)
      ).make(id: id)
    }

    open override func applyTheme() { attributes.onTheme?(self) }
    open override func applyAttributes() { attributes.onLayout?(self) }
    /// Calls `attributes.onPresent`.
    open override func didPresent() { attributes.onPresent?(self) }

    /// Attributes of a modal image. Lengths are in points.
    public struct Attributes: Sendable {
      /// The minimum distance from the safe area.
      public var margin = Insets(all: 16)
      /// The padding around the buttons. The image extends to the edges.
      public var padding = Insets(all: 16)
      public var cornerRadius: Double = 16
      public var cornerCurve: CornerCurve = .continuous
      public var shadow: SceneNode.Shadow? = .inAppMessage
      public var minWidth: ViewDimension = 280
      public var maxWidth = ViewDimension(regular: 420, large: 640)
      public var maxHeight: ViewDimension = 720
      /// If true, an image that is too tall has the full width and scrolls. If false, it is scaled
      /// down to fit.
      public var scrollLargeImages = false
      /// Whether a tap outside the card closes the message.
      public var dismissOnBackgroundTap = false
      public var buttonsAttributes = ButtonView.Attributes()
      public var onPresent: (@MainActor (ModalImageView) -> Void)?
      /// Called before each drawing, so that attributes can be changed. With UIKit, also after each
      /// drawing and layout, so that views can be.
      public var onLayout: (@MainActor (ModalImageView) -> Void)?
      /// Called before the first drawing, and when the colour scheme changes. With UIKit, also
      /// after each drawing.
      public var onTheme: (@MainActor (ModalImageView) -> Void)?

      public init() {}

      /// Defaults for messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}

extension InAppMessageView {
  /// The view of a modal image or a full-screen image, or nil.
  public var modalImage: InAppMessageUI.ModalImageView? { self as? InAppMessageUI.ModalImageView }
}
