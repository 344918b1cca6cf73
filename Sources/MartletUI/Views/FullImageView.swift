// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// Shows a single image that fills the screen. A modal on large screens.
  ///
  /// The inherited `message` and `attributes` have what it shares with a modal image.
  open class FullImageView: ModalImageView {
    /// Modal or full screen.
    public typealias DisplayMode = InAppMessageUI.DisplayMode

    /// The preferred display mode. If nil, the screen decides. A change while the message is
    /// visible redraws it.
    public var preferredDisplayMode: DisplayMode? { didSet { setNeedsUpdate() } }

    /// How the image fills the screen. If nil, it fills a portrait screen, and is shown completely
    /// in landscape. A change while the message is visible redraws it.
    public var imageFit: SceneNode.Image.Fit? { didSet { setNeedsUpdate() } }

    /// The current display mode.
    public var displayMode: DisplayMode { DisplayMode(preferred: preferredDisplayMode, traits: traits) }

    /// Creates a view for the message. The presenter sets `presented`.
    public init(
      message: Martlet.InAppMessage.FullImage, attributes: Attributes = .defaults,
      gifViewProvider: GIFViewProvider = .shared,
      presented: Bool = false
    ) {
      preferredDisplayMode = attributes.preferredDisplayMode
      imageFit = attributes.imageFit
      super.init(
        message: message.asModalImage, attributes: attributes.ofModalImage, gifViewProvider: gifViewProvider,
        presented: presented)
      inAppMessage = .fullImage(message)
    }

    open override func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
      let content = message.asModal
      switch DisplayMode(preferred: preferredDisplayMode, traits: traits) {
      case .modal:
        return ModalImageScene(
          attributes: attributes,
          parts: parts(of: content, traits: traits, margin: attributes.margin)
        ).make(id: id)
      case .full:
        return FullImageScene(
          attributes: attributes, fit: imageFit, parts: parts(of: content, traits: traits)
        ).make(id: id)
      }
    }

    /// The attributes of a modal image, and how it is shown. Margin, corners, shadow, sizes and the
    /// tap outside the card apply when it is shown as a modal. Lengths are in points. With
    /// `scrollLargeImages`, an image that is too tall has the full width and scrolls; otherwise
    /// `imageFit` applies.
    @dynamicMemberLookup
    public struct Attributes: Sendable {
      private(set) var ofModalImage = ModalImageView.Attributes()
      /// How the image fills the screen. If nil, it fills a portrait screen, cropped at the edges,
      /// and is shown completely in landscape.
      public var imageFit: SceneNode.Image.Fit?
      /// The preferred display mode. If nil, the screen decides.
      public var preferredDisplayMode: DisplayMode?

      public init() {}

      /// The attributes of `ModalImageView.Attributes`.
      public subscript<Value>(dynamicMember field: WritableKeyPath<ModalImageView.Attributes, Value>) -> Value
      {
        get { ofModalImage[keyPath: field] }
        set { ofModalImage[keyPath: field] = newValue }
      }

      /// Defaults for messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}

extension InAppMessageView {
  /// The view of a full-screen image, or nil.
  public var fullImage: InAppMessageUI.FullImageView? { self as? InAppMessageUI.FullImageView }
}
