// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

extension InAppMessageUI {
  /// Shows an HTML page over the whole screen. The app is visible where the page is transparent,
  /// but the page receives all touches.
  ///
  /// The page is shown, and has an impression, only when it has loaded. It closes itself with
  /// `martletBridge.closeMessage()`. If it does not declare its own close button within ten
  /// seconds, it gets a system close button.
  open class HtmlView: MessageSceneView {
    /// The attributes. A change while the message is visible redraws the surroundings of the page.
    public var attributes: Attributes { didSet { setNeedsUpdate() } }

    /// The message. A change while it is visible reloads the page.
    public var message: Martlet.InAppMessage.Html {
      get { inAppMessage.html ?? .init() }
      set { inAppMessage = .html(newValue) }
    }

    /// True while the system close button is visible.
    public internal(set) var showsCloseControl = false { didSet { setNeedsUpdate() } }

    /// Creates a view for the message. The presenter sets `presented`.
    public init(
      message: Martlet.InAppMessage.Html, attributes: Attributes = .defaults, presented: Bool = false
    ) {
      self.attributes = attributes
      super.init(message: .html(message), presented: presented)
    }

    open override func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
      HtmlScene(
        message: message, attributes: attributes, traits: traits, showsCloseControl: showsCloseControl
      ).make(id: id)
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
      /// Whether each link counts as a click on the message itself. It always does for pages in an
      /// archive.
      public var automaticBodyClicks = false
      /// Whether a link with a target, or a window that a script opens, keeps the message open.
      public var linkTargetSupport = true
      /// Whether developer tools can inspect the page.
      public var allowInspector = true
      /// UIKit's `configure`, with the configuration of the web view.
      var configuresPage: (@MainActor (AnyObject) -> Void)?
      public var onPresent: (@MainActor (HtmlView) -> Void)?
      /// Called before each drawing, so that attributes can be changed. With UIKit, also after each
      /// drawing and layout, so that views can be.
      public var onLayout: (@MainActor (HtmlView) -> Void)?
      /// Called before the first drawing, and when the colour scheme changes. With UIKit, also
      /// after each drawing.
      public var onTheme: (@MainActor (HtmlView) -> Void)?

      public init() {}

      /// Defaults for messages presented from now on.
      @MainActor public static var defaults = Attributes()
    }
  }
}

/// Creates the scene of a page: the page over the whole screen, and above it the system's close
/// control if the page has none.
@MainActor
struct HtmlScene {
  let message: Martlet.InAppMessage.Html
  let attributes: InAppMessageUI.HtmlView.Attributes
  let traits: SceneTraits
  let showsCloseControl: Bool

  /// Returns nil if there is no page.
  func make(id: String) -> MessageScene? {
    guard let web else { return nil }
    var children = [
      SceneNode(
        id: Self.pageID, content: .web(web), style: .init(position: .fill), accessibility: .init(role: .none))
    ]
    if showsCloseControl { children.append(.pageCloseControl(traits)) }
    let style: MessageScene.Transition.Style =
      switch attributes.animation {
      case .auto: message.legacy ? .slide(.bottom) : .fade
      case .fade: .fade
      case .slide: .slide(.bottom)
      }
    return MessageScene(
      id: id, kind: .init(.html(message)), placement: .fill,
      root: SceneNode(
        id: "screen", content: .overlay(children),
        style: .init(padding: Insets(bottom: max(0, traits.keyboardHeight)), grows: true)),
      enter: .of(style, milliseconds: 250, isAnimated: message.data.animateIn, traits: traits),
      leave: .of(style, milliseconds: 200, isAnimated: message.data.animateOut, traits: traits),
      isStatusBarHidden: true,
      accessibility: .init(
        label: PageTitle.text(of: message.message)
          ?? BuiltInWords.message.text(message: nil, person: traits.language), isModal: true,
        initialFocus: Self.pageID, language: nil),
      direction: traits.direction)
  }

  static let pageID = "page"

  private var web: SceneNode.Web? {
    SceneNode.Web(
      page: message.message, baseURL: message.baseURL, local: message.data.context?.localAssets ?? .init(),
      bridge: message.bridge,
      linkTargetSupport: attributes.linkTargetSupport, countsLinks: attributes.automaticBodyClicks,
      readsLinkOptions: message.legacy,
      allowsInspector: attributes.allowInspector, surroundings: .init(traits, safeArea: safeArea))
  }

  /// The keyboard covers the lower part of the safe area, because the page ends above it.
  private var safeArea: Insets {
    var insets = traits.safeArea
    if traits.keyboardHeight > 0 { insets.bottom = max(0, insets.bottom - traits.keyboardHeight) }
    return insets
  }
}

/// The title of a page, which screen readers use as the name of the dialog.
package enum PageTitle {
  /// nil if the title is missing or empty. At most 120 characters.
  package static func text(of page: String) -> String? {
    // A title is near the start, so the rest of a long page is not searched. This searches bytes,
    // because it runs for every scene of a page, where counting characters would take longer than
    // everything else.
    let head = page.utf8.prefix(8_192)
    let closing = "</title"
    guard let start = head.position(after: "<title", from: head.startIndex),
      let open = head[start...].firstIndex(of: UInt8(ascii: ">")),
      let end = head.position(after: closing, from: open)
    else { return nil }
    var text = String(
      decoding: head[head.index(after: open)..<head.index(end, offsetBy: -closing.utf8.count)], as: UTF8.self)
    if text.utf8.contains(UInt8(ascii: "&")) {
      for (entity, character) in [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&"),
      ] {
        text = text.replacing(entity, with: character)
      }
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(120))
  }
}

extension Substring.UTF8View {
  /// The end of the next occurrence of a word, ignoring case.
  /// - Parameter word: ASCII in lower case, starting with a character that is not a letter.
  fileprivate func position(after word: String, from start: Index) -> Index? {
    guard let sign = word.utf8.first else { return nil }
    var rest = self[start...]
    while let next = rest.firstIndex(of: sign) {
      rest = rest[next...]
      let candidate = rest.prefix(word.utf8.count)
      if candidate.elementsEqual(word.utf8, by: { $0 == $1 || (0x41...0x5A).contains($0) && $0 | 0x20 == $1 })
      {
        return candidate.endIndex
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension InAppMessageView {
  /// The view of an HTML message, or nil.
  public var html: InAppMessageUI.HtmlView? { self as? InAppMessageUI.HtmlView }
}
