// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import UIKit

/// Rules that block what pages load.
@MainActor open class WKContentRuleList: NSObject {
  public let identifier: String!
  let rules: ContentRules

  init(identifier: String, rules: ContentRules) {
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
    do {
      let list = WKContentRuleList(identifier: identifier, rules: try ContentRules(encodedContentRuleList))
      lists[identifier] = list
      Device.current.turns.afterThis { completionHandler(list, nil) }
    } catch {
      let words = (error as? ContentRules.Refusal)?.words
      Device.current.turns.afterThis {
        completionHandler(nil, WKError(.contentRuleListStoreCompileFailed, helpAnchor: words))
      }
    }
  }

  open func lookUpContentRuleList(
    forIdentifier identifier: String!,
    completionHandler: (@MainActor @Sendable (WKContentRuleList?, (any Error)?) -> Void)!
  ) {
    let list = lists[identifier]
    Device.current.turns.afterThis {
      completionHandler(list, list == nil ? WKError(.contentRuleListStoreLookUpFailed) : nil)
    }
  }

  open func removeContentRuleList(
    forIdentifier identifier: String!, completionHandler: (@MainActor @Sendable ((any Error)?) -> Void)!
  ) {
    let known = lists.removeValue(forKey: identifier) != nil
    Device.current.turns.afterThis {
      completionHandler(known ? nil : WKError(.contentRuleListStoreRemoveFailed))
    }
  }
}
