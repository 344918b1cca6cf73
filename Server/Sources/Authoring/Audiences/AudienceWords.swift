// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire

/// The names by which words name campaigns and audiences.
public struct AudienceNames: Sendable {
  public var campaigns: [CampaignID: String]
  public var audiences: [AudienceID: String]

  public init(campaigns: [CampaignID: String] = [:], audiences: [AudienceID: String] = [:]) {
    self.campaigns = campaigns
    self.audiences = audiences
  }
}

extension AudienceRule {
  /// The rule in words: `plan is “pro”, and Last seen is less than 30 days ago`.
  ///
  /// - Parameter names: The names of campaigns and audiences.
  public func words(_ names: AudienceNames) -> String { words(names, isInner: false) }

  private func words(_ names: AudienceNames, isInner: Bool) -> String {
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
  /// `plan is “pro”`
  public func words(_ names: AudienceNames) -> String {
    let comparison = Wire.Comparison(Comparison(path: [subject.words(names)], operation: operation))
    return Wire.Filter.compare(comparison).words
  }
}

extension AudienceMiss {
  /// What keeps the person out, with values: `plan is “free”; wanted: plan is “pro”`.
  public func words(_ names: AudienceNames) -> String {
    let wanted = isNegated ? "not \(condition.words(names))" : condition.words(names)
    guard let actual else { return "\(condition.subject.words(names)) is missing; wanted: \(wanted)" }
    return "\(AudienceCondition(condition.subject, .equals(actual)).words(names)); wanted: \(wanted)"
  }
}

extension AudienceSubject {
  fileprivate func words(_ names: AudienceNames) -> String {
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
