// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Hummingbird
import Pages
import Store

/// `/settings/privacy-requests`: whether the app may send people's requests.
struct PrivacyPolicyRoutes: Sendable {
  let authentication: AuthenticationRoutes

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.post("settings/privacy-requests", use: change)
  }

  @Sendable
  private func change(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let settings = authentication.settings
    let visit = try await settings.console.visit(request, context)
    var form = PrivacyRequestForm(try await request.formFields())
    guard let mode = form.mode else { throw Answers.notFound }
    let change = try await settings.change(visit) { [form] in
      $0.privacyRequests = form.policy(mode)
      return $0.diagnostics.filter { $0.field.hasPrefix("privacy_requests.") }
    }
    if let problem = change.problems.first {
      form.dueDaysProblem = problem.words
      return try await authentication.answer(
        visit, AuthenticationForm(), requests: form, status: .unprocessableContent)
    }
    return settings.saved(mode.done, in: .privacy, at: "privacy-requests")
  }
}

extension PrivacyRequestPolicy.Mode {
  fileprivate var done: String {
    switch self {
    case .off: "Privacy requests from the app are off."
    case .review: "Privacy requests from the app wait for your answer."
    case .deleteAtOnce: "Deletions that people ask for in the app are carried out at once."
    }
  }
}
