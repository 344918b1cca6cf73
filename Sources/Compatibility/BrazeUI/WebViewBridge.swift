// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit
import MartletUI

extension Martlet {
  /// What an app's own web view needs to treat the links of a page as a message does.
  public enum WebViewBridge {
    /// Reads the options in the query of a link (`docs/html-messages.md`).
    @MainActor
    public struct QueryHandler {
      private let context: InAppMessage.Context?

      /// Creates a handler that logs clicks with the context. nil: it logs none.
      public init(context: InAppMessage.Context? = nil) { self.context = context }

      /// Reads a link and logs its click.
      ///
      /// - Parameter logBodyClick: true: a link without a button counts as a click on the message
      ///   itself. false: only buttons count.
      /// - Returns: the URL without the options, and the id of the button. A link that must not
      ///   open has the action `.none`.
      @discardableResult
      public func processInAppMessageURL(_ url: URL, logBodyClick: Bool = true) -> (
        InAppMessage.ClickAction, String?
      ) {
        let page = SceneNode.Web(page: "", readsLinkOptions: true)
        guard let link = try? PageLink(url: url.absoluteString, target: nil, in: page) else {
          return (.none, nil)
        }
        if logBodyClick || link.buttonID != nil { context?.logClick(buttonId: link.buttonID) }
        return (link.action, link.buttonID)
      }
    }

    /// Handles links of older pages with a scheme of their own: `braze://close` and
    /// `braze://customEvent?name=NAME&key=value`.
    @MainActor
    public struct SchemeHandler {
      /// What a link does.
      public enum Action: String, Hashable, Sendable, CaseIterable { case close, customEvent }

      /// The schemes, in lower case.
      public nonisolated static let schemes: Set<String> = ["braze", "appboy"]

      private let braze: Martlet?
      private let closeMessage: @MainActor () -> Void

      /// Creates a handler.
      ///
      /// - Parameters:
      ///   - braze: logs the custom events. nil: they are not logged.
      ///   - closeMessage: closes the page.
      public init(braze: Martlet?, closeMessage: @escaping @MainActor () -> Void) {
        self.braze = braze
        self.closeMessage = closeMessage
      }

      /// What a link does, or nil if it is an ordinary link.
      public nonisolated func action(url: URL) -> Action? {
        guard let scheme = url.scheme?.lowercased(), Self.schemes.contains(scheme) else { return nil }
        return Action.allCases.first { $0.rawValue.lowercased() == url.host?.lowercased() }
      }

      /// Carries out what `action(url:)` returned. A custom event without a name is not logged.
      public func process(action: Action, url: URL) {
        switch action {
        case .close: closeMessage()
        case .customEvent:
          let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
          guard let name = items.first(where: { $0.name == "name" })?.value else { return }
          var properties: [String: Any] = [:]
          for item in items where item.name != "name" { properties[item.name] = item.value }
          braze?.logCustomEvent(name: name, properties: properties)
        }
      }
    }
  }
}
