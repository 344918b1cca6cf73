// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// What follows from reports about the pushes of a run that were claimed: changes of their rows,
/// tokens that end, and exposures of the run's experiment.
public struct PushReports: Sendable {
  /// Which row of the run.
  public struct Place: Hashable, Sendable {
    public var device: ExactText
    public var occurrence: Int

    public init(_ device: String, _ occurrence: Int) {
      (self.device, self.occurrence) = (ExactText(device), occurrence)
    }
  }

  /// The claim of a row that a sender has.
  public struct Claim: Sendable {
    public var person: Int64
    public var attempt: Int
    public var tries: Int
    public var arm: String?
    /// When it was claimed.
    public var at: Instant

    public init(person: Int64, attempt: Int, tries: Int = 0, arm: String? = nil, at: Instant) {
      (self.person, self.attempt, self.tries, self.arm, self.at) = (person, attempt, tries, arm, at)
    }
  }

  /// A row as it is from now on.
  public struct Change: Hashable, Sendable {
    public var place: Place
    /// nil if the row has not ended.
    public var outcome: PushOutcome?
    public var detail: String?
    /// When it can be tried again; nil if it has ended.
    public var dueAt: Instant?
    public var tries: Int
    public var arm: String?
  }

  /// Somebody whom the experiment counts from the instant on.
  public struct Exposure: Sendable {
    public var person: Int64
    public var record: Wire.EventRecord
    public var experimentID: String
    public var arm: String
  }

  /// Each row once, in the order of the reports.
  public private(set) var changes: [Change] = []
  public private(set) var retired: [(device: String, death: PushDevice.Death)] = []
  /// Each notification of a person once, on however many devices.
  public private(set) var exposures: [Exposure] = []

  /// The devices whose token a report says to be invalid.
  public static func devices(in reports: [PushReport]) -> Set<String> {
    Set(reports.compactMap { if case .invalidToken = $0.verdict { $0.deviceID } else { nil } })
  }

  /// - Parameters:
  ///   - number: The key of the run's row.
  ///   - claims: Those that senders have of the rows in the reports. A report of any other claim
  ///     changes nothing.
  ///   - devices: `devices(in:)`, as far as they are stored.
  public init(
    _ reports: [PushReport], of run: PushRun, number: Int64, claims: [Place: Claim],
    devices: [ExactText: PushDevice], at now: Instant
  ) {
    let experiment = run.dividingExperiment
    var open = claims
    var exposed: Set<String> = []
    for report in reports {
      let place = Place(report.deviceID, report.occurrence)
      guard let claim = open[place], claim.attempt == report.attempt else { continue }
      open[place] = nil
      var change = Change(place: place, tries: claim.tries, arm: claim.arm)
      switch report.verdict {
      case .ended(let outcome, let detail): (change.outcome, change.detail) = (outcome, detail)
      case .again(let due, let detail, let counts): change.postpone(to: due, detail, counts: counts)
      case .invalidToken(let token, let death):
        var device = devices[place.device]
        switch device?.retire(token, death) {
        case .retired?:
          retired.append((report.deviceID, death))
          (change.outcome, change.detail) = (.tokenInvalid, death.reason)
        case nil: (change.outcome, change.detail) = (.tokenInvalid, death.reason)
        case .hasAnother?: change.postpone(to: now, death.reason, counts: true)
        // APNs may not know of the registration yet.
        case .registeredLater?: change.postpone(to: now + .seconds(60), death.reason, counts: true)
        }
      }
      if let arm = claim.arm {
        if !report.hadTurn {
          // It was never attempted.
          change.arm = nil
        } else if let experiment {
          let id = "run-\(number)-\(report.occurrence)-\(claim.person)"
          if exposed.insert(id).inserted {
            exposures.append(Exposure(claim.person, id, at: claim.at, of: run, in: arm, of: experiment))
          }
        }
      }
      changes.append(change)
    }
  }

  /// How many rows ended, by outcome.
  public var ended: [PushOutcome: Int] {
    changes.reduce(into: [:]) { if let outcome = $1.outcome { $0[outcome, default: 0] += 1 } }
  }

  /// What the exposures that are new add to the figures of the app.
  public static func rollups(_ exposures: [Exposure]) -> Rollups {
    exposures.reduce(into: Rollups()) { rollups, exposure in
      let kind = exposure.record.body.kind
      rollups.add(.event, detail: kind)
      rollups.add(EventTopic(kind: kind), at: exposure.record.at, isSession: false)
    }
  }
}

extension PushReports.Change {
  /// Tries again later, or gives up.
  fileprivate mutating func postpone(to due: Instant, _ detail: String?, counts: Bool) {
    self.detail = detail
    guard counts else {
      dueAt = due
      return
    }
    guard tries + 1 < PushRunLimits.tries else {
      outcome = .gaveUp
      return
    }
    (dueAt, tries) = (due, tries + 1)
  }
}

extension PushReports.Exposure {
  fileprivate init(
    _ person: Int64, _ id: String, at instant: Instant, of run: PushRun, in arm: String,
    of experiment: Wire.Experiment
  ) {
    let presentation = Wire.EventRecord.Presentation(
      id: id, campaignID: run.campaignID.rawValue, campaignVersion: run.definition.version,
      surface: .known(.push))
    let body = Wire.EventRecord.Body.exposure(presentation, experimentID: experiment.id, arm: arm)
    self.init(
      person: person, record: Wire.EventRecord(id: id, at: instant, sessionID: nil, userID: nil, body: body),
      experimentID: experiment.id, arm: arm)
  }
}
