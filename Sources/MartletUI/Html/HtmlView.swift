// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension InAppMessageUI {
  /// Shows an HTML page over the whole screen. The app is visible where the page is transparent, but the page receives all touches.
  ///
  /// The page is shown when it has loaded. A page that does not load has no impression. The page closes itself with
  /// `martletBridge.closeMessage()`. If it does not declare within ten seconds that it has its own close button, it gets a system close
  /// button.
  open class HtmlView: InAppMessageView {
    /// The attributes. A change while the message is visible redraws what is around the page.
    public var attributes: Attributes {
      didSet { setNeedsUpdate() }
    }

    /// The message. A change while it is visible reloads the page.
    public var message: Martlet.InAppMessage.Html {
      get { inAppMessage.html ?? .init() }
      set { inAppMessage = .html(newValue) }
    }

    /// True while the system close button is visible.
    public internal(set) var showsCloseControl = false {
      didSet { setNeedsUpdate() }
    }

    /// Creates a view for the message. The presenter sets `presented`.
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

    /// How the page appears, and what its links do.
    public struct Attributes: Sendable {
      /// How the page appears and disappears.
      public enum Animation: Hashable, Sendable, CaseIterable {
        /// Pages in an archive slide, others fade.
        case auto
        case fade
        /// The page slides in from the bottom.
        case slide
      }

      public var animation = Animation.auto
      /// Whether each link counts as a click on the message itself. It always does for pages in an archive.
      public var automaticBodyClicks = false
      /// Whether a link with a target, or a window that a script opens, keeps the message open.
      public var linkTargetSupport = true
      /// Whether developer tools can inspect the page.
      public var allowInspector = true
      public var onPresent: (@MainActor (HtmlView) -> Void)?
      /// Called before each drawing.
      public var onLayout: (@MainActor (HtmlView) -> Void)?
      /// Called before the first drawing, and when the colour scheme changes.
      public var onTheme: (@MainActor (HtmlView) -> Void)?

      public init() {}

      /// For messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}
