// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire

/// Everything that the server stores. Every implementation passes the same conformance suite.
public protocol Store: CampaignStore, CampaignHistoryStore, CampaignNoteStore, AudienceStore, ExperimentStore,
  EventStore, ReportStore,
  SeriesStore, AnalyticsStore, BacktestStore, PeopleStore, PrivacyStore, PrivacyRequestStore,
  SettingsStore, AccessStore,
  MemberStore, SavedFilterStore, SessionStore, ShelfStore, DeviceStore, PushStore,
  PushKeyStore, PushRunStore,
  RetentionStore, ChangeFeed, PresenceStore
{
  /// Throws when the store cannot be written right now; the text says why. For `/readyz`.
  func checkHealth() async throws(StoreError)
  /// Checks, without writing, that what is stored is still there and intact. Throws what it finds,
  /// and a problem that it found keeps events away. Call it every few seconds.
  func inspect() async throws(StoreError)
  /// Commits pending work and closes. A second call does nothing.
  ///
  /// Throws when the data could not be brought into a form in which it can be copied, or when
  /// something could not be closed. What was acknowledged is stored all the same.
  func close() async throws(StoreError)
  /// Closes a store that a server may be using too, without waiting for anybody or keeping anybody
  /// waiting. The last user brings the data into a form in which it can be copied.
  func leave() async throws(StoreError)
  /// Reads all of the data and describes the damage, in at most ten lines; empty when there is
  /// none. Takes about a second per 500 MB.
  func findDamage() async throws(StoreError) -> [String]
  /// For operators' tools.
  func figures() -> StoreFigures
}

public protocol CampaignStore: Sendable {
  func apps() async throws(StoreError) -> [App]
  func insert(_ app: App) async throws(StoreError)
  /// Stores an app with its first campaigns and keys, all of it or nothing. The campaigns and keys
  /// are the app's own, and nobody's work (`Author.system`).
  func insert(_ app: App, campaigns: [Campaign], keys: [APIKey]) async throws(StoreError)
  /// Newest first, without those that cannot be read (`leftOut`).
  func campaigns(app: AppID) async throws(StoreError) -> [Campaign]
  /// What lists have left out so far, because it cannot be read: one sentence each, which names a
  /// campaign, an audience or a run, and no person.
  ///
  /// - Parameter app: nil for all apps.
  func leftOut(app: AppID?) -> [String]
  func campaign(_ id: CampaignID, app: AppID) async throws(StoreError) -> Campaign?
  /// Stores a new campaign and begins its history.
  func insert(_ campaign: Campaign, by author: Author) async throws(StoreError)
  /// Stores the campaign if its stored revision is still `expectedRevision`, else throws
  /// `.conflict`. The change is kept in its history (`CampaignHistoryStore`), in the same
  /// transaction, unless it is an edit that changes neither name nor content.
  ///
  /// - Parameter isAutomatic: Whether an editor saves by itself. Such a change can take the place
  ///   of the one before it (`CampaignChange.joined`), but not after an edit that is not automatic,
  ///   even if that one changed nothing.
  func update(
    _ campaign: Campaign, expectedRevision: Int, as kind: CampaignChange.Kind, by author: Author,
    isAutomatic: Bool
  ) async throws(StoreError)
  /// Removes the campaign if its stored revision is still `expectedRevision`, else throws
  /// `.conflict`; `.notFound` when there is none. For drafts only: launched campaigns have been
  /// counted and must stay, which callers ensure.
  func delete(_ id: CampaignID, app: AppID, expectedRevision: Int) async throws(StoreError)
  /// Grows with every change of any campaign of the app. Compiled catalogues are checked against
  /// it. Cheap.
  func catalogueVersion(app: AppID) async throws(StoreError) -> Int
}

