// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletWire

extension Request {
  /// Where the page of a list begins: `next` of the page before it. nil: at the beginning.
  func placeAfter() throws(Wire.Problem) -> String? {
    guard let after = queryValue("after") else { return nil }
    guard !after.isEmpty else {
      throw AdminAnswers.queryInvalid("after", expected: "the value of `next` from the previous response")
    }
    return after
  }
}

/// Errors of the management API only.
enum AdminAnswers {
  static func answer(to problem: AuthoringProblem, isPrecondition: Bool) -> any Error {
    switch problem {
    case .notFound:
      return Wire.Problem(
        status: 404, code: "campaign_not_found", title: "There is no such campaign in this key's app.",
        remedy: "List the campaigns with GET /api/v1/campaigns.")
    case .versionNotFound:
      return Wire.Problem(
        status: 404, code: "version_not_found", title: "The campaign has no such version, or no longer.",
        remedy: "List its versions with GET /api/v1/campaigns/{id}/versions.")
    case .conflict:
      var answer = Answers.conflict
      if isPrecondition { answer.status = 412 }
      return answer
    case .refused(.invalid(let diagnostics)):
      return invalid(diagnostics, code: "campaign_invalid", title: "The campaign is not valid.")
    case .refused(.notAllowed(let action, let state)):
      return notAllowed("You cannot \(action.rawValue) a \(state.rawValue) campaign.", state: state)
    case .refused(.cannotEdit(let state)):
      return notAllowed("A \(state.rawValue) campaign cannot be changed.", state: state)
    case .cannotDelete(let state):
      return notAllowed(
        "A \(state.rawValue) campaign cannot be deleted, because it has a report.", state: state)
    case .store(let error): return error
    }
  }

  static func invalid(_ diagnostics: [Diagnostic], code: String, title: String) -> Wire.Problem {
    Wire.Problem(
      status: 422, code: code, title: title, remedy: "Correct the fields in the list.",
      field: diagnostics.first?.field,
      errors: diagnostics.map(Wire.Problem.FieldError.init))
  }

  private static func notAllowed(_ title: String, state: CampaignState) -> Wire.Problem {
    let allowed = state.allowedActions.map(\.rawValue).joined(separator: ", ")
    let remedy = allowed.isEmpty ? "Duplicate it and edit the copy." : "Allowed now: \(allowed)."
    return Wire.Problem(status: 409, code: "not_allowed_in_state", title: title, remedy: remedy)
  }

  static let revisionMissing = Wire.Problem(
    status: 428, code: "revision_missing", title: "The request has no revision.",
    remedy:
      "Send the revision you read, in If-Match or in the field revision, so that you do not overwrite other changes.",
    field: "revision")

  static let ifMatchInvalid = Wire.Problem(
    status: 400, code: "if_match_invalid", title: "If-Match is not a revision.",
    remedy: "Send the ETag you received, such as \"3\".")

  static func queryInvalid(_ name: String, expected: String) -> Wire.Problem {
    Wire.Problem(
      status: 400, code: "query_invalid", title: "The parameter \(name) is not valid.",
      remedy: "Send \(expected).", field: name)
  }
}

extension Wire.Problem.FieldError {
  init(_ diagnostic: Diagnostic) {
    self.init(
      field: diagnostic.field, code: diagnostic.code, message: diagnostic.located, remedy: diagnostic.remedy)
  }
}
