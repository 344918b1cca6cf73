// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Carries out what the engine decides about banners, content and data.
extension Client {
  func tell(reach input: ReachMachine.Input) {
    switch input {
    case .ready(let isReady):
      isReachReady = isReady
      gate.set(showsItems: isReady)
      describeAppToReach()
    case .screenChanged(let name): screen = name
    default: break
    }
    // Apps without anybody who shows items have no use for the rest, nor for its recording.
    guard state.enabled, isReachReady || input == .ready(false) else { return }
    drive(.reach(input), at: environment.now())
  }

  /// What the engine cannot know after a launch, after the SDK was off, or before somebody shows items.
  func describeAppToReach() {
    guard state.enabled, isReachReady else { return }
    drive(.reach(.phase(isActive: isActive)), at: environment.now())
    drive(.reach(.screenChanged(screen)), at: environment.now())
  }

  func carryOut(_ effect: ReachMachine.Effect) {
    switch effect {
    case .offer(let item, let attempt, let isRepeat):
      withContents(of: item) { bring(.offer(item, $0, attempt: attempt, isRepeat: isRepeat)) }
    case .removeBanner(let id):
      errands[ReachErrand.key(ofBannerOf: id)] = nil
      stage.yield(.reach(.removeBanner(id: id)))
    case .load(let item): load(item)
    case .showLoading(let item): stage.yield(.reach(.showLoading(item, category: desk.contents(of: item)?.category)))
    case .open(let item): withContents(of: item) { open(item, $0) }
    case .closeContent(let id): stage.yield(.reach(.closeContent(id: id)))
    case .follow(let item): withContents(of: item) { stage.yield(.reach(.follow(item, $0))) }
    case .passOn(let item): withContents(of: item) { stage.yield(.reach(.passOn(item, $0))) }
    case .record(let statistic): record(statistic)
    case .ended(let item, let outcome):
      releaseFiles(of: item)
      end(item, outcome)
    case .dismissMessage:
      let visible = Set(engine.visibleMessages)
      if !visible.isEmpty { stage.yield(.dismiss(.ended(presentationIDs: visible))) }
    case .watch(let attempt, let length):
      watchedAttempt = attempt
      timers.set(.reach, at: environment.monotonicNow() + length)
    }
  }

  /// Contents that are gone were recalled a moment ago, or never arrived.
  private func withContents(of item: ReachItem, _ action: (ReachContents) -> Void) {
    guard let contents = desk.contents(of: item) else {
      log.error("Campaign \(item.campaign) cannot be shown: its content is not on this device.")
      return drive(.reach(.failed(id: item.id, .loadFailed)), at: environment.now())
    }
    action(contents.filled(deviceID: state.deviceID))
  }

  // MARK: - Pushes

  /// A push brings its campaign's banner or data. Returns whether the campaign is on this device.
  func deliver(_ pushed: PushedItem) -> Bool {
    guard let definition = desk.definition(of: pushed.campaign), let traits = definition.reach, definition.version >= pushed.version ?? 0
    else { return false }
    let item = ReachItem(
      id: pushed.id, campaign: pushed.campaign, version: definition.version, userID: gate.userID, traits: traits, source: .push,
      receivedAt: pushed.receivedAt, endsAt: definition.schedule.endsAt, endsAtLocally: definition.schedule.endsAtLocally,
      expiresAfter: definition.schedule.expiresAfter, isTest: pushed.isTest)
    drive(.reach(.received(item)), at: environment.now())
    return true
  }

  /// A tapped push opens its campaign's content: at once, or as soon as it is on the device and the app shows items.
  func openContent(of payload: Martlet.Notifications.Payload) {
    guard let campaignID = payload.campaignId else { return }
    let campaign = CampaignID(campaignID)
    let definition = desk.definition(of: campaign)
    let now = environment.now()
    let item = ReachItem(
      id: payload.deliveryId ?? environment.makeID(), campaign: campaign,
      version: payload.campaignVersion ?? definition?.version ?? 1, userID: gate.userID,
      traits: definition?.reach ?? ReachTraits(form: .contentOnly), source: .push, receivedAt: now, endsAt: definition?.schedule.endsAt,
      endsAtLocally: definition?.schedule.endsAtLocally, isLoaded: definition != nil, isTest: payload.isTest)
    drive(.reach(.opened(item)), at: now)
  }

  // MARK: - Loading

  /// Definitions bring what is missing. Then the content's files come.
  private func load(_ item: ReachItem) {
    if let contents = desk.contents(of: item) { return bring(.load(item, contents)) }
    loadingItems.append(item)
    tell(line: .wantedNow)
  }

  /// Called when a sync has ended.
  func finishLoading() {
    let waiting = loadingItems
    loadingItems = []
    for item in waiting {
      if let contents = desk.contents(of: item) {
        bring(.load(item, contents))
      } else {
        drive(.reach(.loadFailed(id: item.id)), at: environment.now())
      }
    }
  }

  // MARK: - Records

  private func record(_ statistic: ReachStatistic) {
    let item = statistic.item
    let owner = Owner(userID: item.userID, sessionID: sessions.current?.id)
    var presentation = Wire.EventRecord.Presentation(item)
    presentation.surface = statistic.surface.map { .known($0) }
    presentation.openedFrom = statistic.openedFrom.map { .known($0) }
    if let answers = statistic.answers {
      record(.surveyAnswers(presentation, answers: answers.mapValues(\.json)), at: environment.now(), of: owner)
    }
    let body: Wire.EventRecord.Body =
      switch statistic.step {
      case .delivered: .delivered(presentation)
      case .displayed: .impression(presentation)
      case .clicked: .click(presentation, buttonID: nil)
      case .dismissed(let departure): .dismissal(presentation, by: Wire.Open(departure.rawValue))
      }
    record(body, at: environment.now(), of: owner)
  }

  /// Nothing is stored of a test, or of a person who must be forgotten. The app hears of it in any case.
  private func end(_ item: ReachItem, _ outcome: Outcome) {
    tell(OutcomeRecord(decisionID: item.id, campaign: item.campaign, version: item.version, outcome: outcome))
    guard !item.isTest, outcome != .dropped(.wiped) else { return }
    record(
      .outcome(Wire.EventRecord.Presentation(item), outcome: .known(outcome.wireKind), reason: outcome.wireReason), at: environment.now(),
      of: Owner(userID: item.userID, sessionID: sessions.current?.id))
  }
}

extension Wire.EventRecord.Presentation {
  init(_ item: ReachItem) { self.init(id: item.id, campaignID: item.campaign.rawValue, campaignVersion: item.version) }
}

extension Client {
  /// Messages on the screen keep banners away.
  func noteScreen(_ body: Wire.EventRecord.Body, at: Instant) {
    guard isReachReady else { return }
    switch body {
    case .impression(let presentation) where desk.isVisible(CampaignID(presentation.campaignID)):
      drive(.messageAppeared(id: presentation.id), at: at)
    case .dismissal(let presentation, _): drive(.messageDisappeared(id: presentation.id), at: at)
    default: break
    }
  }
}