public protocol EventStore: Sendable {
  /// Stores events, counters and rollups in one transaction and returns after the commit: one
  /// result per event, in order.
  ///
  /// An event id counts once per person for ever: sending any batch again, in any order, split or
  /// merged, changes nothing. Events are expected to be valid (`EventRecord.validate`); what the
  /// store itself must refuse comes back as `rejected`.
  ///
  /// The first `user_changed` of a device on which nobody had signed in makes the anonymous person
  /// and the user one person, once. The anonymous person's events, devices, counts and attributes
  /// that the user lacks become the user's; what both had counts once, at its first instant.
  /// Anonymous events of that device that arrive later are the user's too.
  ///
  /// What a test device did (`DeviceRole`) is counted separately, even when the device is no longer
  /// one. Somebody who saw or clicked a campaign counts among people if they did it on a device of
  /// their own, else among those of test devices.
  ///
  /// Throws `.limited`, and stores nothing of the batch, when the batch would create more people
  /// than its sender may.
  func ingest(_ batch: IngestBatch) async throws(StoreError) -> [Wire.EventResult]
  /// Remembers which campaigns were found to be for this person, and which definitions were sent to
  /// the device. Idempotent; writes nothing that is known.
  ///
  /// - Parameter isTest: Whether it was a test device (`DeviceRole`), which is counted separately.
  func markOffered(
    app: AppID, personID: String, eligible: [CampaignID], delivered: [CampaignID], at: Instant,
    sender: IngestBatch.Sender, isTest: Bool
  ) async throws(StoreError)
}

public protocol ReportStore: Sendable {
  /// - Parameter countsTests: Whether the totals and the hours include what test devices did.
  func report(
    campaign: CampaignID, app: AppID, from: Instant?, to: Instant?, countsTests: Bool
  ) async throws(StoreError) -> CampaignReport
  /// What people did after they saw the campaign, one for each of the rules, counted from the
  /// stored events (`Attribution`).
  ///
  /// The period is that in which people saw it, in whole hours like those of a report. What they
  /// did later, within the window, counts too. Test devices never count.
  func conversions(
    _ rules: [ConversionRule], of campaign: CampaignID, app: AppID, from: Instant?, to: Instant?
  ) async throws(StoreError) -> [ConversionCount]
  /// Who saw the campaign in the period of such a count, by what the device that they used last
  /// says of itself.
  ///
  /// - Parameters:
  ///   - fact: One of `CampaignBreakdown.facts`.
  ///   - rule: The conversion that is counted. nil: nobody converted.
  func breakdown(
    of campaign: CampaignID, by fact: AudienceFact, converting rule: ConversionRule?, app: AppID,
    from: Instant?, to: Instant?
  ) async throws(StoreError) -> CampaignBreakdown
  /// How many people and events `conversions` and `breakdown` look at, counted up to the limit.
  func conversionWork(
    _ rules: [ConversionRule], of campaign: CampaignID, app: AppID, from: Instant?, to: Instant?, limit: Int
  ) async throws(StoreError) -> Int
  /// Without what test devices did.
  func counts(app: AppID) async throws(StoreError) -> [CampaignID: CampaignCounts]
  /// Newest first; only those in which the campaign was a candidate. A nil campaign means all, a
  /// nil person everybody.
  func decisions(campaign: CampaignID?, personID: String?, app: AppID, limit: Int) async throws(StoreError)
    -> [StoredDecision]
  /// How many events are stored, by kind; for demo, doctor and metrics.
  func eventCounts(app: AppID) async throws(StoreError) -> [String: Int]
  /// Names of the custom events that devices have logged and that are counted separately. Names
  /// that many people sent (`CountLimits.establishedPeople`) come first, then the others; within
  /// each group the most frequent come first.
  func customEventNames(app: AppID, limit: Int) async throws(StoreError) -> [String]
  /// Custom events that are not counted by name, and how much room there is for names.
  func otherEvents(app: AppID) async throws(StoreError) -> OtherEvents
  /// Counts the events with these names as other, so that there is room for new names; nil means
  /// all names that no campaign waits for. Events that are sent afterwards are counted anew.
  /// Returns how many of the names existed.
  func forgetEventNames(_ names: Set<String>?, app: AppID) async throws(StoreError) -> Int
  /// Names of properties and products of the newest events. Cheap enough for every rendering of a
  /// page.
  func loggedNames(app: AppID) async throws(StoreError) -> LoggedNames
}

extension ReportStore {
  /// Without what test devices did.
  public func report(campaign: CampaignID, app: AppID, from: Instant?, to: Instant?) async throws(StoreError)
    -> CampaignReport
  {
    try await report(campaign: campaign, app: app, from: from, to: to, countsTests: false)
  }

