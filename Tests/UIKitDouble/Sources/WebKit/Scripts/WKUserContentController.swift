// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import UIKit

/// The scripts of pages and the handlers of their messages, which it retains until they are
/// removed. They are there in all frames.
@MainActor open class WKUserContentController: NSObject {
  open private(set) var userScripts: [WKUserScript] = []
  private var handlers: [Key: Handler] = [:]
  private(set) var ruleLists: [WKContentRuleList] = []

  struct Key: Hashable {
    var world: WKContentWorld
    var name: String
  }

  enum Handler {
    case plain(any WKScriptMessageHandler)
    case replying(any WKScriptMessageHandlerWithReply)
  }

  public override init() { super.init() }

  open func addUserScript(_ userScript: WKUserScript) { userScripts.append(userScript) }
  open func removeAllUserScripts() { userScripts = [] }

  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    add(scriptMessageHandler, contentWorld: .page, name: name)
  }
  open func add(
    _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String
  ) {
    register(.plain(scriptMessageHandler), Key(world: world, name: name))
  }
  open func addScriptMessageHandler(
    _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld,
    name: String
  ) {
    register(.replying(scriptMessageHandlerWithReply), Key(world: contentWorld, name: name))
  }

  /// Apple raises an exception for a name that the world has already, with either kind of handler.
  private func register(_ handler: Handler, _ key: Key) {
    if handlers[key] != nil { Violations.record("the message handler \(key.name) was added twice") }
    handlers[key] = handler
  }

  open func removeScriptMessageHandler(forName name: String) {
    removeScriptMessageHandler(forName: name, contentWorld: .page)
  }
  open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
    handlers[Key(world: contentWorld, name: name)] = nil
  }
  open func removeAllScriptMessageHandlers() { handlers = [:] }
  open func removeAllScriptMessageHandlers(from contentWorld: WKContentWorld) {
    handlers = handlers.filter { $0.key.world !== contentWorld }
  }

  open func add(_ contentRuleList: WKContentRuleList) { ruleLists.append(contentRuleList) }
  open func remove(_ contentRuleList: WKContentRuleList) { ruleLists.removeAll { $0 === contentRuleList } }
  open func removeAllContentRuleLists() { ruleLists = [] }

  func handler(_ name: String, _ world: WKContentWorld) -> Handler? {
    handlers[Key(world: world, name: name)]
  }
  var names: [String] { handlers.keys.map(\.name).sorted() }
}
