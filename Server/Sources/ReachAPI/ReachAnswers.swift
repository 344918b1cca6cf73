// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Hummingbird
import MartletWire
import Store

/// Errors in the statuses of the old service, with Martlet's body.
enum ReachAnswers {
  static func invalid(_ errors: [Wire.Problem.FieldError], title: String) -> Wire.Problem {
    Wire.Problem(
      status: 400, code: errors.first?.code ?? "field_invalid", title: title,
      remedy: "Correct the fields in the list.",
      field: errors.first?.field, errors: errors)
  }

  static func invalid(_ field: String, _ code: String, _ message: String, _ remedy: String) -> Wire.Problem {
    invalid([.init(field: field, code: code, message: message, remedy: remedy)], title: message)
  }

  static func notFound(_ kind: CampaignKind) -> Wire.Problem {
    Wire.Problem(
      status: 404, code: "campaign_not_found",
      title: "There is no such campaign among the \(kind.rawValue) of this key's app.",
      remedy: "List them with GET campaigns/\(kind.rawValue).")
  }

  static let nameTaken = Wire.Problem(
    status: 409, code: "name_taken", title: "There is a campaign of this kind with this name.",
    remedy: "Choose another name.",
    field: "name")

  static func notAllowed(_ title: String, _ remedy: String) -> Wire.Problem {
    Wire.Problem(status: 403, code: "not_allowed_in_state", title: title, remedy: remedy)
  }

  static func tooMany(_ field: String, most: Int) -> Wire.Problem {
    Wire.Problem(
      status: 413, code: "value_too_many", title: "A request can have up to \(most) devices.",
      remedy: "Send the rest in further requests.",
      field: field)
  }

  /// Problems with fields of Martlet, under the names that the sender knows.
  static func invalid(
    _ diagnostics: [Diagnostic], _ kind: CampaignKind, names: [String: String] = [:], inside: String = ""
  ) -> Wire.Problem {
    let errors = diagnostics.map { problem in
      Wire.Problem.FieldError(
        field: inside + (names[problem.field] ?? CampaignField.name(of: problem.field, kind)),
        code: problem.code, message: problem.message,
        remedy: problem.remedy)
    }
    return invalid(errors, title: errors.first?.message ?? "The campaign is not valid.")
  }

  static func answer(to rejection: Rejection, _ kind: CampaignKind) -> any Error {
    switch rejection {
    case .notFound: notFound(kind)
    case .conflict:
      Wire.Problem(
        status: 409, code: "conflict", title: "Somebody else changed the campaign at the same time.",
        remedy: "Read it and try again.")
    case .invalid(.run, let diagnostics):
      invalid(
        diagnostics, kind,
        names: [
          "device": "deviceId", "devices": "deviceIds", "starts_at": "startTime", "expires_at": "endTime",
          "data": "notificationMessage",
        ])
    case .invalid(_, let diagnostics): invalid(diagnostics, kind)
    case .notAllowed(_, let state), .cannotEdit(let state), .cannotDelete(let state):
      notAllowed("This is not possible with a \(state.rawValue) campaign.", "Read the campaign.")
    case .noPush:
      Wire.Problem(
        status: 409, code: "push_missing",
        title: "The campaign has no notification outside the app, so it cannot be sent.",
        remedy: "Use the deliveryTime any or background, or another pushMode than real-time.")
    case .noKey: impossible(.pushKeyMissing)
    case .impossible(let diagnostic): impossible(diagnostic)
    case .notRunning, .runNotAllowed, .idUsed, .inUse:
      notAllowed("The campaign is not in progress.", "Activate it first.")
    case .store(let error): error
    }
  }

  private static func impossible(_ diagnostic: Diagnostic) -> Wire.Problem {
    Wire.Problem(
      status: 409, code: diagnostic.code, title: diagnostic.message, remedy: diagnostic.remedy)
  }
}

/// Says in the words of the old service what was rejected.
struct RejectionAnswers: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch let rejection as Rejection {
      throw ReachAnswers.answer(to: rejection, try context.kind)
    }
  }
}
