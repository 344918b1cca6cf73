// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire

/// All that the server keeps. Every implementation passes the one conformance suite.
public protocol Store: CampaignStore, EventStore, ReportStore, PeopleStore, SettingsStore, AccessStore, DeviceStore, RetentionStore {
  /// Throws when the store cannot be written right now; the text says why. For `/readyz`.
  func checkHealth() async throws(StoreError)
  /// Looks whether what is stored is still there and whole, without writing; throws what it finds, and what it found keeps events away. To be called
  /// every few seconds.
  func inspect() async throws(StoreError)
  /// Commits what is under way and closes. A second call does nothing.
  ///
  /// Throws when what is stored could not be brought into the form in which the data can be copied, or when something could not be closed. What was
  /// acknowledged is stored all the same.
  func close() async throws(StoreError)
  /// For operators' tools.
  func figures() -> StoreFigures
}

public protocol CampaignStore: Sendable {
  func apps() async throws(StoreError) -> [App]
  func insert(_ app: App) async throws(StoreError)
  /// Stores an app with what it begins with, all of it or nothing. Campaigns and keys are the app's own.
  func insert(_ app: App, campaigns: [Campaign], keys: [APIKey]) async throws(StoreError)
  /// Newest first.
  func campaigns(app: AppID) async throws(StoreError) -> [Campaign]
  func campaign(_ id: CampaignID, app: AppID) async throws(StoreError) -> Campaign?
  func insert(_ campaign: Campaign) async throws(StoreError)
  /// Stores the campaign if its stored revision is still `expectedRevision`, else throws `.conflict`.
  func update(_ campaign: Campaign, expectedRevision: Int) async throws(StoreError)
  /// Removes the campaign if its stored revision is still `expectedRevision`, else throws `.conflict`; `.notFound` when there is none. For
  /// drafts: what was launched has been counted and must stay, which callers see to.
  func delete(_ id: CampaignID, app: AppID, expectedRevision: Int) async throws(StoreError)
  /// Grows with every change of any campaign of the app: what compiled catalogues are checked against. Cheap.
  func catalogueVersion(app: AppID) async throws(StoreError) -> Int
}

public protocol EventStore: Sendable {
  /// Stores events, counters and rollups in one transaction and returns after it is committed: one result per event, in order.
  ///
  /// An id of a person counts once for ever: sending any batch again, in any order, split or merged, changes nothing. Events are expected
  /// to be valid (`EventRecord.validate`); what the store itself must refuse comes back as `rejected`.
  ///
  /// The first `user_changed` of a device on which nobody had signed in makes the anonymous person and the user one person, once: events,
  /// devices, attributes that the user lacks and what was counted for them become the user's; what both had counts once, at its first
  /// instant. Anonymous events of that device which come later are the user's too.
  ///
  /// What a test device did (`DeviceRole`) counts apart, also when the device is no longer one: somebody who saw or clicked a campaign counts among
  /// people if they did it on a device of their own, else among those of test devices.
  ///
  /// Throws `.limited`, and stores nothing of the batch, when its sender makes more people than they may.
  func ingest(_ batch: IngestBatch) async throws(StoreError) -> [Wire.EventResult]
  /// Remembers that campaigns were found to be for this person, and which definitions were sent to the device. Idempotent; writes nothing that is known.
  ///
  /// - Parameter isTest: Whether it was a test device (`DeviceRole`), which counts apart.
  func markOffered(
    app: AppID, personID: String, eligible: [CampaignID], delivered: [CampaignID], at: Instant, sender: IngestBatch.Sender, isTest: Bool
  ) async throws(StoreError)
}

public protocol ReportStore: Sendable {
  /// - Parameter countsTests: Whether what test devices did is part of the totals and the hours.
  func report(
    campaign: CampaignID, app: AppID, from: Instant?, to: Instant?, countsTests: Bool
  ) async throws(StoreError) -> CampaignReport
  /// Without what test devices did.
  func counts(app: AppID) async throws(StoreError) -> [CampaignID: CampaignCounts]
  /// Newest first; those in which the campaign was a candidate. nil campaign: all. nil person: everybody's.
  func decisions(campaign: CampaignID?, personID: String?, app: AppID, limit: Int) async throws(StoreError) -> [StoredDecision]
  /// How many events are stored, by kind; for demo, doctor and metrics.
  func eventCounts(app: AppID) async throws(StoreError) -> [String: Int]
  /// Names of the custom events that devices have logged and that are counted by themselves: those that many people sent
  /// (`CountLimits.establishedPeople`), the most frequent first, and then the others in the same way.
  func customEventNames(app: AppID, limit: Int) async throws(StoreError) -> [String]
  /// Custom events that are not counted by their names, and how much room there is for names.
  func otherEvents(app: AppID) async throws(StoreError) -> OtherEvents
  /// Counts the events that have these names as other, so that there is room for new names; nil: all names that no campaign waits for. What is
  /// sent afterwards is counted anew. Returns how many of the names there were.
  func forgetEventNames(_ names: Set<String>?, app: AppID) async throws(StoreError) -> Int
  /// Names of properties and products of the newest events. Cheap enough for every drawing of a page.
  func loggedNames(app: AppID) async throws(StoreError) -> LoggedNames
}

extension ReportStore {
  /// Without what test devices did.
  public func report(campaign: CampaignID, app: AppID, from: Instant?, to: Instant?) async throws(StoreError) -> CampaignReport {
    try await report(campaign: campaign, app: app, from: from, to: to, countsTests: false)
  }
}

