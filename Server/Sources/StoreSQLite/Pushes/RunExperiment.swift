// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// Divides the people of a run by the experiment of its campaign, inside the transaction that
/// claims its pushes.
struct RunExperiment {
  private let arms: ExperimentArms
  private let app: Int64

  /// nil if everybody gets the same. The variants are those of the run, and people are divided by
  /// the present shares.
  init?(_ run: PushRun, _ app: Int64, _ db: Database) throws {
    guard let own = run.dividingExperiment else { return nil }
    // Of a campaign that cannot be read, the shares stay as they were when the run began.
    let present: Wire.Campaign? = try Row.fetchOne(
      db.cachedStatement(sql: SQL.definitionOfCampaign), arguments: [app, run.campaignID.rawValue]
    ).flatMap { try? $0.document("definition", "campaign") }
    arms = ExperimentArms(own.following(sharesOf: present?.experiment))
    self.app = app
  }

  /// The arm of the person. nil: the experiment does not count them on this device.
  func arm(of person: Int64, on device: String, _ db: Database) throws -> String? {
    let isTest =
      try Bool.fetchOne(db.cachedStatement(sql: SQL.isMarkedTestDevice), arguments: [app, device]) ?? false
    return isTest ? nil : arms.arm(of: try ExperimentStanding(of: person, app: app, db))
  }
}

/// The exposures of a run's experiment, inside the transaction that records what became of its
/// pushes.
struct RunExposures {
  private let experimentID: String
  private let run: PushRun
  private let number: Int64
  private let app: Int64
  private var rollups = Rollups()

  /// nil if everybody gets the same.
  init?(_ run: PushRun, _ number: Int64, _ app: Int64) {
    guard let experiment = run.dividingExperiment else { return nil }
    (experimentID, self.run, self.number, self.app) = (experiment.id, run, number, app)
  }

  /// Notes that a push came to its turn, which counts the person from then on: once for each
  /// notification, on however many devices.
  mutating func note(
    _ person: Int64, occurrence: Int, in arm: String, at instant: Instant, receivedAt now: Instant,
    _ db: Database
  )
    throws
  {
    let id = "run-\(number)-\(occurrence)-\(person)"
    let presentation = Wire.EventRecord.Presentation(
      id: id, campaignID: run.campaignID.rawValue, campaignVersion: run.definition.version,
      surface: .known(.push))
    let body = Wire.EventRecord.Body.exposure(presentation, experimentID: experimentID, arm: arm)
    let record = Wire.EventRecord(id: id, at: instant, sessionID: nil, userID: nil, body: body)
    try db.cachedStatement(sql: SQL.insertEvent).execute(arguments: [
      app, person, id, "", body.kind, instant.milliseconds, instant.milliseconds, now.milliseconds,
      String(decoding: Wire.encode(record), as: UTF8.self), false, body.audienceName,
    ])
    guard db.changesCount == 1 else { return }
    rollups.add(.event, detail: body.kind)
    rollups.add(EventTopic(kind: body.kind), at: instant, isSession: false)
  }

  /// Adds what was noted to the figures of the app.
  func writeFigures(_ db: Database) throws { try IngestTables(app: app).write(rollups, db) }
}

extension PushRun {
  /// The experiment that divides the people of the run, as it was when the run began. nil: there is
  /// none, or the run is for trying.
  fileprivate var dividingExperiment: Wire.Experiment? {
    audience.isForTrying ? nil : definition.pushExperiment
  }
}

extension SQL {
  static let definitionOfCampaign = "SELECT definition FROM campaign WHERE app = ? AND id = ?"
}
