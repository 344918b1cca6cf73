// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// `POST /sdk/v1/sync`
  public struct SyncRequest: Hashable, Sendable {
    public var version: Int
    public var device: Device
    public var userID: String?
    public var sessionID: String?
    /// The tag of the definitions the device holds; unchanged definitions are not sent again.
    public var definitionsTag: String?
    /// Device wall clock when sent.
    public var sentAt: Instant
    /// Events that wait on the device, oldest first; may be empty.
    public var events: [EventRecord] {
      get { entries.read }
      set { entries.read = newValue }
    }
    /// Not on the wire: entries that could not be decoded, with the field path. `events` holds the others.
    public var rejected: [RejectedEntry] {
      get { entries.rejected }
      set { entries.rejected = newValue }
    }
    var entries: Entries<EventRecord>
    public var unknown: UnknownFields

    public init(
      version: Int = Wire.version, device: Device, userID: String?, sessionID: String?, definitionsTag: String?, sentAt: Instant,
      events: [EventRecord] = [], rejected: [RejectedEntry] = [], unknown: UnknownFields = [:]
    ) {
      self.version = version
      self.device = device
      self.userID = userID
      self.sessionID = sessionID
      self.definitionsTag = definitionsTag
      self.sentAt = sentAt
      entries = Entries(read: events, rejected: rejected)
      self.unknown = unknown
    }
  }

  /// The answer to `SyncRequest`.
  public struct SyncResponse: Hashable, Sendable {
    public var version: Int
    /// nil: what the device holds under its tag is still right.
    public var definitions: Definitions?
    /// One per event of the request, in its order.
    public var results: [EventResult]
    /// What the server wants of this device; absent: as before, at first the defaults.
    public var settings: DeviceSettings?
    /// A secret by which this device proves from now on that it is the one of its id (`DeviceCredential`); absent: it keeps the one it has.
    public var deviceCredential: String?
    /// nil: the server believes who uses the device, or does not ask.
    public var signatureRefusal: SignatureRefusal?
    public var unknown: UnknownFields

    public init(
      version: Int = Wire.version, definitions: Definitions?, results: [EventResult] = [], settings: DeviceSettings? = nil,
      deviceCredential: String? = nil, signatureRefusal: SignatureRefusal? = nil, unknown: UnknownFields = [:]
    ) {
      self.version = version
      self.definitions = definitions
      self.results = results
      self.settings = settings
      self.deviceCredential = deviceCredential
      self.signatureRefusal = signatureRefusal
      self.unknown = unknown
    }
  }

  /// What a server wants of a device, beside definitions.
  public struct DeviceSettings: Hashable, Sendable {
    /// Which part of its decisions the device reports, 0…1; whether a decision belongs to it is settled by its id. Outcomes are always
    /// reported. Absent: 1.
    public var decisionSample: Double?
    public var unknown: UnknownFields

    public init(decisionSample: Double? = nil, unknown: UnknownFields = [:]) {
      self.decisionSample = decisionSample
      self.unknown = unknown
    }
  }

  /// Every campaign that the user may see; replaces what the device holds.
  public struct Definitions: Hashable, Sendable {
    public var tag: String
    /// Decoded one by one: an entry that cannot be read is left out and listed in `rejected`, never the whole list.
    public var campaigns: [Campaign] {
      get { campaignEntries.read }
      set { campaignEntries.read = newValue }
    }
    /// Not on the wire: entries that could not be decoded, with the field path.
    public var rejected: [RejectedEntry] {
      get { campaignEntries.rejected }
      set { campaignEntries.rejected = newValue }
    }
    /// Over all campaigns, or over those with a tag.
    public var caps: [Cap] {
      get { capEntries.read }
      set { capEntries.read = newValue }
    }
    /// Caps that could not be decoded. They are kept and written back: a cap protects people, and must not vanish with a relaunch.
    public var unreadCaps: [UnreadCap] {
      get { capEntries.unread }
      set { capEntries.unread = newValue }
    }
    var campaignEntries: Entries<Campaign>
    var capEntries: CapEntries
    public var unknown: UnknownFields

    public init(
      tag: String, campaigns: [Campaign], caps: [Cap] = [], unreadCaps: [UnreadCap] = [], rejected: [RejectedEntry] = [],
      unknown: UnknownFields = [:]
    ) {
      self.tag = tag
      campaignEntries = Entries(read: campaigns, rejected: rejected)
      capEntries = CapEntries(read: caps, unread: unreadCaps)
      self.unknown = unknown
    }
  }

  /// A cap over several campaigns that this version cannot read.
  public struct UnreadCap: Hashable, Sendable {
    /// Its place among the caps as they were sent; nil: what was sent is no list.
    public var index: Int?
    /// For example `caps[1].limit`.
    public var field: String
    public var message: String
    /// As it was sent.
    public var json: JSONValue

    public init(index: Int?, field: String, message: String, json: JSONValue) {
      self.index = index
      self.field = field
      self.message = message
      self.json = json
    }
  }

  /// An entry of a list that could not be decoded.
  public struct RejectedEntry: Hashable, Sendable {
    /// Its place in the list as it was sent; the entries that could be decoded have closed the gap.
    public var index: Int
    /// The entry's id, when that much could be read.
    public var id: String?
    /// For example `message.buttons[1].text`.
    public var field: String
    public var message: String
    /// A `DecodingProblem.Code`.
    public var code: String

    public init(index: Int, id: String?, field: String, message: String, code: String = DecodingProblem.Code.invalid.rawValue) {
      self.index = index
      self.id = id
      self.field = field
      self.message = message
      self.code = code
    }

    /// The entry as it was sent, and why it cannot be read.
    public init(index: Int, entry: JSONValue, problem: DecodingProblem) {
      self.init(index: index, id: entry["id"]?.string, field: problem.field, message: problem.message, code: problem.code.rawValue)
    }
  }

  /// `POST /sdk/v1/events`: at most 500 events, 1 MB.
  public struct EventsRequest: Hashable, Sendable {
    public var version: Int
    public var device: Device
    /// Whose definitions the device holds; only for the answer's `definitionsTag`. Events carry their own.
    public var userID: String?
    public var sentAt: Instant
    public var events: [EventRecord] {
      get { entries.read }
      set { entries.read = newValue }
    }
    /// Not on the wire: entries that could not be decoded, with the field path. `events` holds the others.
    public var rejected: [RejectedEntry] {
      get { entries.rejected }
      set { entries.rejected = newValue }
    }
    var entries: Entries<EventRecord>
    public var unknown: UnknownFields

    public init(
      version: Int = Wire.version, device: Device, userID: String? = nil, sentAt: Instant, events: [EventRecord],
      rejected: [RejectedEntry] = [], unknown: UnknownFields = [:]
    ) {
      self.version = version
      self.device = device
      self.userID = userID
      self.sentAt = sentAt
      entries = Entries(read: events, rejected: rejected)
      self.unknown = unknown
    }
  }

  /// The answer to `EventsRequest`: one result per event, in its order.
  public struct EventsResponse: Hashable, Sendable {
    public var results: [EventResult]
    /// The tag of the definitions that this device should hold now. A device that holds others syncs.
    public var definitionsTag: String?
    /// nil: the server believes who logged the events, or does not ask. Of several users the first one.
    public var signatureRefusal: SignatureRefusal?
    public var unknown: UnknownFields

    public init(
      results: [EventResult], definitionsTag: String? = nil, signatureRefusal: SignatureRefusal? = nil, unknown: UnknownFields = [:]
    ) {
      self.results = results
      self.definitionsTag = definitionsTag
      self.signatureRefusal = signatureRefusal
      self.unknown = unknown
    }
  }

  /// What became of one event. A device forgets an event only when the answer is `stored`, `duplicate` or `rejected`.
  public struct EventResult: Hashable, Sendable {
    public var id: String
    public var status: Open<Status>
    /// Only for `rejected` and `retry`: a stable word for programs.
    public var code: String?
    /// Only for `rejected`: for example `properties.total`.
    public var field: String?
    /// For people; says the remedy.
    public var message: String?
    public var unknown: UnknownFields

    public init(
      id: String, status: Open<Status>, code: String? = nil, field: String? = nil, message: String? = nil, unknown: UnknownFields = [:]
    ) {
      self.id = id
      self.status = status
      self.code = code
      self.field = field
      self.message = message
      self.unknown = unknown
    }

    /// What a device does next: forget the event after the first three, send it again after `retry`.
    public enum Status: String, Hashable, Sendable, CaseIterable {
      case stored, duplicate, rejected, retry
    }
  }

  /// What a device says of itself; nothing personal.
  public struct Device: Hashable, Sendable {
    /// The SDK's own random id; independent of any advertising id.
    public var id: String
    public var platform: String?
    public var osVersion: String?
    public var model: String?
    public var locale: String?
    public var timeZone: String?
    public var appVersion: String?
    public var sdkVersion: String?
    public var unknown: UnknownFields

    public init(
      id: String, platform: String? = nil, osVersion: String? = nil, model: String? = nil, locale: String? = nil,
      timeZone: String? = nil, appVersion: String? = nil, sdkVersion: String? = nil, unknown: UnknownFields = [:]
    ) {
      self.id = id
      self.platform = platform
      self.osVersion = osVersion
      self.model = model
      self.locale = locale
      self.timeZone = timeZone
      self.appVersion = appVersion
      self.sdkVersion = sdkVersion
      self.unknown = unknown
    }
  }
}
