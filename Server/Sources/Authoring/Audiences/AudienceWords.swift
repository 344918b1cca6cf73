// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire

/// The names by which forms and words name campaigns, audiences, and the questions of surveys.
public struct AudienceNames: Sendable {
  public var campaigns: [CampaignID: String]
  public var audiences: [AudienceID: String]
  /// The campaigns that have conversions.
  public var converting: Set<CampaignID>
  /// The questions of each survey.
  public var surveys: [CampaignID: [Wire.Question]]

  public init(
    campaigns: [CampaignID: String] = [:], audiences: [AudienceID: String] = [:], converting: Set<CampaignID> = [],
    surveys: [CampaignID: [Wire.Question]] = [:]
  ) {
    self.campaigns = campaigns
    self.audiences = audiences
    self.converting = converting
    self.surveys = surveys
  }

  public init(campaigns: [Campaign], audiences: [Audience]) {
    self.init(
      campaigns: campaigns.names,
      audiences: audiences.names,
      converting: Set(campaigns.filter { !$0.content.conversions.isEmpty }.map(\.id)),
      surveys: Dictionary(campaigns.compactMap { campaign in campaign.content.surfaces.content.map { (campaign.id, $0.questions) } }) {
        first, _ in first
      })
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
    if let answer = SurveyAnswerCondition(self) { return answer.words(names) }
    switch (subject, operation) {
    case (.list, .equals): return "user id is in the list"
    case (.random, .less(.value(.int(let share)))):
      return "\(subject.words(names)) is among the first \(NumberWords.percent(ofTenThousandths: Int(share)))"
    case (.random, .greaterOrEqual(.value(.int(let share)))):
      return "\(subject.words(names)) is not among the first \(NumberWords.percent(ofTenThousandths: Int(share)))"
    default: break
    }
    let comparison = Wire.Comparison(Comparison(path: [subject.words(names)], operation: operation))
    return Wire.Filter.compare(comparison).words
  }
}

extension AudienceMiss {
  /// What keeps the person out, with values: `plan is “free”; wanted: plan is “pro”`.
  public func words(_ names: AudienceNames) -> String {
    let wanted = isNegated ? "not \(condition.words(names))" : condition.words(names)
    if case .list = condition.subject { return isNegated ? "user id is in the list" : "user id is not in the list" }
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
      "\(step.label) “\(names.campaigns[id] ?? id.rawValue)”"
    case .activity(let activity): activity.words(names)
    case .random(let salt): "random number \(salt)"
    case .list: "user id in the list"
    }
  }
}

extension AudienceActivity {
  fileprivate func words(_ names: AudienceNames) -> String {
    let survey = kind == .surveyAnswers ? name.map { CampaignID($0) } : nil
    let called = survey.map { "“\(names.campaigns[$0] ?? $0.rawValue)”" } ?? name
    let with = filter.map { " with \(Wire.Filter($0).words)" } ?? ""
    let what = kind.label.lowercased() + (called.map { " \($0)" } ?? "") + with
    let window = within.map { " in the last \(Wire.words(milliseconds: $0.wholeMilliseconds))" } ?? ""
    return switch measure {
    case .count: "number of \(what)\(window)"
    case .sum(let path): "sum of \(path.joined(separator: ".")) of \(what)\(window)"
    case .first: "first \(what)\(window)"
    case .last: "last \(what)\(window)"
    }
  }
}
