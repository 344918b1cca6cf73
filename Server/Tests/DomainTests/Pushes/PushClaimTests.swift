// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import StoreConformance
import Testing

@Suite struct PushClaimTests {
  private static let now = Sample.now

  private static func run(
    _ audience: PushRun.Audience = .everybody, state: PushRun.State = .sending, expiresAt: Instant? = nil,
    _ change: (inout Wire.Campaign) -> Void = { _ in }
  ) -> PushRun {
    var definition = Sample.campaign("c").definition
    definition.message = nil
    definition.push = Wire.PushNotification(title: "Hello")
    change(&definition)
    return PushRun(
      id: "r", appID: "shop", campaignID: "c", definition: definition, audience: audience, state: state,
      startsAt: now,
      expiresAt: expiresAt, createdAt: now)
  }

  // MARK: - What a sender gets

  @Test(arguments: [
    (PushRun.State.sending, CampaignState.running, PushRun.Step.claims, PushRun.State.sending),
    (.sending, .paused, .answers(.campaignPaused), .sending),
    (.sending, .finished, .sweeps, .cancelled),
    (.sending, .draft, .sweeps, .cancelled),
    (.cancelled, .running, .sweeps, .cancelled),
    (.paused, .running, .answers(.notSending(.paused)), .paused),
    (.finished, .running, .answers(.notSending(.finished)), .finished),
  ])
  func `a run sends while its campaign runs, rests while that is paused, and is cancelled when that is over`(
    _ state: PushRun.State, _ campaign: CampaignState, _ step: PushRun.Step, _ after: PushRun.State
  ) {
    var run = Self.run(state: state)
    let next = run.nextStep(campaign: campaign, at: Self.now)
    #expect(next == step && run.state == after)
    #expect(run.reason == (state == .sending && after == .cancelled ? "campaign_finished" : nil))
    let maySend = PushRun.maySend(state, to: .everybody, campaign: campaign)
    #expect(maySend == (step == .claims))
  }

  @Test func `a run of a deleted campaign is cancelled, but one for trying needs no campaign`() {
    var run = Self.run()
    let next = run.nextStep(campaign: nil, at: Self.now)
    #expect(next == .sweeps && run.state == .cancelled)
    var trial = Self.run(.device("d"))
    let step = trial.nextStep(campaign: nil, at: Self.now)
    #expect(step == .claims && PushRun.maySend(.sending, to: .lab, campaign: nil))
  }

  @Test(arguments: [
    (PushRun.Audience.everybody, Instant?.none, Instant?.none, PushClaim.notSending(.finished)),
    (.everybody, nil, now + .seconds(5), .claimed([], next: now + .seconds(5))),
    (.event, nil, nil, .resting),
    (.event, now + .seconds(1), nil, .resting),
    (.event, now, now + .seconds(5), .resting),
    (.event, now, nil, .notSending(.finished)),
  ])
  func
    `a run with nothing due waits for its next row, and ends with its last; one by events after its expiry`(
      _ audience: PushRun.Audience, _ expiresAt: Instant?, _ next: Instant?, _ claim: PushClaim
    )
  {
    var run = Self.run(audience, expiresAt: expiresAt)
    let answer = run.wait(until: next, at: Self.now)
    #expect(answer == claim && (run.state == .finished) == (claim == .notSending(.finished)))
  }

  @Test(arguments: [
    (Instant?.none, false, PushClaim.notSending(.cancelled)),
    (now + .seconds(9), false, .cancelling(next: now + .seconds(9))),
    (now - .seconds(9), false, .cancelling(next: now)),
    (now + .seconds(9), true, .cancelling(next: now)),
  ])
  func `a cancelled run is looked at again when the claim of a sender ends, or at once if rows are left`(
    _ next: Instant?, _ isMore: Bool, _ claim: PushClaim
  ) {
    #expect(Self.run(state: .cancelled).swept(until: next, isMore: isMore, at: Self.now) == claim)
  }

  // MARK: - One push

  private static func claims(
    _ run: PushRun, settings: AppSettings = AppSettings(), campaign: Wire.Campaign? = nil
  ) throws -> PushClaims {
    try PushClaims(run, number: 1, settings: settings, campaign: campaign, audiences: [:])
  }

  private static func due(
    _ device: String = "d", of person: Int64 = 7, occurrence: Int = 0, isTest: Bool = false,
    owner: Int64? = nil
  ) -> PushClaims.Due {
    PushClaims.Due(
      deviceID: device, occurrence: occurrence, person: person, attempt: 2, tries: 1, personID: "u:ana",
      optedOutAt: now - .seconds(60), isTestDevice: isTest,
      push: PushDevice(deviceID: device, token: "aa", registeredAt: now, trust: .device),
      owner: owner ?? person)
  }

