// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletWire

/// The presenter's state for one presentation of a page.
package struct PageSession {
  /// The number of calls so far.
  private(set) var calls = 0
  private var buttons: Set<String> = []

  package init() {}

  /// Counts a call or a link. Returns false if there are too many.
  package mutating func admit() -> Bool {
    calls += 1
    return calls <= BridgeAction.Limits.calls
  }

  /// Counts a button. Throws if there are too many different ones.
  mutating func admit(button: String, of call: BridgeCall) throws(BridgeRefusal) {
    guard buttons.contains(button) || buttons.count < BridgeAction.Limits.buttons else {
      throw BridgeRefusal(method: call.method, reason: .tooMany("\(BridgeAction.Limits.buttons) buttons"))
    }
    buttons.insert(button)
  }
}

/// Calls and links of pages.
extension InAppMessageUI {
  /// Carries out a call of a page, or reports why it is refused.
  func handle(_ call: BridgeCall, ofPageIn nodeID: String) {
    guard let web = web(in: nodeID), let token = showing?.token else { return }
    guard showing?.page.admit() == true else { return takeDown(.calls, pageIn: nodeID) }
    do throws(BridgeRefusal) {
      try perform(try BridgeAction(call, access: web.bridge), of: call, token: token)
    } catch {
      refuse(error, ofPageIn: nodeID)
    }
  }

  /// Handles a link that a person or a script followed.
  func follow(_ url: String, target: String?, by input: PageInput?, ofPageIn nodeID: String) {
    guard let web = web(in: nodeID), let token = showing?.token else { return }
    guard showing?.page.admit() == true else { return takeDown(.calls, pageIn: nodeID) }
    do throws(BridgeRefusal) {
      guard input != nil else { throw BridgeRefusal(method: "link", reason: .noInput) }
      let link = try PageLink(url: url, target: target, in: web)
      guard case .presented = machine.state else { throw BridgeRefusal(method: "link", reason: .notShownYet) }
      guard machine.current?.message.html != nil else { throw Self.notAPage("link") }
      handle(
        .host(
          token,
          .followed(link.action, buttonID: link.buttonID, counts: link.counts, dismisses: link.dismisses)))
    } catch {
      refuse(error, ofPageIn: nodeID)
    }
  }

  /// Removes the message and reports why, because the page exceeded a limit or left its address.
  func takeDown(_ loss: PageLoss, pageIn nodeID: String) {
    guard web(in: nodeID) != nil, let token = showing?.token else { return }
    refuse(BridgeRefusal(method: "page", reason: .takenDown(loss)), ofPageIn: nodeID)
    handle(.host(token, .pageLost))
  }

  /// A custom view may show a page for a message of another kind. Its clicks are those of that
  /// kind.
  private static func notAPage(_ method: String) -> BridgeRefusal {
    BridgeRefusal(method: method, reason: .unsupported("Only HTML messages have page clicks and links."))
  }

  /// Returns nil if there is no page, or if its calls no longer count.
  private func web(in nodeID: String) -> SceneNode.Web? {
    switch machine.state {
    case .presenting, .presented: break
    case .idle, .clearing, .asking, .preparing, .dismissing: return nil
    }
    guard case .web(let web)? = showing?.scene?.root.node(nodeID)?.content else { return nil }
    return web
  }

  private func perform(_ action: BridgeAction, of call: BridgeCall, token: PresenterMachine.Token)
    throws(BridgeRefusal)
  {
    switch action {
    case .nothing: break
    case .closeMessage: handle(.host(token, .closed))
    case .actionContent:
      throw BridgeRefusal(method: call.method, reason: .unsupported("Only announcements have an action."))
    case .declareClose: handle(.host(token, .closeDeclared))
    case .logClick(let buttonID):
      guard case .presented = machine.state else {
        throw BridgeRefusal(method: call.method, reason: .notShownYet)
      }
      guard machine.current?.message.html != nil else { throw Self.notAPage(call.method) }
      if let buttonID { try showing?.page.admit(button: buttonID, of: call) }
      _ = try context(for: call)
      handle(.host(token, .pageClicked(buttonID: buttonID)))
    case .requestPushPermission:
      if let requestPushPermission { return requestPushPermission() }
      guard machine.current?.message.context?.client?.requestPushPermission() == true else {
        throw BridgeRefusal(method: call.method, reason: .unsupported("This app does not support it."))
      }
    case .logCustomEvent, .logPurchase, .requestImmediateDataFlush, .changeUser, .setAttribute,
      .changeAttribute:
      action.perform(on: try client(for: call))
    }
  }

  private func client(for call: BridgeCall) throws(BridgeRefusal) -> Martlet {
    guard let client = try context(for: call).client else {
      throw BridgeRefusal(method: call.method, reason: .ended)
    }
    return client
  }

  private func context(for call: BridgeCall) throws(BridgeRefusal) -> Martlet.InAppMessage.Context {
    guard let context = machine.current?.message.context else {
      throw BridgeRefusal(method: call.method, reason: .noContext)
    }
    guard context.isValid else { throw BridgeRefusal(method: call.method, reason: .ended) }
    return context
  }

  private func refuse(_ refusal: BridgeRefusal, ofPageIn nodeID: String) {
    guard let showing else { return }
    host?.report(refusal, toPageIn: nodeID, sceneID: showing.sceneID)
    let message = showing.message
    machine.current?.message.context?.client?.logPageProblem(refusal.description)
    problemObserver?(message, refusal)
  }
}

extension SceneNode {
  /// For a host that cannot read local files. nil if the page is only available locally.
  package func withoutLocalFiles(baseURL: String?) -> SceneNode? {
    var node = self
    switch content {
    case .web(var web):
      guard web.pageURL == nil else { return nil }
      web.assets = [:]
      web.baseURL = baseURL
      node.content = .web(web)
    case .stack(var stack):
      stack.children = stack.children.compactMap { $0.withoutLocalFiles(baseURL: baseURL) }
      guard stack.children.count == children.count else { return nil }
      node.content = .stack(stack)
    case .overlay(let inside):
      let kept = inside.compactMap { $0.withoutLocalFiles(baseURL: baseURL) }
      guard kept.count == inside.count else { return nil }
      node.content = .overlay(kept)
    case .scroll(let child):
      guard let kept = child.withoutLocalFiles(baseURL: baseURL) else { return nil }
      node.content = .scroll(kept)
    case .text, .image, .icon, .symbol, .field, .spinner, .space: break
    }
    return node
  }
}
