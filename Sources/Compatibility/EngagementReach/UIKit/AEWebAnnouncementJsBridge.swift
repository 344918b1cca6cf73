// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(ObjectiveC) && !os(tvOS)
public import WebKit

/// What a page can do with its announcement.
///
/// Objective-C has a protocol of its own with this name.
@MainActor
public protocol AEWebAnnouncementActionDelegate: AnyObject {
  /// The page called `actionContent()`.
  func action()
  /// The page called `exitContent()`.
  func exit()
}

/// Offers `actionContent()` and `exitContent()` to a page, as members of `engagementReachContent`,
/// `ReachContent` and `capptainReachContent`. They are there before any script of the page runs.
/// Other commands have no effect.
///
/// Objective-C has a class of its own with this name.
@MainActor
public final class AEWebAnnouncementJsBridge {
  private let calls = PageCalls()

  /// - Parameter delegate: held weakly.
  public init(delegate: (any AEWebAnnouncementActionDelegate)!) { calls.delegate = delegate }

  /// Adds the members to the pages of a web view that is made with this configuration.
  public func add(to configuration: WKWebViewConfiguration) {
    let pages = configuration.userContentController
    pages.addUserScript(
      WKUserScript(source: PageNames.script, injectionTime: .atDocumentStart, forMainFrameOnly: true))
    pages.add(calls, name: PageNames.handler)
  }
}

/// Hears what a page calls.
@MainActor
private final class PageCalls: NSObject, WKScriptMessageHandler {
  weak var delegate: (any AEWebAnnouncementActionDelegate)?

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    switch message.body as? String {
    case "action": delegate?.action()
    case "exit": delegate?.exit()
    default: break
    }
  }
}
#endif