  @Test
  func `a claim has the next number, and says who uses the device and whether the person wants no pushes`()
    throws
  {
    var claims = try Self.claims(Self.run())
    let claimed = claims.claim(Self.due(), at: Self.now)
    #expect(claimed.attempt == 3 && claimed.tries == 1 && claimed.optedOutAt == Self.now - .seconds(60))
    #expect(!claimed.isOfAnother && claimed.isEligible && claimed.reachedCap == nil && claimed.arm == nil)
    let other = claims.claim(Self.due(owner: 8), at: Self.now)
    #expect(other.isOfAnother)
  }

  @Test(arguments: [PushRun.Audience.everybody, .device("d"), .lab], [false, true])
  func `silent pushes and trials do not ask whether the person wants pushes`(
    _ audience: PushRun.Audience, _ isSilent: Bool
  ) throws {
    var claims = try Self.claims(Self.run(audience) { $0.push?.isSilent = isSilent })
    let claimed = claims.claim(Self.due(), at: Self.now)
    #expect((claimed.optedOutAt != nil) == (audience == .everybody && !isSilent))
  }

  @Test func `where signatures are required, a user for whom nobody vouched is not verified`() throws {
    var settings = AppSettings()
    settings.userAuthentication.mode = .required
    var claims = try Self.claims(Self.run(), settings: settings)
    let claimed = claims.claim(Self.due(), at: Self.now)
    #expect(claimed.isUnverified)
  }

  @Test
  func `a claimed push counts for the caps of those after it, but not on other devices of its notification`()
    throws
  {
    let settings = AppSettings(caps: [try Wire.Cap(json: ["limit": 1, "within": "day"])])
    var claims = try Self.claims(Self.run(.event) { $0.push?.isCapped = true }, settings: settings)
    #expect(claims.needsReaches && claims.capsSince(at: Self.now) == Self.now - .seconds(86_400))
    let reached = [Self.due("d1"), Self.due("d2"), Self.due("d1", occurrence: 1), Self.due("d3", of: 8)]
      .map { claims.claim($0, at: Self.now).reachedCap }
    #expect(reached == [nil, nil, "all 1 day", nil])
  }

  @Test(
    arguments: [
      // An impression of another campaign, a notification on two devices, and one that an
      // experiment withheld.
      (["other"], [(2, false), (2, false)], 3, nil), (["other"], [(2, false), (2, false)], 2, "all 2 day"),
      ([], [(2, false), (3, false)], 2, "all 2 day"), ([], [(2, true), (3, false)], 2, nil),
      ([], [(2, true), (2, false)], 1, "all 1 day"),
    ] as [([String], [(Int64, Bool)], Int64, String?)])
  func
    `a cap counts impressions and notifications, each once, without those that were withheld on all devices`(
      _ seen: [String], _ sent: [(Int64, Bool)], _ limit: Int64, _ reached: String?
    ) throws
  {
    let settings = AppSettings(caps: [try Wire.Cap(json: ["limit": .int(limit), "within": "day"])])
    var claims = try Self.claims(Self.run { $0.push?.isCapped = true }, settings: settings)
    claims.people.seen[7] = seen.map {
      PushCaps.Showing(campaign: CampaignID($0), at: Self.now - .seconds(5))
    }
    for (run, isWithheld) in sent {
      let showing = PushCaps.Showing(campaign: "other", at: Self.now - .seconds(5), isWithheld: isWithheld)
      claims.people.add(showing, .init(run: run, occurrence: 0), of: 7)
    }
    let claimed = claims.claim(Self.due(), at: Self.now)
    #expect(claimed.reachedCap == reached)
  }

  @Test func `the experiment and the global holdout leave out test devices, and trials have neither`() throws
  {
    let experiment = Wire.Experiment(id: "x", variants: [.init(id: "a", share: 10_000)])
    let settings = AppSettings(globalHoldout: GlobalHoldout(share: GlobalHoldout.greatestShare))
    let run = Self.run { $0.experiment = experiment }
    var claims = try Self.claims(run, settings: settings, campaign: run.definition)
    #expect(claims.needsArms)
    let everybody = (1...100).map { claims.claim(Self.due(of: $0), at: Self.now) }
    #expect(everybody.allSatisfy { $0.arm == "a" })
    let heldOut = everybody.count { $0.heldOutUntil != nil }
    #expect(heldOut > 0 && heldOut < 100)
    let testers = (1...100).map { claims.claim(Self.due(of: $0, isTest: true), at: Self.now) }
    #expect(testers.allSatisfy { $0.arm == nil && $0.heldOutUntil == nil })
    var trial = try Self.claims(Self.run(.lab) { $0.experiment = experiment }, settings: settings)
    let trials = (1...100).map { trial.claim(Self.due(of: $0), at: Self.now) }
    #expect(trials.allSatisfy { $0.heldOutUntil == nil })
    #expect(!trial.needsArms && trial.facts == nil && trial.capsSince(at: Self.now) == nil)
  }

  @Test func `nobody is in an audience that cannot be read`() throws {
    var claims = try Self.claims(Self.run { $0.audience = ["op": "from the future"] })
    let claimed = claims.claim(Self.due(), at: Self.now)
    #expect(!claimed.isEligible)
  }
}
