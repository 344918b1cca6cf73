// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Carries out what the engine decides about banners, content and data.
extension Client {
  func handle(reach input: ReachMachine.Input) {
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

  /// What the engine cannot know after a launch, after the SDK was off, or before somebody shows
  /// items.
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
      reachTasks[ReachTask.key(ofBannerOf: id)] = nil
      stage.yield(.reach(.removeBanner(id: id)))
    case .load(let item): load(item)
    case .showLoading(let item):
      stage.yield(.reach(.showLoading(item, category: display.heldContents(of: item)?.category)))
    case .open(let item): withContents(of: item) { open(item, $0) }
    case .closeContent(let id): stage.yield(.reach(.closeContent(id: id)))
    case .follow(let item): withContents(of: item) { stage.yield(.reach(.follow(item, $0))) }
    case .passOn(let item): withContents(of: item) { stage.yield(.reach(.passOn(item, $0))) }
    case .record(let statistic): record(statistic)
    case .expose(let item):
      guard let body = display.exposure(of: item) else { break }
      record(body, at: environment.now(), of: Owner(userID: item.userID, sessionID: sessions.current?.id))
    case .ended(let item, let outcome):
      releaseFiles(of: item)
      end(item, outcome, detail: forgetRendering(of: item))
    // The engine has counted it.
    case .spend: break
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
    guard let contents = display.contents(of: item, renderings) else {
      if display.heldContents(of: item) != nil {
        return drive(.reach(.contentMissing(id: item.id)), at: environment.now())
      }
      if display.hasDefinitions { return drive(.reach(.gone(id: item.id)), at: environment.now()) }
      log.error("Campaign \(item.campaign) cannot be shown: its content is not on this device.")
      return drive(.reach(.failed(id: item.id, .loadFailed)), at: environment.now())
    }
    action(contents.filled(deviceID: state.deviceID))
  }

  // MARK: - Pushes

  /// A push brings its campaign's banner or data. Returns whether the campaign is on this device.
  func deliver(_ pushed: PushedItem) -> Bool {
    guard let definition = display.definition(of: pushed.campaign) else { return false }
    if endTapped(pushed, definition) || !pushed.isDelivery { return true }
    guard let item = item(pushed, definition), definition.version >= pushed.version ?? 0 else { return false }
    drive(.reach(.received(item)), at: environment.now())
    return true
  }

  /// What runs have for this device comes with a sync too, because a push may never come. Each
  /// comes once: as a push or with a sync.
  func deliver(_ deliveries: [Wire.Delivery]) {
    let now = environment.now()
    for delivery in deliveries
    where !engine.hasReceived(delivery.deliveryID, of: CampaignID(delivery.campaignID)) {
      _ = deliver(PushedItem(delivery, at: now))
    }
  }

  /// A tapped notification whose campaign has nothing but a banner was all there is to see: the
  /// banner does not come as well. Before the events that wait for these definitions are decided.
  func endTapped(in prepared: PreparedDefinitions) {
    for pushed in push.facts.arriving where pushed.isTapped {
      guard let definition = prepared.runnable.first(where: { $0.id == pushed.campaign }),
        endTapped(pushed, definition)
      else { continue }
      handle(push: .found(pushed, nil))
    }
  }

  private func endTapped(_ pushed: PushedItem, _ definition: CampaignDefinition) -> Bool {
    guard pushed.isTapped, definition.reach?.form == .bannerOnly, let item = item(pushed, definition) else {
      return false
    }
    drive(.reach(.opened(item)), at: environment.now())
    return true
  }

  /// nil if the campaign has a message.
  private func item(_ pushed: PushedItem, _ definition: CampaignDefinition) -> ReachItem? {
    guard let traits = definition.reach else { return nil }
    var item = pushedItem(
      id: pushed.id, pushed.campaign, version: definition.version, definition, traits,
      receivedAt: pushed.receivedAt, isTest: pushed.isTest)
    item.arm = definition.arm.map(ReachItem.Arm.init)
    return item
  }

  /// A tapped push opens its campaign's content: at once, or as soon as it is on the device and the
  /// app shows items.
  func openContent(of payload: Martlet.Notifications.Payload) {
    guard let campaignID = payload.campaignId else { return }
    let campaign = CampaignID(campaignID)
    let definition = display.definition(of: campaign)
    let now = environment.now()
    let item = pushedItem(
      id: payload.deliveryId ?? environment.makeID(), campaign,
      version: payload.campaignVersion ?? definition?.version ?? 1, definition,
      definition?.reach ?? ReachTraits(form: .contentOnly), receivedAt: now, isTest: payload.isTest)
    drive(.reach(.opened(item)), at: now)
  }

  /// - Parameter definition: nil if the campaign is not on this device yet. It is loaded before it
  ///   is shown.
  private func pushedItem(
    id: String, _ campaign: CampaignID, version: Int, _ definition: CampaignDefinition?,
    _ traits: ReachTraits, receivedAt: Instant,
    isTest: Bool
  ) -> ReachItem {
    ReachItem(
      id: id, campaign: campaign, version: version, userID: gate.userID, traits: traits, source: .push,
      receivedAt: receivedAt,
      endsAt: definition?.schedule.endsAt, endsAtLocally: definition?.schedule.endsAtLocally,
      expiresAfter: definition?.schedule.expiresAfter, isLoaded: definition?.isRenderedAtDisplay == false,
      isTest: isTest)
  }

