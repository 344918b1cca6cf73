// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire

/// What a campaign would have done: what people did in a period of the past goes through the engine
/// twice, without and with the campaign.
///
/// The past is held fixed. People do the same whether or not they see the campaign, so a backtest
/// says whom it would have reached, and not what that would have led to.
public struct Backtest: Sendable {
  public let campaign: CampaignID
  /// The time that is reported. What people did before it only decides what they had seen by then.
  public let period: Range<Instant>
  /// Of its experiment. nil: it has none.
  let arms: ExperimentArms?
  private let timeline: CampaignTimeline
  private let without: PastCatalogue
  private let with: PastCatalogue
  /// What has to be known of a person.
  public let needs: BacktestNeeds
  /// Of the personalised campaigns.
  private let required: [CampaignID: RequiredValues]

  /// - Parameters:
  ///   - campaign: Runs in the whole period, whatever its state and its dates. If it ran before, it
  ///     ran then as it did.
  ///   - settings: The present ones, because earlier ones are not kept.
  public init(
    _ campaign: Campaign, among timeline: CampaignTimeline, audiences: [Audience], settings: AppSettings,
    period: Range<Instant>
  ) {
    self.campaign = campaign.id
    self.period = period
    arms = campaign.content.experiment.map { ExperimentArms($0) }
    self.timeline = timeline
    var tried = campaign
    tried.state = .running
    (tried.content.startsAt, tried.content.endsAt) = (nil, nil)
    (tried.content.rules.startsAtLocal, tried.content.rules.endsAtLocal) = (nil, nil)
    without = PastCatalogue(
      since: Instant(milliseconds: .min), timeline.changes, audiences: audiences, settings: settings
    ) {
      timeline.campaigns(at: $0)
    }
    with = PastCatalogue(since: period.lowerBound, timeline.changes, audiences: audiences, settings: settings)
    { instant in
      timeline.campaigns(at: instant).filter { $0.id != campaign.id } + [tried]
    }
    let (before, after) = (without.events, with.events)
    let personal = (timeline.campaigns(at: period.upperBound).filter { $0.id != tried.id } + [tried])
      .compactMap { campaign in RequiredValues(campaign).map { (campaign.id, $0) } }
    required = Dictionary(personal) { first, _ in first }
    let attributes = Set(required.values.flatMap(\.attributes)).map { AudienceSubject.attribute(path: [$0]) }
    let deciding = PastCatalogue.joined(before.deciding, after.deciding)
    // Texts name properties of the event that triggers them.
    let named =
      required.values.contains(where: \.needsEvent)
      ? deciding ?? [
        Event.Selection(category: .custom, name: nil), Event.Selection(category: .screenView, name: nil),
      ] : []
    needs = BacktestNeeds(
      audience: AudienceNeeds(without.subjects + with.subjects + attributes),
      filteredEvents: before.filtered.union(after.filtered).union(named), decidingEvents: deciding)
  }

  /// What the rules compare that is not known of the past: it is taken as it is now.
  public var approximated: Set<AudienceFact> { needs.audience.facts.filter { $0.traits.source != .person } }
  /// Whether the rules ask for uploaded lists, which are taken as they are now.
  public var approximatesLists: Bool { needs.audience.values[.list] != nil }

  /// What would have happened to one person.
  func replay(_ person: BacktestPerson) -> PersonReplay {
    var result = PersonReplay(arm: arms?.arm(of: person.standing))
    let devices = devices(of: person, begin: period.lowerBound) { !$0.isTest }
    // Only few people have what needs them.
    lazy var eventIDs = Set(person.events.map(\.record.id))
    for event in person.events where !event.isTest && period.contains(event.at) {
      // What a push brought is not replayed.
      guard case .impression(let presentation) = event.record.body, presentation.isImpression,
        presentation.openedFrom != .known(.push)
      else { continue }
      if presentation.surface != nil {
        guard let event = ReachItem.eventID(in: presentation.id), eventIDs.contains(event) else { continue }
      }
      let id = CampaignID(presentation.campaignID)
      if isReplayed(id) { result.logged.insert(.init(presentation: presentation.id, campaign: id)) }
    }
    for device in devices.values {
      result.without += device.without.shown.filter { period.contains($0.at) }
      result.with += device.with?.shown.filter { period.contains($0.at) } ?? []
      result.misses += device.with?.misses.filter { $0.campaign == campaign && period.contains($0.at) } ?? []
      if let since = device.with?.waits(campaign), period.contains(since) { result.waiting += 1 }
    }
    result.with.sort { ($0.at, $0.presentation) < ($1.at, $1.presentation) }
    return result
  }

