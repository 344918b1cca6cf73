// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import Hummingbird
import Pages

/// `/sample-size`: how many people an experiment needs. The address has everything that was typed,
/// so a plan can be sent to others.
struct SampleSizeRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("sample-size", use: page)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let typed = SampleSizePage.names.compactMap { name in
      request.queryValue(name).map { (name: name, value: $0) }
    }
    var frame = visit.frame(title: "Sample size", section: "campaigns", trail: [.campaigns], isWide: true)
    frame.styleSheets.append("editor.css")
    let model = SampleSizePage(CampaignForm(typed))
    return console.response(
      "campaigns/sample-size", model, frame, status: model.hasProblems ? .unprocessableContent : .ok)
  }
}
