// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import UIKit

/// Rules that block what pages load.
@MainActor open class WKContentRuleList: NSObject {
  public let identifier: String!
  package let rules: String

  init(identifier: String, rules: String) {
    self.identifier = identifier
    self.rules = rules
    super.init()
  }
}

/// Compiles lists of rules and keeps them. Answers come in a later turn.
@MainActor open class WKContentRuleListStore: NSObject {
  private static let shared = WKContentRuleListStore()
  private var lists: [String: WKContentRuleList] = [:]

  open class func `default`() -> WKContentRuleListStore! { shared }

  open func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList: String!,
    completionHandler: (@MainActor @Sendable (WKContentRuleList?, (any Error)?) -> Void)!
  ) {
    let rules = try? JSONSerialization.jsonObject(with: Data(encodedContentRuleList.utf8)) as? [[String: Any]]
    let isGood =
      rules.map { rules in !rules.isEmpty && rules.allSatisfy { $0["trigger"] is [String: Any] && $0["action"] is [String: Any] } } ?? false
    let list = isGood ? WKContentRuleList(identifier: identifier, rules: encodedContentRuleList) : nil
    if let list { lists[identifier] = list }
    Device.current.turns.afterThis { completionHandler(list, list == nil ? WKError(.contentRuleListStoreCompileFailed) : nil) }
  }

  open func lookUpContentRuleList(
    forIdentifier identifier: String!, completionHandler: (@MainActor @Sendable (WKContentRuleList?, (any Error)?) -> Void)!
  ) {
    let list = lists[identifier]
    Device.current.turns.afterThis { completionHandler(list, list == nil ? WKError(.contentRuleListStoreLookUpFailed) : nil) }
  }

  open func removeContentRuleList(forIdentifier identifier: String!, completionHandler: (@MainActor @Sendable ((any Error)?) -> Void)!) {
    let known = lists.removeValue(forKey: identifier) != nil
    Device.current.turns.afterThis { completionHandler(known ? nil : WKError(.contentRuleListStoreRemoveFailed)) }
  }
}
