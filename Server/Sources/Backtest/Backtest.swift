// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire

/// What a campaign would have done: what people did in a period of the past goes through the engine twice, without and with the campaign.
///
/// The past is held fixed. People do the same whether or not they see the campaign, so a backtest says whom it would have reached, and not what that would
/// have led to.
public struct Backtest: Sendable {
  public let campaign: CampaignID
  /// The time that is reported. What people did before it only decides what they had seen by then.
  public let period: Range<Instant>
  private let timeline: CampaignTimeline
  private let without: PastCatalogue
  private let with: PastCatalogue
  /// What has to be known of a person.
  public let needs: AudienceNeeds

  /// - Parameters:
  ///   - campaign: Runs in the whole period, whatever its state and its dates. If it ran before, it ran then as it did.
  ///   - settings: The present ones, because earlier ones are not kept.
  public init(
    _ campaign: Campaign, among timeline: CampaignTimeline, audiences: [Audience], settings: AppSettings, period: Range<Instant>
  ) {
    self.campaign = campaign.id
    self.period = period
    self.timeline = timeline
    var tried = campaign
    tried.state = .running
    (tried.content.startsAt, tried.content.endsAt) = (nil, nil)
    (tried.content.rules.startsAtLocal, tried.content.rules.endsAtLocal) = (nil, nil)
    without = PastCatalogue(since: Instant(milliseconds: .min), timeline.changes, audiences: audiences, settings: settings) {
      timeline.campaigns(at: $0)
    }
    with = PastCatalogue(since: period.lowerBound, timeline.changes, audiences: audiences, settings: settings) { instant in
      timeline.campaigns(at: instant).filter { $0.id != campaign.id } + [tried]
    }
    needs = AudienceNeeds(without.subjects + with.subjects)
  }

  /// What the rules compare that no event tells: it is taken as it is now.
  public var approximated: Set<AudienceFact> { needs.facts.subtracting([.firstSeen, .lastSeen, .userID]) }
  /// Whether the rules ask for uploaded lists, which are taken as they are now.
  public var approximatesLists: Bool { !needs.lists.isEmpty }

  /// What would have happened to one person.
  func replay(_ person: BacktestPerson) -> PersonReplay {
    var past = PastFacts(person, needs)
    var devices: [String: PastDevice] = [:]
    var result = PersonReplay()
    for event in person.events where event.at < period.upperBound {
      // What programs sent says something about the person only.
      guard !event.deviceID.isEmpty else {
        past.add(event)
        continue
      }
      // While it is changed, it is nowhere else, so that nothing is copied.
      var device = devices.removeValue(forKey: event.deviceID) ?? PastDevice(person, event.deviceID, begin: period.lowerBound)
      device.refresh(at: event.at) { definitions(for: person, past, at: event.at) }
      past.add(event)
      device.add(event) { definitions(for: person, past, at: event.at) }
      devices[event.deviceID] = device
      guard case .impression(let presentation) = event.record.body, presentation.surface == nil, period.contains(event.at) else { continue }
      let id = CampaignID(presentation.campaignID)
      // Messages that the app makes itself, and those of campaigns that have none now, are not replayed.
      if timeline.has(id) { result.logged.insert(.init(presentation: presentation.id, campaign: id)) }
    }
    for id in devices.keys { devices[id]?.finish(at: period.upperBound) }
    for device in devices.values {
      result.without += device.without.shown.filter { period.contains($0.at) }
      result.with += device.with?.shown.filter { period.contains($0.at) } ?? []
      result.misses += device.with?.misses.filter { $0.campaign == campaign && period.contains($0.at) } ?? []
    }
    result.with.sort { ($0.at, $0.presentation) < ($1.at, $1.presentation) }
    return result
  }

  private func definitions(for person: BacktestPerson, _ past: PastFacts, at now: Instant) -> PastDevice.Definitions {
    let present = without.definitions(for: person, past.facts, at: now)
    return (present, now < period.lowerBound ? present : with.definitions(for: person, past.facts, at: now))
  }
}