  /// Whether what people saw of the campaign is replayed. Messages that the app makes itself, and
  /// campaigns that show nothing now, are not.
  func isReplayed(_ campaign: CampaignID) -> Bool { timeline.has(campaign) }

  /// A person's devices at the end of the period, after everything that happened on them.
  ///
  /// - Parameters:
  ///   - begin: When the two worlds part.
  ///   - keepsDecisionsSince: nil: it keeps none.
  ///   - isReplayed: Whether the device did the event that is about the device. Others only say
  ///     something about the person.
  func devices(
    of person: BacktestPerson, begin: Instant, keepsDecisionsSince: Instant? = nil,
    where isReplayed: (BacktestPerson.Event) -> Bool
  ) -> PastDevices {
    var past = PastFacts(person, needs.audience)
    var devices = PastDevices()
    // Most people have hundreds of events, which are read where they are.
    person.events.withUnsafeBufferPointer { events in
      for place in events.indices where events[place].at < period.upperBound {
        // What programs sent says something about the person only.
        guard !events[place].deviceID.isEmpty, isReplayed(events[place]) else {
          past.add(events[place])
          continue
        }
        let device = devices.place(of: events[place].deviceID) {
          PastDevice(
            person, events[place].deviceID, begin: begin, keepsDecisionsSince: keepsDecisionsSince,
            required: required,
            attributes: past.facts.attributes)
        }
        replay(
          events[place], on: &devices.values[device], &past, events[place].isTest ? nil : person.standing)
      }
    }
    for place in devices.values.indices { devices.values[place].finish(at: period.upperBound) }
    return devices
  }

  /// One event of a device, which is changed where it is, because it is large.
  private func replay(
    _ event: BacktestPerson.Event, on device: inout PastDevice, _ past: inout PastFacts,
    _ standing: ExperimentStanding?
  ) {
    if let due = device.pass(to: event.at) { answer(&device, at: due, past.facts, standing, at: event.at) }
    past.add(event)
    if !required.isEmpty, event.record.body.attributeKey != nil { device.know(past.facts.attributes) }
    var (logged, isUse) = (nil as Event?, true)
    // What changes nothing still tells that the app was in use.
    if !isIdle(event) {
      logged = event.logged
      isUse = logged.map { $0.kind.category != .attribute } ?? false
    }
    if device.begin(event, isUse: isUse) { answer(&device, at: event.at, past.facts, standing, at: event.at) }
    device.end(event, logged)
  }

  /// Whether no campaign waits for it.
  private func isIdle(_ event: BacktestPerson.Event) -> Bool {
    if case .custom(let name, _) = event.record.body { !needs.decides(name) } else { false }
  }

  /// What the server would have sent `now`, if it is new to the device, which receives it at `due`.
  private func answer(
    _ device: inout PastDevice, at due: Instant, _ facts: PersonFacts, _ standing: ExperimentStanding?,
    at now: Instant
  ) {
    device.receive(at: due) { isWith, held in
      (isWith ? with : without).definitions(for: facts, standing, held: held, at: now)
    }
  }
}

/// What happened to one person, and what would have.
struct PersonReplay: Sendable {
  struct Impression: Hashable {
    var presentation: String
    var campaign: CampaignID
  }

  /// Their arm in the experiment of the campaign that is tried. nil: they are in none.
  var arm: String?
  /// What the engine shows without the campaign that is tried.
  var without: [DeviceReplay.Shown] = []
  /// And with it, oldest first.
  var with: [DeviceReplay.Shown] = []
  /// How the campaign that is tried was not shown.
  var misses: [DeviceReplay.Miss] = []
  /// On how many devices it waits at the end, for example for its screen.
  var waiting = 0
  /// What devices reported.
  var logged: Set<Impression> = []
}

extension BacktestPerson.Event {
  /// What the engine gets of it. The replay finds out by itself when somebody enters or leaves an
  /// audience.
  fileprivate var logged: Event? { Event(record).flatMap { $0.kind.category.namesAudience ? nil : $0 } }
}

/// The devices of a person, in the order in which they were first used.
struct PastDevices {
  var values: [PastDevice] = []
  private var places: [String: Int] = [:]
  /// The device that was asked for last: most events follow one of the same device.
  private var last: (id: String, place: Int)?

  /// nil if it did nothing.
  subscript(id: String) -> PastDevice? { places[id].map { values[$0] } }

  /// Where the device is, which is made if it is new.
  mutating func place(of id: String, make: () -> PastDevice) -> Int {
    if let last, last.id == id { return last.place }
    let place = places[id] ?? values.count
    if place == values.count {
      places[id] = place
      values.append(make())
    }
    last = (id, place)
    return place
  }
}
