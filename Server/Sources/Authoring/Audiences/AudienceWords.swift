// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire

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
    if let statement = subject.kind.traits.statement, case .equals = operation { return statement.holds }
    let traits = subject.traits
    let words = traits.words(names)
    switch (traits.type, operation) {
    case (.share, .less(.value(.int(let share)))):
      return "\(words) is among the first \(NumberWords.percent(ofTenThousandths: Int(share)))"
    case (.share, .greaterOrEqual(.value(.int(let share)))):
      return "\(words) is not among the first \(NumberWords.percent(ofTenThousandths: Int(share)))"
    default:
      return Wire.Filter.compare(Wire.Comparison(Comparison(path: [words], operation: operation))).words
    }
  }
}

extension FailedCondition {
  /// What keeps the person out, with values: `plan is “free”; wanted: plan is “pro”`.
  public func words(_ names: AudienceNames) -> String {
    if let statement = condition.subject.kind.traits.statement {
      return isNegated ? statement.holds : statement.fails
    }
    let wanted = isNegated ? "not \(condition.words(names))" : condition.words(names)
    guard let actual else { return "\(condition.subject.traits.words(names)) is missing; wanted: \(wanted)" }
    return "\(AudienceCondition(condition.subject, .equals(actual)).words(names)); wanted: \(wanted)"
  }
}
