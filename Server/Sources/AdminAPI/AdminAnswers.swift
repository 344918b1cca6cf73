// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletWire
import Store

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

/// Says in the words of the management API what was rejected.
struct RejectionAnswers: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch let rejection as Rejection {
      if case .store(let error) = rejection { throw error }
      var answer = AdminAnswers.answer(to: rejection)
      // As HTTP requires, if the revision is from `If-Match`. Only campaigns read it.
      if rejection == .conflict, request.headers[.ifMatch] != nil,
        request.uri.path.hasPrefix("/api/v1/campaigns/")
      {
        answer.status = 412
      }
      throw answer
    }
  }
}

/// Errors of the management API only.
enum AdminAnswers {
  fileprivate static func answer(to rejection: Rejection) -> Wire.Problem {
    switch rejection {
    case .notFound(let subject): return notFound(subject)
    case .conflict: return Answers.conflict
    case .invalid(let subject, let diagnostics):
      let (code, title) = words(invalid: subject)
      return invalid(diagnostics, code: code, title: title)
    case .notAllowed(let action, let state):
      return notAllowed("You cannot \(action.rawValue) a \(state.rawValue) campaign.", state: state)
    case .cannotEdit(let state):
      return notAllowed("A \(state.rawValue) campaign cannot be changed.", state: state)
    case .cannotDelete(let state):
      return notAllowed(
        "A \(state.rawValue) campaign cannot be deleted, because it has a report.", state: state)
    case .inUse(let uses):
      let names = uses.campaigns.map(\.name) + uses.audiences.map(\.name)
      return refused(
        "audience_in_use",
        "The audience is used by \(names.prefix(5).map { "“\($0)”" }.joined(separator: ", "))\(names.count > 5 ? " and others" : "").",
        "Choose another audience there first.")
    case .notRunning(let state):
      return refused(
        "not_allowed_in_state", "A \(state.rawValue) campaign sends nothing.",
        "Launch or resume it first. A test device gets the push of a campaign in any state.")
    case .runNotAllowed(let action, let state):
      return refused(
        "not_allowed_in_state", "You cannot \(action.rawValue) a \(state.rawValue) run.",
        "Read the run: allowed_actions has what is possible.")
    case .idUsed:
      return refused(
        "id_used", "There is a run with this id for another campaign, audience or data.",
        "Repeat the first request unchanged to get that run, or choose another id.", field: "id")
    case .noPush:
      return refused(
        "push_missing", "The campaign has no push.",
        "Add the field push to it. Of a campaign without triggers, a run also delivers the banner or the data."
      )
    case .noKey: return impossible(.pushKeyMissing, field: nil)
    case .impossible(let diagnostic):
      return impossible(diagnostic, field: diagnostic.field.isEmpty ? nil : diagnostic.field)
    // Answered as everywhere.
    case .store: return Answers.storeUnavailable
    }
  }

  private static func notFound(_ subject: Rejection.Subject) -> Wire.Problem {
    func answer(_ code: String, _ title: String, _ remedy: String) -> Wire.Problem {
      Wire.Problem(status: 404, code: code, title: title, remedy: remedy)
    }
    return switch subject {
    case .campaign:
      answer(
        "campaign_not_found", "There is no such campaign in this key's app.",
        "List the campaigns with GET /api/v1/campaigns.")
    case .version:
      answer(
        "version_not_found", "The campaign has no such version, or no longer.",
        "List its versions with GET /api/v1/campaigns/{id}/versions.")
    case .audience:
      answer(
        "audience_not_found", "There is no such audience in this key's app.",
        "List the audiences with GET /api/v1/audiences.")
    case .run:
      answer(
        "run_not_found", "There is no such run in this key's app.", "List the runs with GET /api/v1/runs.")
    case .pushKey: Answers.notFound
    }
  }

  private static func words(invalid subject: Rejection.Subject) -> (code: String, title: String) {
    switch subject {
    case .campaign, .version: ("campaign_invalid", "The campaign is not valid.")
    case .audience: ("audience_invalid", "The audience is not valid.")
    case .run: ("run_invalid", "The run is not valid.")
    case .pushKey: ("push_key_invalid", "The APNs key is not valid.")
    }
  }

  private static func refused(_ code: String, _ title: String, _ remedy: String, field: String? = nil)
    -> Wire.Problem
  {
    Wire.Problem(status: 409, code: code, title: title, remedy: remedy, field: field)
  }

  private static func impossible(_ diagnostic: Diagnostic, field: String?) -> Wire.Problem {
    let statuses = [
      "audience_not_found": 404, "nothing_seen": 422, "too_many_events": 422, "encryption_unavailable": 500,
    ]
    return Wire.Problem(
      status: statuses[diagnostic.code] ?? 409, code: diagnostic.code, title: diagnostic.message,
      remedy: diagnostic.remedy, field: field)
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
    return refused("not_allowed_in_state", title, remedy)
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