  /// Names of all custom events that devices have logged, for `CampaignLint`. nil when a missing
  /// name proves nothing: no device has logged any event yet, or there are too many names to know
  /// all of them.
  public func loggedEvents(app: AppID) async throws(StoreError) -> Set<String>? {
    let limit = CountLimits.eventNames
    let names = try await customEventNames(app: app, limit: limit)
    return names.isEmpty || names.count == limit ? nil : Set(names)
  }
}

extension ReportStore {
  /// The conversions of a campaign; nil if there are too many to count them for somebody who did
  /// not ask (`ConversionCount.usualWork`).
  ///
  /// - Parameter isAsked: Whether they are counted however long it takes.
  public func conversions(
    of campaign: Campaign, from: Instant?, to: Instant?, isAsked: Bool
  ) async throws(StoreError) -> [ConversionCount]? {
    let rules = campaign.content.conversionRules
    guard !rules.isEmpty else { return [] }
    guard try await isCounted(rules, of: campaign, from, to, isAsked) else { return nil }
    return try await conversions(rules, of: campaign.id, app: campaign.appID, from: from, to: to)
  }

  /// Who saw a campaign, by what their devices say of themselves, with its first conversion. nil in
  /// the same case.
  public func breakdown(
    of campaign: Campaign, by fact: AudienceFact, from: Instant?, to: Instant?, isAsked: Bool
  ) async throws(StoreError) -> CampaignBreakdown? {
    let rules = Array(campaign.content.conversionRules.prefix(1))
    guard try await isCounted(rules, of: campaign, from, to, isAsked) else { return nil }
    return try await breakdown(
      of: campaign.id, by: fact, converting: rules.first, app: campaign.appID, from: from, to: to)
  }

  private func isCounted(
    _ rules: [ConversionRule], of campaign: Campaign, _ from: Instant?, _ to: Instant?, _ isAsked: Bool
  ) async throws(StoreError) -> Bool {
    if isAsked { return true }
    let limit = ConversionCount.usualWork
    return try await conversionWork(
      rules, of: campaign.id, app: campaign.appID, from: from, to: to, limit: limit) < limit
  }
}

