// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// The pages of one presentation. Where the system has no web views, a page cannot be loaded, and
/// the message ends with that reason.
@MainActor
final class PresentedPages {
  var report: (@MainActor (SceneEvent) -> Void)?
  var lost: (@MainActor (_ nodeID: String, PageLoss?) -> Void)?
  /// Why a page cannot be shown, for the log.
  var problem: (@MainActor (String) -> Void)?
  /// Where dialogs and other controllers of a page are presented.
  weak var controller: UIViewController?
  /// Changes the configuration of web views for the app.
  var configure: (@MainActor (AnyObject) -> Void)?
  private let secret: String

  /// - Parameter secret: a text that pages cannot know.
  init(secret: String) { self.secret = secret }

  #if canImport(WebKit)
  private var pages: [String: PageView] = [:]

  /// The view of a page. The page stays loaded if only its surroundings changed.
  func view(of node: SceneNode, _ web: SceneNode.Web) -> UIView? {
    if let page = pages[node.id], page.shows(web) {
      page.surround(with: web.surroundings)
      return page
    }
    pages[node.id]?.close()
    let page = PageView(web, nodeID: node.id, secret: secret, configure: configure)
    page.report = { [weak self] event in self?.report?(event) }
    page.lost = { [weak self] loss in self?.lost?(node.id, loss) }
    page.problem = { [weak self] words in self?.problem?(words) }
    page.presenter = { [weak self] in self?.controller }
    pages[node.id] = page
    page.load()
    return page
  }

  /// Waits until the pages of these nodes have loaded. Answers the first that could not be loaded.
  func loaded(_ nodeIDs: [String]) async -> (nodeID: String, loss: PageLoss?)? {
    for nodeID in nodeIDs {
      if case .failed(let loss) = await pages[nodeID]?.loaded() { return (nodeID, loss) }
    }
    return nil
  }

  func report(_ refusal: BridgeRefusal, toPageIn nodeID: String) {
    pages[nodeID]?.post(PageScript.refusal(refusal))
  }

  /// Ends pages whose process the system has ended while the app was in the background.
  func checkProcesses() { for page in pages.values { page.checkProcess() } }

  /// Ends all pages. Nothing keeps them any more.
  func close() {
    for page in pages.values { page.close() }
    pages = [:]
  }
  #else
  func view(of node: SceneNode, _ web: SceneNode.Web) -> UIView? { nil }
  func loaded(_ nodeIDs: [String]) async -> (nodeID: String, loss: PageLoss?)? {
    nodeIDs.first.map { ($0, nil) }
  }
  func report(_ refusal: BridgeRefusal, toPageIn nodeID: String) {}
  func checkProcesses() {}
  func close() {}
  #endif
}

/// Holds the view of a page in its box.
final class PageContent: UIView, NodeContent {
  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    guard case .web(let web) = node.content else { return }
    setSubviews([drawing.page(node, web)].compactMap(\.self))
  }

  #if canImport(WebKit)
  var page: PageView? { subviews.first as? PageView }
  #endif

  override func layoutSubviews() {
    super.layoutSubviews()
    for view in subviews { view.frame = bounds }
  }
}
#endif
