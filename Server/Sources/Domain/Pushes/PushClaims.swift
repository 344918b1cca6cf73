// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// Decides about the due pushes of one run: which arm of the experiment each is for, and what keeps
/// it from its person.
///
/// A store reads what is due and what this says that it needs of the people, lets it decide about
/// each, and writes the claims, in one transaction. So two runs never go over a cap together.
public struct PushClaims: Sendable {
  private let run: PushRun
  private let number: Int64
  private let mode: UserAuthentication.Mode
  private let caps: PushCaps?
  private let holdout: GlobalHoldout?
  private let arms: ExperimentArms?
  private let audience: AudienceIndex?
  /// What is known of the people of the pushes that are due.
  public var people = People()

  /// - Parameters:
  ///   - number: The key of the run's row.
  ///   - campaign: The campaign as it is now, whose shares divide people; nil if it cannot be read.
  ///   - audiences: The rules of all audiences that can be read. Nobody is in any other.
  public init(
    _ run: PushRun, number: Int64, settings: AppSettings, campaign: Wire.Campaign?,
    audiences: [AudienceID: AudienceRule]
  ) throws(Wire.Untranslatable) {
    (self.run, self.number) = (run, number)
    mode = settings.userAuthentication.mode
    let isForTrying = run.audience.isForTrying
    caps = isForTrying ? nil : try PushCaps(of: run.definition, settings: settings)
    let isHeldOut = !isForTrying && !run.definition.ignoresGlobalHoldout && settings.globalHoldout.isOn
    holdout = isHeldOut ? settings.globalHoldout : nil
    // The variants are those of the run, and people are divided by the present shares.
    arms = run.dividingExperiment.map { ExperimentArms($0.following(sharesOf: campaign?.experiment)) }
    audience =
      isForTrying ? nil : run.definition.audience.map { AudienceIndex([Self.rule($0)], named: audiences) }
  }

  /// A rule as it is stored. Nobody matches one that cannot be read.
  private static func rule(_ json: Wire.JSONValue) -> AudienceRule {
    var problems: [Diagnostic] = []
    return AudienceRule(json: json, at: "audience", &problems) ?? .any([])
  }

  // MARK: - What is needed

  /// What rules must know of the people; nil if everybody can get the run.
  public var facts: AudienceNeeds? { audience.map { AudienceNeeds($0.subjects) } }
  /// Whether the arms are needed in which people are already.
  public var needsArms: Bool { arms != nil }
  /// Whether showings of other campaigns count, so that it must be known what caps count them.
  public var needsReaches: Bool { caps?.isShared ?? false }

  /// Showings after this instant are needed; nil if no cap limits the run.
  public func capsSince(at now: Instant) -> Instant? { caps?.earliest(at: now) }

  /// What is stored of the people.
  public struct People: Sendable {
    public var facts: [Int64: PersonFacts] = [:]
    /// By the experiment's id.
    public var arms: [Int64: [String: String]] = [:]
    /// What they saw.
    public var seen: [Int64: [PushCaps.Showing]] = [:]
    /// What they were sent, and what senders have at the moment, also of the run itself.
    public private(set) var sent: [Int64: [Notification: PushCaps.Showing]] = [:]
    public var reaches: [CampaignID: PushCaps.Reach] = [:]

    /// On several devices of a person, it is one notification.
    public struct Notification: Hashable, Sendable {
      public var run: Int64
      public var occurrence: Int

      public init(run: Int64, occurrence: Int) { (self.run, self.occurrence) = (run, occurrence) }
    }

    public init() {}

    /// Adds what a person was sent on one device.
    public mutating func add(_ showing: PushCaps.Showing, _ notification: Notification, of person: Int64) {
      var joined = showing
      if let known = sent[person]?[notification] {
        joined.at = max(joined.at, known.at)
        joined.isWithheld = joined.isWithheld && known.isWithheld
      }
      sent[person, default: [:]][notification] = joined
    }

    /// The campaigns of which people saw or were sent something.
    public var campaigns: Set<CampaignID> {
      Set(seen.values.flatMap { $0.map(\.campaign) } + sent.values.flatMap { $0.values.map(\.campaign) })
    }
  }