public protocol PeopleStore: Sendable {
  /// Without a search, returns everybody. With one, first people who use the device with exactly
  /// that id; then people whose user id is or begins with it, by user id; then people whose e-mail
  /// address, first name, last name or both names begin with it, in this order; then all others who
  /// match each of its words: as part of the user id, of what a device says it is or of its id, or
  /// as the date or time (`ListSearch`) at which they were first or last seen. `test device` and
  /// `not signed in`, with all their words, find those who are marked so
  /// (`PeopleLimits.searchedMarks`). Case matters only in names with letters other than a to z.
  ///
  /// A search looks at `PeopleLimits.searched` people for one page, so a page may have fewer than
  /// `limit` people, or none, and still have a `next`. `after` is the `next` of the previous page,
  /// with the same search and order; a damaged one gives an empty page.
  func people(
    search: String?, sort: PeopleSort, app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<PersonSummary>
  /// User ids that begin with the text (case matters), in their order; for an empty text, those of
  /// the people seen last. Reads as many names as it returns, however many people there are: cheap
  /// enough for every key press.
  func userIDs(beginningWith text: String, app: AppID, limit: Int) async throws(StoreError) -> [String]
  /// The number of people whom campaigns are for: everybody, also anonymous, except those who use
  /// only test devices (`DeviceRole.isTest`). At most `limit` are counted, because counting a
  /// million takes seconds.
  func peopleCount(app: AppID, limit: Int) async throws(StoreError) -> Int
  /// Finds a person by their id or by an id that they had before they signed in; nil when nobody
  /// has it.
  func person(_ id: String, app: AppID) async throws(StoreError) -> Person?
  /// Those of the person's attributes that may be returned to the reader.
  func attributes(
    _ keys: Set<String>, personID: String, toldTo reader: AttributeReader, app: AppID
  ) async throws(StoreError) -> [String: Wire.JSONValue]
  /// Newest first. Empty `kinds` means all. An unknown person has an empty timeline.
  func timeline(
    personID: String, kinds: [Wire.EventRecord.Topic], app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<TimelineEntry>
  /// People who have signed in, with their attributes, by user id (in the order of bytes).
  ///
  /// - Parameter after: The `next` of the previous page.
  func profiles(app: AppID, after: String?, limit: Int) async throws(StoreError) -> ListPage<PersonProfile>
  /// The attributes of the people seen last, newest first.
  func attributesSeenLast(app: AppID, people: Int) async throws(StoreError) -> [[String: Wire.JSONValue]]
  /// The names of the attributes that anybody has or had, in the order of bytes.
  func attributeKeys(app: AppID, limit: Int) async throws(StoreError) -> [String]
  /// Changes the catalogue's version if it changes anything. Throws `.conflict` beyond
  /// `PeopleLimits.testDevices`. What was counted stays as it was.
  func setTestDevice(_ deviceID: String, _ isTest: Bool, app: AppID, at: Instant) async throws(StoreError)
  func testDevices(app: AppID) async throws(StoreError) -> Set<String>
  /// How many devices of the people seen last are set to each locale (BCP 47), without test devices
  /// and devices that do not report a locale.
  func deviceLocales(app: AppID, people: Int) async throws(StoreError) -> [String: Int]
}

extension PeopleStore {
  /// Most recently seen first.
  public func people(search: String?, app: AppID, after: String?, limit: Int) async throws(StoreError)
    -> ListPage<PersonSummary>
  {
    try await people(search: search, sort: .lastSeen, app: app, after: after, limit: limit)
  }
}

public protocol SettingsStore: Sendable {
  /// The settings, or the defaults until somebody has changed them.
  func settings(app: AppID) async throws(StoreError) -> AppSettings
  /// Changes the settings as a whole. Nobody else changes them between the reading and the writing,
  /// so no concurrent change is lost.
  ///
  /// Changes the catalogue's version if it changes anything.
  ///
  /// - Parameter change: Receives the present settings and changes them. Returns what prevents
  ///   storing the result; if it returns nothing, they are stored.
  func changeSettings(
    app: AppID, _ change: @escaping @Sendable (inout AppSettings) -> [Diagnostic]
  ) async throws(StoreError) -> SettingsChange
}

/// The result of a change of an app's settings.
public struct SettingsChange: Equatable, Sendable {
  /// The settings from now on, or as they would have been.
  public var settings: AppSettings
  /// What prevented storing them; empty when they were stored.
  public var problems: [Diagnostic]

  public init(settings: AppSettings, problems: [Diagnostic] = []) {
    self.settings = settings
    self.problems = problems
  }
}

public protocol AccessStore: Sendable {
  func insert(_ key: APIKey) async throws(StoreError)
  func keys(app: AppID) async throws(StoreError) -> [APIKey]
  /// A key that is not revoked; nil when unknown.
  func key(hash: [UInt8]) async throws(StoreError) -> APIKey?
  func revokeKey(id: String, app: AppID, at: Instant) async throws(StoreError)
}

/// Figures about a store that an operator watches: cheap to ask for, and current.
public struct StoreFigures: Hashable, Sendable {
  /// Batches of events that wait for the writer.
  public var waitingBatches: Int
  /// nil, like the two others, when there are no files.
  public var dataBytes: Int64?
  /// Of the write-ahead log.
  public var logBytes: Int64?
  /// Free space where the files are.
  public var freeBytes: Int64?
  /// Questions and changes that wait for a connection; nil when there are no connections.
  public var waitingForConnections: Int?

  public init(waitingBatches: Int, dataBytes: Int64? = nil, logBytes: Int64? = nil, freeBytes: Int64? = nil) {
    self.waitingBatches = waitingBatches
    self.dataBytes = dataBytes
    self.logBytes = logBytes
    self.freeBytes = freeBytes
  }
}

extension CampaignStore {
  /// The first of these campaigns that the app does not have; nil if it has all.
  public func missing(of ids: Set<CampaignID>, app: AppID) async throws(StoreError) -> CampaignID? {
    for id in ids.sorted(by: { $0.rawValue < $1.rawValue }) where try await campaign(id, app: app) == nil {
      return id
    }
    return nil
  }

  /// Stores a change that somebody asked for.
  public func update(
    _ campaign: Campaign, expectedRevision: Int, as kind: CampaignChange.Kind, by author: Author
  ) async throws(StoreError) {
    try await update(campaign, expectedRevision: expectedRevision, as: kind, by: author, isAutomatic: false)
  }
}
