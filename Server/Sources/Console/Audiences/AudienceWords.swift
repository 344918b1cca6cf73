// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension AudienceRule {
  /// The rule in words: `plan is pro, and Last seen is less than 30 days ago`.
  ///
  /// - Parameter names: The names of campaigns and audiences.
  func words(_ names: AudienceForm.Names, isInner: Bool = false) -> String {
    switch self {
    case .all(let parts) where parts.isEmpty: return "everybody"
    case .any(let parts) where parts.isEmpty: return "nobody"
    case .all(let parts), .any(let parts):
      let separator = if case .all = self { ", and " } else { ", or " }
      let text = parts.map { $0.words(names, isInner: true) }.joined(separator: separator)
      return isInner && parts.count > 1 ? "(\(text))" : text
    case .not(let part): return "not " + part.words(names, isInner: true)
    case .audience(let id): return "in “\(names.audiences[id] ?? id.rawValue)”"
    case .condition(let condition): return condition.words(names)
    }
  }
}

extension AudienceCondition {
  func words(_ names: AudienceForm.Names) -> String {
    let comparison = Wire.Comparison(Comparison(path: [subject.words(names)], operation: operation))
    return Wire.Filter.compare(comparison).words
  }
}

extension AudienceSubject {
  fileprivate func words(_ names: AudienceForm.Names) -> String {
    switch self {
    case .attribute(let path, _): path.joined(separator: ".")
    case .fact(let fact): fact.label
    case .campaign(let id, let step):
      "\(step == .seen ? "First saw" : "First clicked") “\(names.campaigns[id] ?? id.rawValue)”"
    case .activity(let activity): activity.words
    }
  }
}

extension AudienceActivity {
  fileprivate var words: String {
    let what = kind.label.lowercased() + (name.map { " \($0)" } ?? "") + (filter.map { " with \(Wire.Filter($0).words)" } ?? "")
    let window = within.map { " in the last \(Wire.words(milliseconds: $0.wholeMilliseconds))" } ?? ""
    return switch measure {
    case .count: "number of \(what)\(window)"
    case .sum(let path): "sum of \(path.joined(separator: ".")) of \(what)\(window)"
    case .first: "first \(what)\(window)"
    case .last: "last \(what)\(window)"
    }
  }
}
