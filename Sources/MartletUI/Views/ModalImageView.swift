// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

extension InAppMessageUI {
  /// A card that is one image, in the middle of the screen, over a backdrop that takes all touches.
  open class ModalImageView: InAppMessageView {
    /// Setting it while the message is visible redraws it.
    public var attributes: Attributes {
      didSet { setNeedsUpdate() }
    }

    /// Setting it while the message is visible redraws it.
    public var message: Martlet.InAppMessage.ModalImage {
      get { inAppMessage.modalImage ?? inAppMessage.fullImage?.asModalImage ?? .init(imageURL: URL(filePath: "/")) }
      set {
        if var image = inAppMessage.fullImage {
          image.take(over: newValue)
          inAppMessage = .fullImage(image)
        } else {
          inAppMessage = .modalImage(newValue)
        }
      }
    }

    /// The message's theme in the present surroundings.
    public var theme: Martlet.InAppMessage.Theme { message.themes.theme(for: traits?.scheme ?? .light) }

    /// The view of this message; `presented` is the presenter's to set.
    public init(
      message: Martlet.InAppMessage.ModalImage, attributes: Attributes = .defaults, gifViewProvider: GIFViewProvider = .shared,
      presented: Bool = false
    ) {
      self.attributes = attributes
      super.init(message: .modalImage(message), gifViewProvider: gifViewProvider, presented: presented)
    }

    /// For views that draw another kind with the same parts.
    init(
      inAppMessage: Martlet.InAppMessage, attributes: Attributes, gifViewProvider: GIFViewProvider, presented: Bool
    ) {
      self.attributes = attributes
      super.init(message: inAppMessage, gifViewProvider: gifViewProvider, presented: presented)
    }

    open override func makeScene(id: String, traits: SceneTraits) -> Scene? {
      let content = MessageContent(message)
      return ModalImageScene(
        kind: .modalImage, content: content, attributes: attributes, traits: traits, animates: animates(content.graphic, traits: traits)
      ).make(id: id)
    }

    open override func applyTheme() { attributes.onTheme?(self) }
    open override func applyAttributes() { attributes.onLayout?(self) }
    /// Calls `attributes.onPresent`.
    open override func didPresent() { attributes.onPresent?(self) }

    /// Lengths in points.
    public struct Attributes: Sendable {
      /// Least distance from the safe area.
      public var margin = Insets(all: 16)
      /// Around the buttons; the image goes to the edges.
      public var padding = Insets(all: 16)
      public var cornerRadius: Double = 16
      public var cornerCurve: CornerCurve = .continuous
      public var shadow: SceneNode.Shadow? = .inAppMessage
      public var minWidth: ViewDimension = 280
      public var maxWidth = ViewDimension(regular: 420, large: 640)
      public var maxHeight: ViewDimension = 720
      /// True: an image that is too high for the room takes the whole width and scrolls. False: it is scaled down until it fits.
      public var scrollLargeImages = false
      /// A tap beside the card closes the message.
      public var dismissOnBackgroundTap = false
      public var buttonsAttributes = ButtonView.Attributes()
      public var onPresent: (@MainActor (ModalImageView) -> Void)?
      /// Before every scene.
      public var onLayout: (@MainActor (ModalImageView) -> Void)?
      /// Before the first scene and when the scheme changed.
      public var onTheme: (@MainActor (ModalImageView) -> Void)?

      public init() {}

      /// For messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}