  // MARK: - Loading

  /// Definitions bring what is missing, and the server renders it. Then the content's files come.
  private func load(_ item: ReachItem) {
    guard !continueLoading(item) else { return }
    loadingItems.append(item)
    handle(line: .wantedNow)
  }

  /// Returns false if the campaign is not on this device.
  private func continueLoading(_ item: ReachItem) -> Bool {
    if let contents = display.contents(of: item, renderings) {
      bring(.load(item, contents))
    } else if display.heldContents(of: item) != nil {
      renderings.add(item)
    } else {
      return false
    }
    return true
  }

  /// Called when a sync has ended.
  ///
  /// - Parameter isCurrent: whether the server said which campaigns there are. What is not among
  ///   them is over.
  func finishLoading(isCurrent: Bool) {
    let waiting = loadingItems
    loadingItems = []
    for item in waiting where engine.reach.isLive(item.id) && !continueLoading(item) {
      drive(.reach(isCurrent ? .gone(id: item.id) : .loadFailed(id: item.id)), at: environment.now())
    }
  }

  // MARK: - Rendering

  /// Called after each command, so that items that end together start nothing.
  func renderNext() {
    guard let item = renderings.takeNext() else { return }
    let version = display.definition(of: item.campaign)?.version ?? item.version
    handle(line: .render(Uplink.Rendered(item, version: version), sessionID: sessions.current?.id))
  }

  /// Returns false if it is about a message.
  func takeRendering(_ rendering: Uplink.Rendering, of id: String) -> Bool {
    guard let item = renderings.finish(id) else { return false }
    switch rendering {
    case .content(let rendered):
      renderings.keep(ReachContents(rendered, category: display.heldContents(of: item)?.category), of: id)
      _ = continueLoading(item)
    case .failed(.withdrawn, let detail):
      renderings.keep(reason: detail, of: id)
      drive(.reach(.failed(id: id, .withdrawn)), at: environment.now())
    case .unreachable(let detail):
      // All of them wait until the server is there again, however long that takes. Only a person
      // who sees that it loads does not wait for that.
      renderings.pause(with: item)
      guard let current = engine.reach.current, current.id == id, current.stage == .loading else { break }
      renderings.keep(reason: detail, of: id)
      drive(.reach(.loadFailed(id: id)), at: environment.now())
    case .failed(_, let detail):
      renderings.keep(reason: detail, of: id)
      drive(.reach(.loadFailed(id: id)), at: environment.now())
    }
    return true
  }

  /// Returns why it was not rendered.
  private func forgetRendering(of item: ReachItem) -> String? {
    loadingItems.removeAll { $0.id == item.id }
    if renderings.remove(item.id) { handle(line: .renderingAbandoned(presentationID: item.id)) }
    return renderings.takeReason(of: item.id)
  }

  // MARK: - Records

  private func record(_ statistic: ReachStatistic) {
    let item = statistic.item
    let owner = Owner(userID: item.userID, sessionID: sessions.current?.id)
    var presentation = Wire.EventRecord.Presentation(item)
    presentation.surface = statistic.surface.map { .known($0) }
    presentation.openedFrom = statistic.openedFrom.map { .known($0) }
    if let answers = statistic.answers {
      record(
        .surveyAnswers(presentation, answers: answers.mapValues(\.json)), at: environment.now(), of: owner)
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

  /// Nothing is stored of a test, or of a person who must be forgotten. The app hears of it in any
  /// case.
  private func end(_ item: ReachItem, _ outcome: Outcome, detail: String?) {
    let detail = outcome == .dropped(.withdrawn) || outcome == .dropped(.loadFailed) ? detail : nil
    publish(
      OutcomeRecord(
        decisionID: item.id, campaign: item.campaign, version: item.version, outcome: outcome, detail: detail)
    )
    guard !item.isTest, outcome != .dropped(.wiped) else { return }
    record(
      .outcome(
        Wire.EventRecord.Presentation(item), outcome: .known(outcome.wireKind), reason: outcome.wireReason),
      at: environment.now(),
      of: Owner(userID: item.userID, sessionID: sessions.current?.id), detail: detail)
  }
}

extension Wire.EventRecord.Presentation {
  init(_ item: ReachItem) {
    self.init(id: item.id, campaignID: item.campaign.rawValue, campaignVersion: item.version)
  }

  /// With the surface that people see first.
  init(firstSurfaceOf item: ReachItem) {
    self.init(item)
    surface = .known(item.traits.hasBanner ? .banner : item.traits.hasContent ? .content : .data)
  }
}

extension Client {
  /// Messages on the screen keep banners away.
  func noteScreen(_ body: Wire.EventRecord.Body, at: Instant) {
    guard isReachReady else { return }
    switch body {
    case .impression(let presentation) where display.isVisible(CampaignID(presentation.campaignID)):
      drive(.messageAppeared(id: presentation.id), at: at)
    case .dismissal(let presentation, _): drive(.messageDisappeared(id: presentation.id), at: at)
    default: break
    }
  }
}
