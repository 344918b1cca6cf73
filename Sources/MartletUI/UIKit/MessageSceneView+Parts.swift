// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
package import UIKit

#if canImport(WebKit)
package import WebKit
#endif

/// The views that the host has drawn for the nodes of a message on the screen. They are kept across
/// redraws.
extension MessageSceneView {
  /// The part of a node that is asked for.
  package enum Part {
    /// Background, border and corners, with the content inside.
    case box
    /// Outside the box: its shadow.
    case shadow
    /// Text, image, stack, scrolling content …
    case content
    /// The button of a node that can be pressed.
    case button
  }

  /// nil if the node is not drawn, or has no such part.
  package func drawn(_ part: Part, of nodeID: String) -> UIView? {
    guard let presenter, presenter.messageView === self,
      let place = (presenter.host as? UIKitSceneHost)?.place(of: nodeID)
    else {
      return nil
    }
    return switch part {
    case .box: place.box.inside
    case .shadow: place.box
    case .content: (place.box.content as? ImageContent)?.picture ?? place.box.content
    case .button: place.button
    }
  }

  /// The id of the node that assistive technology focuses first.
  package var initialFocus: String? { initialAccessibilityElement }

  /// - Parameter element: the id of a node, or a view that was drawn for one. Anything else: the
  ///   message type decides.
  package func focusFirst(_ element: Any?) {
    if let id = element as? String {
      initialAccessibilityElement = id
      return
    }
    var view = element as? UIView
    while let current = view, !(current is NodePlace) { view = current.superview }
    initialAccessibilityElement = (view as? NodePlace)?.node.id
  }
}

#if canImport(WebKit)
extension InAppMessageUI.HtmlView {
  /// The web view of the page, while it is on the screen.
  package var drawnPage: WKWebView? { (drawn(.content, of: HtmlScene.pageID) as? PageContent)?.page?.page }
}
#endif

extension InAppMessageUI {
  /// The root controller of the window of a view that is on the screen.
  package func rootController(of view: any InAppMessageView) -> UIViewController? {
    messageView === view ? (host as? UIKitSceneHost)?.rootController : nil
  }
}
#endif
