// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// What has to be read of the batches of an app that are stored together, whoever their people are.
struct IngestNeeds {
  let app: Int64
  let day: Int64
  let receivedAt: Int64
  /// Names of people. No person's name has U+0000, and not every database can be asked for it.
  let people: [String]
  let campaigns: [ExactText]
  let details: [CampaignCount]
  let eventNames: [ExactText]

  init(_ batches: [PreparedBatch], app: Int64) {
    self.app = app
    day = batches[0].day
    receivedAt = batches[0].receivedAt
    var names: Set<ExactText> = []
    people = batches.lazy.flatMap { $0.people + ($0.signIns.isEmpty ? [] : [$0.anonymousName]) }.filter {
      !$0.utf8.contains(0) && names.insert(ExactText($0)).inserted
    }
    campaigns = Array(batches.reduce(into: Set()) { $0.formUnion($1.campaigns) })
    details = Array(
      batches.reduce(into: Set()) { $0.formUnion($1.counts.lazy.filter { !$0.detail.isEmpty }) })
    eventNames = Array(batches.reduce(into: Set()) { $0.formUnion($1.eventNames) })
  }

  /// What is asked of almost every group.
  var questions: [SQLQuestion] {
    [
      SQLQuestion(SQL.isAnyTombstone), SQLQuestion(SQL.isAnyRemoved), sendingEventRuns, whoTheyAre,
      areCampaigns, areDetails, eventNameRows,
    ]
  }

  var sendingEventRuns: SQLQuestion { SQLQuestion(SQL.sendingEventRuns, [app, receivedAt]) }
  var whoTheyAre: SQLQuestion { SQLQuestion(SQL.holdPeople, [app, SQL.list(people)]) }
  var areCampaigns: SQLQuestion { .areCampaigns(campaigns, app: app) }
  var areDetails: SQLQuestion { .areDetails(details, app: app) }
  var eventNameRows: SQLQuestion {
    SQLQuestion(SQL.eventName, each: eventNames.map { [app, $0.text] })
  }
}

extension SQLQuestion {
  /// Whether the app has campaigns, or counts them all the same.
  static func areCampaigns(_ campaigns: [ExactText], app: Int64) -> SQLQuestion {
    let stray = Rollups.AppMetric.strayCampaign.rawValue
    return SQLQuestion(SQL.isCampaign, each: campaigns.map { [app, $0.text, stray] })
  }

  /// Whether details are counted.
  static func areDetails(_ details: [CampaignCount], app: Int64) -> SQLQuestion {
    SQLQuestion(
      SQL.isDetail, each: details.map { [app, $0.campaign.rawValue, $0.metric.rawValue, $0.detail] })
  }
}
