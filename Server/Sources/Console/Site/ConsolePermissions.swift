// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
public import HTTPSupport
import MartletCore
import PeopleFiles

/// What each page and each form of the console needs. The guard refuses a route that is missing
/// here.
///
/// Some routes need more for some of their forms, which their handlers check: the editor's form, to
/// launch or to change what is launched, restoring a version of what is launched, and the form of
/// an audience that a campaign uses, need `publish`. The management of a member also depends on
/// that member's role (`TeamChange`).
public enum ConsolePermissions {
  public static let table = RoutePermissions([
    .read: [
      "GET /", "POST steps/hide", "POST appearance", "GET search", "GET search/results",
      "GET campaigns", "GET campaigns/filters", "POST campaigns/filters", "POST campaigns/filters/:id/delete",
      "GET campaigns/:id", "GET campaigns/:id/report.csv", "GET campaigns/:id/breakdown",
      "GET campaigns/:id/backtest", "GET campaigns/:id/backtest/jobs/:job", "GET campaigns/:id/pushes",
      "GET campaigns/:id/history", "GET campaigns/:id/history/:number",
      "GET audiences", "GET audiences/:id", "GET audiences/:id/list", "GET sample-size",
      "GET settings/holdout",
      "GET people", "GET people/:id",
      "GET events", "GET events/:kind",
      "GET events/funnel", "GET events/funnel.csv", "GET events/retention", "GET events/retention.csv",
      "GET events/retention-cohorts.csv",
      "GET account", "POST account/name", "POST account/password", "POST account/sessions/end",
    ],
    .author: [
      "GET campaigns/new", "GET campaigns/:id/edit", "POST campaigns/:id/edit", "POST campaigns/preview",
      "GET campaigns/:id/history/:number/restore", "POST campaigns/:id/history/:number/restore",
      "POST campaigns/:id/duplicate",
      "POST campaigns/:id/delete", "POST campaigns/:id/backtest/jobs",
      "POST campaigns/:id/backtest/jobs/:job/cancel",
      "GET audiences/new", "POST audiences/new", "POST audiences/:id", "POST audiences/:id/delete",
      "GET audiences/new/list", "POST audiences/new/list", "POST audiences/:id/list",
      "POST people/:id/test-device", "POST people/:id/attributes",
    ]
      + CampaignType.allCases.flatMap {
        ["GET campaigns/new/\($0.rawValue)", "POST campaigns/new/\($0.rawValue)"]
      },
    .publish: CampaignAction.allCases.map { "POST campaigns/:id/\($0.rawValue)" }
      + CampaignAction.allCases.filter(\.isAsked).map { "GET campaigns/:id/\($0.rawValue)" }
      + ["POST campaigns/:id/pushes", "POST campaigns/:id/experiment/undo", "GET audiences/:id/people.csv"]
      + PushRun.Action.allCases.map { "POST campaigns/:id/pushes/:run/\($0.rawValue)" },
    .administer: [
      "GET welcome", "POST welcome",
      "POST people/:id/revoke-device", "GET people/:id/export", "GET people/:id/delete",
      "POST people/:id/delete",
      "GET privacy/receipts/:id", "GET privacy/requests", "GET privacy/requests/:id",
      "POST privacy/requests/:id/done",
      "POST privacy/requests/:id/decline", "GET people/import", "POST people/import", "GET people/import/:id",
      "GET people/import/:id/problems",
      "GET settings", "GET settings/app", "GET settings/keys", "GET settings/push", "GET settings/limits",
      "GET settings/privacy",
      "POST settings/caps", "POST settings/decisions", "POST settings/names", "POST settings/user-ids",
      "POST settings/holdout",
      "POST settings/keys", "POST settings/keys/:id/revoke", "POST settings/push-keys",
      "POST settings/push-keys/:id/delete",
      "POST settings/sdk-authentication", "POST settings/sdk-authentication/keys",
      "POST settings/sdk-authentication/keys/remove",
      "POST settings/privacy-requests",
      "GET settings/team", "POST settings/team", "POST settings/team/links/end", "GET settings/team/:id",
      "POST settings/team/:id/role",
      "POST settings/team/:id/link", "POST settings/team/:id/deactivate", "POST settings/team/:id/reactivate",
      "POST settings/team/:id/withdraw", "POST settings/team/:id/sessions/end",
    ] + SettingsSection.addressesOfForms.keys.map { "GET settings/\($0)" }
      + PeopleExport.Format.allCases.map { "GET people/export.\($0.rawValue)" },
  ])
}
