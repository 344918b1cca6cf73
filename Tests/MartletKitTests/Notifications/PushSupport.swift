// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import MartletKit

typealias Payload = Martlet.Notifications.Payload
typealias FetchResult = Martlet.Notifications.FetchResult

/// Recorded payloads, as the system passes them to an app.
enum Recorded {
  static func userInfo(_ name: String) throws -> [AnyHashable: Any] {
    try #require(try JSONSerialization.jsonObject(with: Golden.data("push/\(name).json")) as? [String: Any])
  }

  static func payload(_ name: String, action: String? = nil) throws -> Payload {
    Payload(userInfo: try userInfo(name), actionIdentifier: action)
  }

  static func martlet(_ fields: [String: Any]) -> [AnyHashable: Any] {
    ["aps": ["alert": "Hello"], "martlet": fields]
  }
}

/// The answers that a completion handler was called with.
@MainActor
final class Answers {
  private(set) var all: [FetchResult] = []

  nonisolated init() {}

  nonisolated var handler: PushAnswer.Handler { { result in self.all.append(result) } }
  var one: PushAnswer { PushAnswer(handler) }
}

extension PushMachine.Effect {
  /// One word and what matters, for comparisons that can be read.
  var label: String {
    switch self {
    case .perform(let step): "perform \(step)"
    case .logClick(let campaignID, _): "click \(campaignID ?? "-")"
    case .openContent(let payload): "open the content of \(payload.campaignId ?? "none")"
    case .count(let campaign, let tags): "count \(([campaign] + tags).joined(separator: " "))"
    case .find(let payload, let isTapped, _):
      "find \(payload.campaignId ?? "none")\(isTapped ? " tapped" : "")"
    case .findAgain(let item): "find \(item.campaign) again"
    case .open(let link, _): "open \(link.url)\(link.useWebView ? " inside" : "")"
    case .synchronize: "synchronize"
    case .answer(_, let result): "answer \(result)"
    case .setBadge(let count): "badge \(count)"
    case .publish(.received): "received"
    case .publish(.opened(let payload)): "opened\(payload.actionIdentifier.map { " " + $0 } ?? "")"
    case .publish(.authorizationChanged(let status)): "authorization \(status)"
    case .readAuthorization: "read authorization"
    case .store: "store"
    case .log(let level, _): "\(level)"
    }
  }
}