/// What happened to one person, and what would have.
struct PersonReplay: Sendable {
  struct Impression: Hashable {
    var presentation: String
    var campaign: CampaignID
  }

  /// What the engine shows without the campaign that is tried.
  var without: [DeviceReplay.Shown] = []
  /// And with it, oldest first.
  var with: [DeviceReplay.Shown] = []
  /// How the campaign that is tried was not shown.
  var misses: [DeviceReplay.Miss] = []
  /// What devices reported.
  var logged: Set<Impression> = []
}

/// A device of the past in both worlds.
private struct PastDevice {
  private(set) var without: DeviceReplay
  /// nil until the period begins: until then, both worlds are one.
  private(set) var with: DeviceReplay?
  private let begin: Instant
  private var userID: String?
  private var isKnown = false
  /// When the events are sent that happened since the last answer, which says whether the definitions changed. nil: there are none.
  private var sendsAt: Instant?
  private var last = Instant(milliseconds: .min)

  typealias Definitions = (without: PastDefinitions, with: PastDefinitions)

  /// How long a device collects events.
  private static let sending = Duration.seconds(10)

  init(_ person: BacktestPerson, _ deviceID: String, begin: Instant) {
    without = DeviceReplay(timeZone: person.timeZones[deviceID])
    self.begin = begin
  }

  /// Parts the two worlds once the period has begun.
  private mutating func part(at now: Instant) {
    if with == nil, now >= begin { with = without }
  }

  /// Before the next event: if earlier ones were sent meanwhile, the answer may have changed the definitions.
  mutating func refresh(at now: Instant, _ definitions: () -> Definitions) {
    part(at: now)
    guard let due = sendsAt, due <= now else { return }
    sendsAt = nil
    // An app that was ended asks when it starts again.
    guard now < last + DeviceReplay.stay || without.isOpen else { return }
    both { [last] in $0.pass(to: min(now, max(due, last))) }
    receive(definitions(), at: due)
  }

  mutating func add(_ event: BacktestPerson.Event, _ definitions: () -> Definitions) {
    part(at: event.at)
    let record = event.record
    // The replay finds out by itself when somebody enters or leaves an audience.
    let logged = Event(record).flatMap { $0.kind.category.namesAudience ? nil : $0 }
    let isUse = logged.map { $0.kind.category != .attribute } ?? false
    // The history may begin in the middle of a session.
    let isStart = record.body == .sessionStart || (!isKnown && isUse)
    if isStart { both { [last] in $0.finish(lastEvent: last, end: event.at) } } else { both { $0.pass(to: event.at) } }
    last = event.at
    // A report about a message names the user who saw it, who may have signed out since.
    let isOther = record.userID != userID && (isStart || isUse || record.body.isChangeOfUser)
    if isOther {
      userID = record.userID
      both { $0.changeUser(to: record.userID, at: event.at) }
    }
    if isStart { both { $0.startSession(at: event.at) } }
    // A device asks for definitions when a session starts and when somebody signs in.
    if isStart || isOther {
      isKnown = true
      sendsAt = nil
      receive(definitions(), at: event.at)
    } else if isKnown {
      sendsAt = sendsAt ?? event.at + Self.sending
    }
    if case .sessionEnd = record.body { both { $0.endSession() } }
    if let logged { both { $0.log(logged, at: event.at) } }
  }

  mutating func finish(at end: Instant) {
    part(at: end)
    both { [last] in $0.finish(lastEvent: last, end: end) }
  }

  private mutating func receive(_ definitions: Definitions, at now: Instant) {
    without.receive(definitions.without, at: now)
    with?.receive(definitions.with, at: now)
  }

  private mutating func both(_ change: (inout DeviceReplay) -> Void) {
    change(&without)
    if var other = with.take() {
      change(&other)
      with = other
    }
  }
}

extension Wire.EventRecord.Body {
  fileprivate var isChangeOfUser: Bool { if case .userChanged = self { true } else { false } }
}