public protocol PeopleStore: Sendable {
  /// Without a search everybody. With one, first those who use the device of exactly that id, then those whose user id is or begins with it, by
  /// user id, then all others of whom each of its words is part: of the user id, of what a device says it is or of its id; or of whom it is the date or
  /// the time (`ListSearch`) at which they were seen first or last. `test device` and `not signed in`, with all their words, find those who are marked so
  /// (`PeopleLimits.searchedMarks`). Case counts only in names with other letters than a to z.
  ///
  /// A search looks at `PeopleLimits.searched` people for one page, so that it may find fewer than `limit`, or nobody, and still have a `next`.
  /// `after`: `next` of the page before, of the same search and order; one that is damaged gives an empty page.
  func people(
    search: String?, sort: PeopleSort, app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<PersonSummary>
  /// User ids that begin with the text, case counts, in their order; those of people seen last for an empty one. Reads as many names as it returns,
  /// however many people there are: cheap enough for every key that somebody presses.
  func userIDs(beginningWith text: String, app: AppID, limit: Int) async throws(StoreError) -> [String]
  /// How many people there are, those included who are anonymous, without those who use only test devices (`DeviceRole.isTest`): whom campaigns are for.
  func peopleCount(app: AppID) async throws(StoreError) -> Int
  /// Found by the person's id or by one that they had before they signed in; nil when nobody has it.
  func person(_ id: String, app: AppID) async throws(StoreError) -> Person?
  /// Those of the person's attributes that the reader may be told.
  func attributes(
    _ keys: Set<String>, personID: String, toldTo reader: AttributeReader, app: AppID
  ) async throws(StoreError) -> [String: Wire.JSONValue]
  /// Newest first. Empty kinds: all. An unknown person has an empty timeline.
  func timeline(
    personID: String, kinds: [Wire.EventRecord.Topic], app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<TimelineEntry>
  /// Changes the catalogue's version when it changes anything. Throws `.conflict` beyond `PeopleLimits.testDevices`. What was counted stays as it was.
  func setTestDevice(_ deviceID: String, _ isTest: Bool, app: AppID, at: Instant) async throws(StoreError)
  func testDevices(app: AppID) async throws(StoreError) -> Set<String>
  /// How many devices of the people seen last are set to which locale (BCP 47); test devices, and devices that do not say theirs, are left out.
  func deviceLocales(app: AppID, people: Int) async throws(StoreError) -> [String: Int]
}

extension PeopleStore {
  /// Seen last first.
  public func people(search: String?, app: AppID, after: String?, limit: Int) async throws(StoreError) -> ListPage<PersonSummary> {
    try await people(search: search, sort: .lastSeen, app: app, after: after, limit: limit)
  }
}

public protocol SettingsStore: Sendable {
  /// The defaults until somebody has changed them.
  func settings(app: AppID) async throws(StoreError) -> AppSettings
  /// Changes them as a whole, so that nothing is lost of what others change at the same time: nobody else does between the reading and the writing.
  ///
  /// Changes the catalogue's version when it changes anything.
  ///
  /// - Parameter change: Gets them as they are, and returns what keeps those that it made from being stored; nothing: they are stored.
  func changeSettings(
    app: AppID, _ change: @escaping @Sendable (inout AppSettings) -> [Diagnostic]
  ) async throws(StoreError) -> SettingsChange
}

/// What came of a change of an app's settings.
public struct SettingsChange: Equatable, Sendable {
  /// As they are from now on, or as they would have been.
  public var settings: AppSettings
  /// What kept them from being stored; none: they are.
  public var problems: [Diagnostic]

  public init(settings: AppSettings, problems: [Diagnostic] = []) {
    self.settings = settings
    self.problems = problems
  }
}

public protocol AccessStore: Sendable {
  func insert(_ key: APIKey) async throws(StoreError)
  func keys(app: AppID) async throws(StoreError) -> [APIKey]
  /// Not revoked; nil when unknown.
  func key(hash: [UInt8]) async throws(StoreError) -> APIKey?
  func revokeKey(id: String, app: AppID, at: Instant) async throws(StoreError)
  func insert(_ link: SignInLink) async throws(StoreError)
  /// Takes the link out of the store: true for exactly one caller, while it has not expired.
  func redeemSignInLink(hash: [UInt8], at: Instant) async throws(StoreError) -> Bool
  func insert(_ session: ConsoleSession) async throws(StoreError)
  func session(hash: [UInt8], at: Instant) async throws(StoreError) -> ConsoleSession?
  func deleteSession(id: String) async throws(StoreError)
}

/// By what secrets devices are known again. An id that nobody uses has neither secrets nor a revocation.
public protocol DeviceStore: Sendable {
  /// Another number whenever another process has changed what is stored; what this process changes leaves it as it is.
  func revisionByOthers() async throws(StoreError) -> Int64
  func deviceCredentials(_ deviceID: String, app: AppID) async throws(StoreError) -> DeviceCredentials
  /// Stores the hash of a secret that is about to be given to the device. The oldest of those that were never used make room for it
  /// (`DeviceCredentials.maximumUnused`). Nothing for a device that was revoked.
  func issueDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant) async throws(StoreError)
  /// The device has used a secret for the first time: from now on it is the only one. False: it is not one of the device's that wait for it.
  func useDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant) async throws(StoreError) -> Bool
  /// The device's secrets are forgotten, and nothing is taken from its id any more. A second time changes nothing.
  func revokeDevice(_ deviceID: String, app: AppID, at: Instant) async throws(StoreError)
}
