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

    /// All that an image modal has, and how it is shown. Margin, corners, shadow, sizes and the tap beside the card count when it is shown as a
    /// modal; lengths are in points. With `scrollLargeImages` an image that is too high for the room takes the whole width and scrolls, else see
    /// `imageFit`.
    @dynamicMemberLookup
    public struct Attributes: Sendable {
      private(set) var ofModalImage = ModalImageView.Attributes()
      /// nil: the image fills an upright screen, cut at the edges, and is shown whole on one that lies.
      public var imageFit: SceneNode.Image.Fit?
      /// nil: the screen decides.
      public var preferredDisplayMode: DisplayMode?

      public init() {}

      /// What `ModalImageView.Attributes` describes.
      public subscript<Value>(dynamicMember field: WritableKeyPath<ModalImageView.Attributes, Value>) -> Value {
        get { ofModalImage[keyPath: field] }
        set { ofModalImage[keyPath: field] = newValue }
      }

      /// For messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}
