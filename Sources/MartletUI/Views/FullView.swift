// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// The whole screen with image and text; a modal on large screens.
  ///
  /// What it shares with a modal it keeps in the inherited `message` and `attributes`.
  open class FullView: ModalView {
    /// Modal or full.
    public typealias DisplayMode = InAppMessageUI.DisplayMode

    /// nil: the screen decides. Setting it while the message is visible redraws it.
    public var preferredDisplayMode: DisplayMode? {
      didSet { setNeedsUpdate() }
    }

    /// How it is shown in the present surroundings.
    public var displayMode: DisplayMode { DisplayMode(preferred: preferredDisplayMode, traits: traits) }

    /// The view of this message; `presented` is the presenter's to set.
    public init(
      message: Martlet.InAppMessage.Full, attributes: Attributes = .defaults, gifViewProvider: GIFViewProvider = .shared,
      presented: Bool = false
    ) {
      preferredDisplayMode = attributes.preferredDisplayMode
      super.init(
        inAppMessage: .full(message), attributes: attributes.ofModal, gifViewProvider: gifViewProvider, presented: presented)
    }

    open override func makeScene(id: String, traits: SceneTraits) -> Scene? {
      let content = MessageContent(message)
      let animates = animates(content.graphic, traits: traits)
      switch DisplayMode(preferred: preferredDisplayMode, traits: traits) {
      case .modal:
        return ModalScene(kind: .full, content: content, attributes: attributes, traits: traits, animates: animates).make(id: id)
      case .full: return FullScene(content: content, attributes: attributes, traits: traits, animates: animates).make(id: id)
      }
    }

    /// Lengths in points.
    public struct Attributes: Sendable {
      /// Least distance from the safe area, when shown as a modal.
      public var margin = Insets(all: 16)
      /// Around texts and buttons; the image goes to the edges.
      public var padding = Insets(all: 24)
      /// Between texts and buttons.
      public var spacing: Double = 20
      /// Between header and message.
      public var labelsSpacing: Double = 8
      public var headerFont: TextStyle = .title
      public var messageFont: TextStyle = .body
      /// When shown as a modal.
      public var cornerRadius: Double = 16
      public var cornerCurve: CornerCurve = .continuous
      /// When shown as a modal.
      public var shadow: SceneNode.Shadow? = .inAppMessage
      /// When shown as a modal; so are the other sizes.
      public var minWidth: ViewDimension = 280
      public var maxWidth = ViewDimension(regular: 420, large: 640)
      public var maxHeight: ViewDimension = 720
      /// A tap beside the card closes the message, when shown as a modal.
      public var dismissOnBackgroundTap = false
      public var buttonsAttributes = ButtonView.Attributes()
      /// nil: the screen decides.
      public var preferredDisplayMode: DisplayMode?
      public var onPresent: (@MainActor (FullView) -> Void)?
      /// Before every scene.
      public var onLayout: (@MainActor (FullView) -> Void)?
      /// Before the first scene and when the scheme changed.
      public var onTheme: (@MainActor (FullView) -> Void)?

      public init() {}

      /// For messages presented from now on.
      @MainActor public static var defaults = Attributes()

      var ofModal: ModalView.Attributes {
        var modal = ModalView.Attributes()
        modal.margin = margin
        modal.padding = padding
        modal.spacing = spacing
        modal.labelsSpacing = labelsSpacing
        modal.headerFont = headerFont
        modal.messageFont = messageFont
        modal.cornerRadius = cornerRadius
        modal.cornerCurve = cornerCurve
        modal.shadow = shadow
        modal.minWidth = minWidth
        modal.maxWidth = maxWidth
        modal.maxHeight = maxHeight
        modal.dismissOnBackgroundTap = dismissOnBackgroundTap
        modal.buttonsAttributes = buttonsAttributes
        modal.onPresent = onPresent.map(Self.forAnyModal)
        modal.onLayout = onLayout.map(Self.forAnyModal)
        modal.onTheme = onTheme.map(Self.forAnyModal)
        return modal
      }

      private static func forAnyModal(_ closure: @escaping @MainActor (FullView) -> Void) -> @MainActor (ModalView) -> Void {
        { view in
          if let view = view as? FullView { closure(view) }
        }
      }
    }
  }
}
