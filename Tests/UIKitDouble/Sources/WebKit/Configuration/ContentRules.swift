// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rules as WebKit's compiler takes them: one rule that it refuses, and the whole list is refused.
struct ContentRules {
  struct Refusal: Error {
    var words: String
  }

  private struct Rule {
    var pattern: String
    /// nil: all.
    var types: Set<String>?
    var action: String
  }

  private let rules: [Rule]

  private static let types: Set<String> = [
    "document", "top-document", "child-document", "image", "style-sheet", "script", "font", "raw",
    "svg-document", "media", "popup", "ping",
    "fetch", "websocket", "other", "csp-report",
  ]
  private static let loadTypes: Set<String> = ["first-party", "third-party"]
  private static let actions: Set<String> = [
    "block", "block-cookies", "css-display-none", "ignore-previous-rules", "make-https", "redirect",
  ]
  private static let triggerKeys: Set<String> = [
    "url-filter", "url-filter-is-case-sensitive", "resource-type", "load-type", "if-domain", "unless-domain",
    "if-top-url",
    "unless-top-url",
    "load-context", "request-method",
  ]

  init(_ text: String) throws {
    guard let list = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] else {
      throw Refusal(words: "Failed to parse the JSON String.")
    }
    guard !list.isEmpty else { throw Refusal(words: "Empty extension.") }
    rules = try list.map { rule in
      guard let trigger = rule["trigger"] as? [String: Any], let pattern = trigger["url-filter"] as? String
      else {
        throw Refusal(words: "Invalid trigger object.")
      }
      guard let action = (rule["action"] as? [String: Any])?["type"] as? String, Self.actions.contains(action)
      else {
        throw Refusal(words: "Invalid action type.")
      }
      if let unknown = trigger.keys.first(where: { !Self.triggerKeys.contains($0) }) {
        throw Refusal(words: "Unknown key \(unknown).")
      }
      if let problem = Self.problem(of: pattern) {
        throw Refusal(words: "Error while parsing \(pattern): \(problem)")
      }
      let types = trigger["resource-type"] as? [String]
      guard (types ?? []).allSatisfy(Self.types.contains),
        (trigger["load-type"] as? [String] ?? []).allSatisfy(Self.loadTypes.contains)
      else { throw Refusal(words: "Invalid string in the trigger flags array.") }
      return Rule(pattern: pattern, types: types.map { Set($0) }, action: action)
    }
  }

  /// Whether a load is blocked.
  func blocks(_ url: URL, as type: String) -> Bool {
    rules.contains { rule in
      rule.action == "block" && rule.types?.contains(type) != false
        && url.absoluteString.range(of: rule.pattern, options: [.regularExpression, .caseInsensitive]) != nil
    }
  }

  /// What the compiler says to a pattern. It knows characters, sets, groups, `.`, `*`, `+` and `?`,
  /// `^` at the start and `$` at the end.
  private static func problem(of pattern: String) -> String? {
    guard pattern.allSatisfy(\.isASCII), !pattern.isEmpty else {
      return "Only ASCII characters are supported in pattern."
    }
    var isInSet = false
    var rest = Substring(pattern)
    while let sign = rest.popFirst() {
      switch sign {
      case "\\":
        guard let escaped = rest.popFirst() else { return "Character class ends with an escape." }
        if "dDsSwWbB".contains(escaped) { return "Character class is not supported." }
        if escaped.isNumber { return "Patterns cannot contain backreferences." }
      case "[" where !isInSet: isInSet = true
      case "]": isInSet = false
      case _ where isInSet: break
      case "|": return "Disjunctions are not supported yet."
      case "{": return "Arbitrary atom repetitions are not supported."
      case "(" where rest.hasPrefix("?=") || rest.hasPrefix("?!") || rest.hasPrefix("?<"):
        return "Look-around is not supported."
      case "^" where rest.startIndex != pattern.index(after: pattern.startIndex):
        return "Start of line assertion can only appear as the first term in a filter."
      case "$" where !rest.isEmpty:
        return "End of line assertions can only appear as the last term in a filter."
      default: break
      }
    }
    return isInSet ? "Unterminated character class." : nil
  }
}
