// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// The whole screen as one image; a modal on large screens.
  ///
  /// What it shares with an image modal it keeps in the inherited `message` and `attributes`.
  open class FullImageView: ModalImageView {
    /// Modal or full.
    public typealias DisplayMode = InAppMessageUI.DisplayMode

    /// nil: the screen decides. Setting it while the message is visible redraws it.
    public var preferredDisplayMode: DisplayMode? {
      didSet { setNeedsUpdate() }
    }

    /// nil: it fills an upright screen, and is shown whole on one that lies. Setting it while the message is visible redraws it.
    public var imageFit: SceneNode.Image.Fit? {
      didSet { setNeedsUpdate() }
    }

    /// How it is shown in the present surroundings.
    public var displayMode: DisplayMode { DisplayMode(preferred: preferredDisplayMode, traits: traits) }

    /// The view of this message; `presented` is the presenter's to set.
    public init(
      message: Martlet.InAppMessage.FullImage, attributes: Attributes = .defaults, gifViewProvider: GIFViewProvider = .shared,
      presented: Bool = false
    ) {
      preferredDisplayMode = attributes.preferredDisplayMode
      imageFit = attributes.imageFit
      super.init(
        inAppMessage: .fullImage(message), attributes: attributes.ofModalImage, gifViewProvider: gifViewProvider, presented: presented)
    }

    open override func makeScene(id: String, traits: SceneTraits) -> Scene? {
      let content = MessageContent(message)
      let animates = animates(content.graphic, traits: traits)
      switch DisplayMode(preferred: preferredDisplayMode, traits: traits) {
      case .modal:
        return ModalImageScene(kind: .fullImage, content: content, attributes: attributes, traits: traits, animates: animates)
          .make(id: id)
      case .full:
        return FullImageScene(content: content, attributes: attributes, fit: imageFit, traits: traits, animates: animates).make(id: id)
      }
    }

    /// Lengths in points.
    public struct Attributes: Sendable {
      /// Least distance from the safe area, when shown as a modal.
      public var margin = Insets(all: 16)
      /// Around the buttons; the image goes to the edges.
      public var padding = Insets(all: 16)
      /// When shown as a modal.
      public var cornerRadius: Double = 16
      public var cornerCurve: CornerCurve = .continuous
      /// When shown as a modal.
      public var shadow: SceneNode.Shadow? = .inAppMessage
      /// When shown as a modal; so are the other sizes.
      public var minWidth: ViewDimension = 280
      public var maxWidth = ViewDimension(regular: 420, large: 640)
      public var maxHeight: ViewDimension = 720
      /// True: an image that is too high for the room takes the whole width and scrolls. False: see `imageFit`.
      public var scrollLargeImages = false
      /// nil: the image fills an upright screen, cut at the edges, and is shown whole on one that lies.
      public var imageFit: SceneNode.Image.Fit?
      /// A tap beside the card closes the message, when shown as a modal.
      public var dismissOnBackgroundTap = false
      public var buttonsAttributes = ButtonView.Attributes()
      /// nil: the screen decides.
      public var preferredDisplayMode: DisplayMode?
      public var onPresent: (@MainActor (ModalImageView) -> Void)?
      /// Before every scene.
      public var onLayout: (@MainActor (ModalImageView) -> Void)?
      /// Before the first scene and when the scheme changed.
      public var onTheme: (@MainActor (ModalImageView) -> Void)?

      public init() {}

      /// For messages presented from now on.
      @MainActor public static var defaults = Attributes()

      var ofModalImage: ModalImageView.Attributes {
        var image = ModalImageView.Attributes()
        image.margin = margin
        image.padding = padding
        image.cornerRadius = cornerRadius
        image.cornerCurve = cornerCurve
        image.shadow = shadow
        image.minWidth = minWidth
        image.maxWidth = maxWidth
        image.maxHeight = maxHeight
        image.scrollLargeImages = scrollLargeImages
        image.dismissOnBackgroundTap = dismissOnBackgroundTap
        image.buttonsAttributes = buttonsAttributes
        image.onPresent = onPresent
        image.onLayout = onLayout
        image.onTheme = onTheme
        return image
      }
    }
  }
}
