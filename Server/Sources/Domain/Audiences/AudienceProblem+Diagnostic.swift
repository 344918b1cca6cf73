// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension AudienceProblem {
  /// What is wrong, with the field and the remedy.
  ///
  /// - Parameter names: The names of audiences, by id.
  public func diagnostic(at field: String, names: [AudienceID: String] = [:]) -> Diagnostic {
    switch self {
    case .missing(let id):
      Diagnostic(
        field: field, code: "audience_missing", message: "There is no audience \(id).",
        remedy: "Choose another one, or remove it.")
    case .missingCampaign(let id):
      Diagnostic(
        field: field, code: "campaign_missing", message: "There is no campaign \(id).",
        remedy: "Choose another one, or remove the condition.")
    case .circle(let ids):
      Diagnostic(
        field: field, code: "audience_circle",
        message:
          "The audiences name each other: \(ids.map { names[$0].map { "“\($0)”" } ?? $0.rawValue }.joined(separator: ", then ")).",
        remedy: "Remove one of them from the other’s rule.")
    case .tooManyConditions(let limit):
      Diagnostic(
        field: field, code: "rule_too_long",
        message: "There are more than \(limit) conditions, with those of the audiences that it names.",
        remedy: "Use fewer conditions.")
    case .tooDeep(let limit):
      Diagnostic(
        field: field, code: "rule_too_deep",
        message:
          "Groups are nested more than \(limit) levels deep, with those of the audiences that it names.",
        remedy: "Use fewer levels."
      )
    case .invalid(let words):
      Diagnostic(field: field, code: "rule_invalid", message: words, remedy: "Correct the condition.")
    }
  }
}
