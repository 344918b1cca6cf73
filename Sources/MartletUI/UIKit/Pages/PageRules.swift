// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && canImport(UIKit)
import Foundation
import WebKit

/// The compiled rules of `NativePage`.
@MainActor
enum PageRules {
  /// What the system's compiler said, or that it said nothing.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  /// Compiled once. A page is not loaded without them.
  static func compiled() async throws(Refusal) -> WKContentRuleList {
    guard let store = WKContentRuleListStore.default() else { throw Refusal(description: "It keeps none.") }
    if let known = await lookUp(in: store) { return known }
    return try await compile(NativePage.rules, as: NativePage.rulesName, in: store).get()
  }

  static func compile(_ rules: String, as name: String, in store: WKContentRuleListStore) async -> Result<
    WKContentRuleList, Refusal
  > {
    await withCheckedContinuation { continuation in
      store.compileContentRuleList(forIdentifier: name, encodedContentRuleList: rules) { list, error in
        continuation.resume(returning: list.map { .success($0) } ?? .failure(refusal(error)))
      }
    }
  }

  private static func lookUp(in store: WKContentRuleListStore) async -> WKContentRuleList? {
    await withCheckedContinuation { continuation in
      store.lookUpContentRuleList(forIdentifier: NativePage.rulesName) { rules, _ in
        continuation.resume(returning: rules)
      }
    }
  }

  /// WebKit puts what its compiler found into the help anchor.
  private static func refusal(_ error: (any Error)?) -> Refusal {
    guard let error else { return Refusal(description: "It gave no reason.") }
    let details = error as NSError
    let found = details.userInfo[NSHelpAnchorErrorKey] as? String ?? details.localizedDescription
    return Refusal(description: "\(found) (\(details.domain) \(details.code))")
  }
}
#endif