  /// A row that is due, with what is stored of its device and its person.
  public struct Due: Sendable {
    public var deviceID: String
    public var occurrence: Int
    public var person: Int64
    /// Before this claim.
    public var attempt: Int
    public var tries: Int
    public var values: [String: Wire.JSONValue]
    public var areOwnValues: Bool
    /// nil if the person is gone.
    public var personID: String?
    /// When the person said that they want no notifications.
    public var optedOutAt: Instant?
    public var isTestDevice: Bool
    /// nil if the device is gone.
    public var push: PushDevice?
    /// Who uses the device now.
    public var owner: Int64?
    public var device: Wire.Device?

    public init(
      deviceID: String, occurrence: Int = 0, person: Int64, attempt: Int = 0, tries: Int = 0,
      values: [String: Wire.JSONValue] = [:],
      areOwnValues: Bool = false, personID: String?, optedOutAt: Instant? = nil, isTestDevice: Bool = false,
      push: PushDevice?,
      owner: Int64?, device: Wire.Device? = nil
    ) {
      (self.deviceID, self.occurrence, self.person, self.attempt, self.tries) = (
        deviceID, occurrence, person, attempt, tries
      )
      (self.values, self.areOwnValues, self.personID, self.optedOutAt) = (
        values, areOwnValues, personID, optedOutAt
      )
      (self.isTestDevice, self.push, self.owner, self.device) = (isTestDevice, push, owner, device)
    }
  }

  // MARK: - Decisions

  /// Claims a row. It counts for the caps of those that follow.
  public mutating func claim(_ due: Due, at now: Instant) -> ClaimedPush {
    // Silent pushes and trials are sent whatever people said.
    let asks = !(run.audience.isForTrying || run.push.isSilent)
    let trust = due.push.map { $0.trust.now(mode, isLab: $0.isLab) } ?? .named
    let name = due.personID ?? ""
    var claimed = ClaimedPush(
      deviceID: due.deviceID, occurrence: due.occurrence, attempt: due.attempt + 1, tries: due.tries,
      personID: name,
      isOfAnother: due.owner.map { $0 != due.person } ?? false, trust: trust,
      isUnverified: !trust.admits(name, mode),
      optedOutAt: asks ? due.optedOutAt : nil, push: due.push, device: due.device, values: due.values,
      areOwnValues: due.areOwnValues)
    let standing = ExperimentStanding(unit: PersonUnit.text(due.person), arms: people.arms[due.person] ?? [:])
    if !due.isTestDevice {
      claimed.arm = arms?.arm(of: standing)
      claimed.heldOutUntil = holdout?.end(for: standing, at: now)
    }
    if let audience {
      claimed.isEligible = audience.matches(people.facts[due.person] ?? PersonFacts(), at: now)[0]
    }
    claimed.reachedCap = reachedCap(due, at: now)
    let isWithheld = claimed.arm.map(Wire.ExperimentArm.withheldNames.contains) ?? false
    people.add(
      PushCaps.Showing(campaign: run.campaignID, at: now, isWithheld: isWithheld),
      People.Notification(run: number, occurrence: due.occurrence), of: due.person)
    return claimed
  }

  /// The cap that keeps the push from the person, as it is stored; nil if none does.
  private func reachedCap(_ due: Due, at now: Instant) -> String? {
    guard let caps else { return nil }
    let own = People.Notification(run: number, occurrence: due.occurrence)
    let sent = (people.sent[due.person] ?? [:]).filter { $0.key != own }.values
    return caps.reached((people.seen[due.person] ?? []) + sent, at: now) { people.reaches[$0] }?.text
  }
}

extension PushCaps {
  /// nil if no cap limits the push.
  init?(of campaign: Wire.Campaign, settings: AppSettings) throws(Wire.Untranslatable) {
    guard campaign.push?.isCapped == true else { return nil }
    let shared = try Wire.Definitions(tag: "", campaigns: [], caps: settings.caps).sharedCaps()
    self.init(of: campaign, own: try campaign.pushDefinition(withTriggers: false).caps, shared: shared)
  }
}

extension PushRun {
  /// The experiment that divides the people of the run, as it was when the run began. nil: there is
  /// none, or the run is for trying.
  var dividingExperiment: Wire.Experiment? { audience.isForTrying ? nil : definition.pushExperiment }
}
