// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// Shows image and text that fill the screen. A modal on large screens.
  ///
  /// The inherited `message` and `attributes` have what it shares with a modal.
  open class FullView: ModalView {
    /// Modal or full screen.
    public typealias DisplayMode = InAppMessageUI.DisplayMode

    /// The preferred display mode. If nil, the screen decides. A change while the message is
    /// visible redraws it.
    public var preferredDisplayMode: DisplayMode? { didSet { setNeedsUpdate() } }

    /// The current display mode.
    public var displayMode: DisplayMode { DisplayMode(preferred: preferredDisplayMode, traits: traits) }

    /// Creates a view for the message. The presenter sets `presented`.
    public init(
      message: Martlet.InAppMessage.Full, attributes: Attributes = .defaults,
      gifViewProvider: GIFViewProvider = .shared,
      presented: Bool = false
    ) {
      preferredDisplayMode = attributes.preferredDisplayMode
      super.init(
        message: message.asModal, attributes: attributes.ofModal, gifViewProvider: gifViewProvider,
        presented: presented)
      inAppMessage = .full(message)
    }

    open override func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
      switch DisplayMode(preferred: preferredDisplayMode, traits: traits) {
      case .modal:
        ModalScene(
          attributes: attributes,
          parts: parts(of: message, traits: traits, margin: attributes.margin)
        ).make(id: id)
      case .full: FullScene(attributes: attributes, parts: parts(of: message, traits: traits)).make(id: id)
      }
    }

    /// The attributes of a modal, and how it is shown. Margin, corners, shadow, sizes and the tap
    /// outside the card apply when it is shown as a modal. Lengths are in points.
    @dynamicMemberLookup
    public struct Attributes: Sendable {
      private var modal = ModalView.Attributes()
      /// The preferred display mode. If nil, the screen decides.
      public var preferredDisplayMode: DisplayMode?
      public var onPresent: (@MainActor (FullView) -> Void)?
      /// Called before each drawing, so that attributes can be changed. With UIKit, also after each
      /// drawing and layout, so that views can be.
      public var onLayout: (@MainActor (FullView) -> Void)?
      /// Called before the first drawing, and when the colour scheme changes. With UIKit, also
      /// after each drawing.
      public var onTheme: (@MainActor (FullView) -> Void)?

      public init() {}

      /// The attributes of `ModalView.Attributes`.
      public subscript<Value>(dynamicMember field: WritableKeyPath<ModalView.Attributes, Value>) -> Value {
        get { modal[keyPath: field] }
        set { modal[keyPath: field] = newValue }
      }

      /// Defaults for messages presented from now on.
      @MainActor public static var defaults = Attributes()

      var ofModal: ModalView.Attributes {
        var modal = modal
        modal.onPresent = onPresent.map(Self.forAnyModal)
        modal.onLayout = onLayout.map(Self.forAnyModal)
        modal.onTheme = onTheme.map(Self.forAnyModal)
        return modal
      }

      private static func forAnyModal(_ closure: @escaping @MainActor (FullView) -> Void)
        -> @MainActor (ModalView) -> Void
      {
        { view in
          if let view = view as? FullView { closure(view) }
        }
      }
    }
  }
}

extension InAppMessageUI {
  /// How a full-screen message is shown.
  public enum DisplayMode: String, Hashable, Sendable, CaseIterable {
    /// A card in the centre.
    case modal
    /// The whole screen.
    case full

    /// The whole screen on small screens, and a card if both size classes are regular: on tablets
    /// and desktops, not on large phones.
    package init(preferred: DisplayMode?, traits: SceneTraits?) {
      let isLarge =
        traits.map { $0.horizontalSizeClass == .regular && $0.verticalSizeClass == .regular } ?? false
      self = preferred ?? (isLarge ? .modal : .full)
    }
  }
}

extension InAppMessageView {
  /// The view of a full-screen message, or nil.
  public var full: InAppMessageUI.FullView? { self as? InAppMessageUI.FullView }
}
