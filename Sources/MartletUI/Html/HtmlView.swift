// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// A page of the campaign's own over the whole screen: transparent where the page is, and it takes all touches.
  ///
  /// The page is shown once it has loaded; one that does not load counts no impression. It closes itself by `martletBridge.closeMessage()`. A page
  /// that has not said within ten seconds that it offers a way to close gets a close control of the system's.
  open class HtmlView: InAppMessageView {
    /// Setting it while the message is visible redraws what is around the page.
    public var attributes: Attributes {
      didSet { setNeedsUpdate() }
    }

    /// Setting it while the message is visible loads the page anew.
    public var message: Martlet.InAppMessage.Html {
      get { inAppMessage.html ?? .init() }
      set { inAppMessage = .html(newValue) }
    }

    /// The system's close control is there.
    public internal(set) var showsCloseControl = false {
      didSet { setNeedsUpdate() }
    }

    /// The view of this message; `presented` is the presenter's to set.
    public init(message: Martlet.InAppMessage.Html, attributes: Attributes = .defaults, presented: Bool = false) {
      self.attributes = attributes
      super.init(message: .html(message), presented: presented)
    }

    open override func makeScene(id: String, traits: SceneTraits) -> Scene? {
      HtmlScene(message: message, attributes: attributes, traits: traits, showsCloseControl: showsCloseControl).make(id: id)
    }

    open override func applyTheme() { attributes.onTheme?(self) }
    open override func applyAttributes() { attributes.onLayout?(self) }
    /// Calls `attributes.onPresent`.
    open override func didPresent() { attributes.onPresent?(self) }

    /// How the page is shown, and what its links mean.
    public struct Attributes: Sendable {
      /// How the page enters and leaves.
      public enum Animation: Hashable, Sendable, CaseIterable {
        /// Pages that come with an archive slide, others fade.
        case auto
        case fade
        /// From below.
        case slide
      }

      public var animation = Animation.auto
      /// Following a link counts as a click on the body. For pages that come with an archive it always does.
      public var automaticBodyClicks = false
      /// A link with a target, or a window that a script opens, does not close the message.
      public var linkTargetSupport = true
      /// Developer tools may be attached to the page.
      public var allowInspector = true
      public var onPresent: (@MainActor (HtmlView) -> Void)?
      /// Before every scene.
      public var onLayout: (@MainActor (HtmlView) -> Void)?
      /// Before the first scene and when the scheme changed.
      public var onTheme: (@MainActor (HtmlView) -> Void)?

      public init() {}

      /// For messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}
