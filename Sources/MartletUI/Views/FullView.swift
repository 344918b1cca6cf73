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

    /// All that a modal has, and how it is shown. Margin, corners, shadow, sizes and the tap beside the card count when it is shown as a modal;
    /// lengths are in points.
    @dynamicMemberLookup
    public struct Attributes: Sendable {
      private var modal = ModalView.Attributes()
      /// nil: the screen decides.
      public var preferredDisplayMode: DisplayMode?
      public var onPresent: (@MainActor (FullView) -> Void)?
      /// Before every scene.
      public var onLayout: (@MainActor (FullView) -> Void)?
      /// Before the first scene and when the scheme changed.
      public var onTheme: (@MainActor (FullView) -> Void)?

      public init() {}

      /// What `ModalView.Attributes` describes.
      public subscript<Value>(dynamicMember field: WritableKeyPath<ModalView.Attributes, Value>) -> Value {
        get { modal[keyPath: field] }
        set { modal[keyPath: field] = newValue }
      }

      /// For messages presented from now on.
      @MainActor public static var defaults = Attributes()

      var ofModal: ModalView.Attributes {
        var modal = modal
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
