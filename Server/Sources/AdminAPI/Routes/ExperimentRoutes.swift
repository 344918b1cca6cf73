// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Documents
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire

/// `/api/v1/campaigns/:id/experiment`: the results of an experiment.
struct ExperimentRoutes: Sendable {
  let authoring: CampaignAuthoring
  let reports: ExperimentReports

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "campaigns/{id}/experiment", id: "getExperiment", tag: .insight,
        """
        Get the results of a campaign's experiment. A difference is only there when it may \
        be read.
        """,
        answer: "The results.",
        use: results),
      Endpoint(
        .delete, "campaigns/{id}/experiment/winner", id: "undoAutomaticWinner", tag: .campaigns,
        """
        Undo an automatic winner. The shares become what they were before, and the server \
        chooses no other.
        """,
        answers: [.ok("The campaign.", .json(Campaign.self))],
        use: undoWinner),
    ]
  }

  @Sendable
  private func results(_ request: Request, context: ServerRequestContext) async throws -> ExperimentDocument {
    let campaign = try await authoring.campaign(context)
    guard let report = try await reports.report(of: campaign, at: context.receivedAt) else {
      throw Wire.Problem(
        status: 404, code: "no_experiment", title: "The campaign has no experiment.",
        remedy: "Add one in its field experiment.")
    }
    return ExperimentDocument(campaign: campaign, report: report)
  }

  @Sendable
  private func undoWinner(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let (id, app, author) = (try context.campaignID, try context.appID, try context.author)
    return Response(json: try await authoring.undoWinner(of: id, app: app, by: author).json)
  }
}
