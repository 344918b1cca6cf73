// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// `POST /sdk/v1/sync`
  public struct SyncRequest: Equatable, Sendable {
    public var version = Wire.version
    public var device: Device
    public var userID: String?
    public var sessionID: String?
    /// The tag of the device's definitions. Unchanged definitions are not sent again.
    public var definitionsTag: String?
    /// The device's wall clock when it was sent.
    public var sentAt: Instant
    /// The waiting events, oldest first. Can be empty.
    public var events: [EventRecord] { entries.read }
    /// Not on the wire: entries that cannot be decoded, with the path of the field. `events` has
    /// the others.
    public var rejected: [RejectedEntry] { entries.rejected }
    var entries: Entries<EventRecord>
    public var unknown: UnknownFields = [:]

    public init(
      device: Device, userID: String?, sessionID: String?, definitionsTag: String?, sentAt: Instant,
      events: [EventRecord] = []
    ) {
      self.device = device
      self.userID = userID
      self.sessionID = sessionID
      self.definitionsTag = definitionsTag
      self.sentAt = sentAt
      entries = Entries(read: events)
    }
  }

  /// The response to `SyncRequest`.
  public struct SyncResponse: Equatable, Sendable {
    public var version = Wire.version
    /// The new definitions, or nil if the device's definitions are current.
    public var definitions: Definitions?
    /// The results of the request's events, in the same order.
    public var results: [EventResult]
    /// What runs of campaigns without triggers have for this device: the same as their pushes,
    /// which may never come.
    public var deliveries: [Delivery]
    /// The settings for this device. nil: unchanged, initially the defaults.
    public var settings: DeviceSettings?
    /// A new secret for this device (`DeviceCredential`). nil: it keeps the one it has.
    public var deviceCredential: String?
    /// The first user without a valid signature. nil: all are valid, or signatures are not
    /// required.
    public var signatureRefusal: SignatureRefusal?
    public var unknown: UnknownFields = [:]

    public init(
      definitions: Definitions?, results: [EventResult] = [], deliveries: [Delivery] = [],
      settings: DeviceSettings? = nil,
      deviceCredential: String? = nil, signatureRefusal: SignatureRefusal? = nil
    ) {
      self.definitions = definitions
      self.results = results
      self.deliveries = deliveries
      self.settings = settings
      self.deviceCredential = deviceCredential
      self.signatureRefusal = signatureRefusal
    }
  }

  /// A campaign's banner, content or data for one device.
  public struct Delivery: Equatable, Sendable {
    public var campaignID: String
    /// The same as in the push that brings it. The device gets it once, in one way or the other.
    public var deliveryID: String
    public var unknown: UnknownFields = [:]

    public init(campaignID: String, deliveryID: String) {
      self.campaignID = campaignID
      self.deliveryID = deliveryID
    }
  }

  /// Settings from the server for a device.
  public struct DeviceSettings: Equatable, Sendable {
    /// The share of decisions that the device reports, from 0 to 1 (nil: all), chosen by their ids.
    /// Outcomes are always reported.
    public var decisionSample: Double?
    public var unknown: UnknownFields = [:]

    public init(decisionSample: Double? = nil) { self.decisionSample = decisionSample }
  }

  /// All campaigns of a user. They replace the device's definitions.
  public struct Definitions: Equatable, Sendable {
    public var tag: String
    /// Decoded one by one: an entry that cannot be read is listed in `rejected` and does not affect
    /// the others.
    public var campaigns: [Campaign] {
      get { campaignEntries.read }
      set { campaignEntries.read = newValue }
    }
    /// Not on the wire: entries that cannot be decoded, with the path of the field.
    public var rejected: [RejectedEntry] {
      get { campaignEntries.rejected }
      set { campaignEntries.rejected = newValue }
    }
    /// Caps for all campaigns, or for those with a tag.
    public var caps: [Cap] { capEntries.read }
    /// Caps that cannot be decoded. They are kept and written back: a cap protects people, and must
    /// not disappear after a relaunch.
    public var unreadCaps: [UnreadCap] { capEntries.unread }
    /// For each audience that a trigger of a running campaign names: whether the user is in it.
    public var audiences: [String: Bool]
    var campaignEntries: Entries<Campaign>
    var capEntries: CapEntries
    public var unknown: UnknownFields = [:]

    public init(tag: String, campaigns: [Campaign], caps: [Cap] = [], audiences: [String: Bool] = [:]) {
      self.tag = tag
      self.audiences = audiences
      campaignEntries = Entries(read: campaigns)
      capEntries = CapEntries(read: caps)
    }
  }

  /// A cap for several campaigns that this version cannot read.
  public struct UnreadCap: Equatable, Sendable {
    /// Its position among the caps, or nil if they are not a list.
    public var index: Int?
    /// The path, such as `caps[1].limit`.
    public var field: String
    public var message: String
    /// The JSON as it was received.
    public var json: JSONValue
  }

  /// An entry of a list that cannot be decoded.
  public struct RejectedEntry: Equatable, Sendable {
    /// The position in the list as it was received, including entries that cannot be decoded.
    public var index: Int
    /// The id of the entry, if it can be read.
    public var id: String?
    /// The path, such as `message.buttons[1].text`.
    public var field: String
    public var message: String
    /// A `DecodingProblem.Code`.
    public var code: String

    public init(
      index: Int, id: String?, field: String, message: String,
      code: String = DecodingProblem.Code.invalid.rawValue
    ) {
      self.index = index
      self.id = id
      self.field = field
      self.message = message
      self.code = code
    }

    /// Creates an entry from its JSON and the problem.
    public init(index: Int, entry: JSONValue, problem: DecodingProblem) {
      self.init(
        index: index, id: entry["id"]?.string, field: problem.field, message: problem.message,
        code: problem.code.rawValue)
    }
  }

  /// `POST /sdk/v1/events`: up to 500 events and 1 MB.
  public struct EventsRequest: Equatable, Sendable {
    public var version = Wire.version
    public var device: Device
    /// The user of the device's definitions, only for `definitionsTag` in the response. Events have
    /// their own users.
    public var userID: String?
    public var sentAt: Instant
    public var events: [EventRecord] { entries.read }
    /// Not on the wire: entries that cannot be decoded, with the path of the field. `events` has
    /// the others.
    public var rejected: [RejectedEntry] { entries.rejected }
    var entries: Entries<EventRecord>
    public var unknown: UnknownFields = [:]

    public init(device: Device, userID: String? = nil, sentAt: Instant, events: [EventRecord]) {
      self.device = device
      self.userID = userID
      self.sentAt = sentAt
      entries = Entries(read: events)
    }
  }

  /// The response to `EventsRequest`: one result per event, in the same order.
  public struct EventsResponse: Equatable, Sendable {
    public var results: [EventResult]
    /// The tag of the current definitions for this device. A device with another tag syncs.
    public var definitionsTag: String?
    /// The first user without a valid signature. nil: all are valid, or signatures are not
    /// required.
    public var signatureRefusal: SignatureRefusal?
    public var unknown: UnknownFields = [:]

    public init(
      results: [EventResult], definitionsTag: String? = nil, signatureRefusal: SignatureRefusal? = nil
    ) {
      self.results = results
      self.definitionsTag = definitionsTag
      self.signatureRefusal = signatureRefusal
    }
  }

  /// The result of an event. A device forgets an event only if its status is `stored`, `duplicate`
  /// or `rejected`.
  public struct EventResult: Equatable, Sendable {
    public var id: String
    public var status: Open<Status>
    /// Only with `rejected` and `retry`: a stable code.
    public var code: String?
    /// Only with `rejected`: the path, such as `properties.total`.
    public var field: String?
    /// A message for people, with the remedy.
    public var message: String?
    public var unknown: UnknownFields = [:]

    public init(
      id: String, status: Open<Status>, code: String? = nil, field: String? = nil, message: String? = nil
    ) {
      self.id = id
      self.status = status
      self.code = code
      self.field = field
      self.message = message
    }

    /// What the device does next: it forgets the event after `stored`, `duplicate` and `rejected`,
    /// and sends it again after `retry`.
    public enum Status: String, Hashable, Sendable, CaseIterable {
      case stored, duplicate, rejected, retry
    }
  }

  /// The description of a device, without personal data.
  public struct Device: Equatable, Sendable {
    /// The SDK's own random id, not related to any advertising id.
    public var id: String
    public var platform: String?
    public var osVersion: String?
    public var model: String?
    public var locale: String?
    public var timeZone: String?
    public var appVersion: String?
    public var sdkVersion: String?
    /// The token to which pushes are sent, as lower-case hexadecimal digits.
    public var pushToken: String?
    public var pushEnvironment: Open<PushEnvironment>?
    public var pushAuthorization: Open<PushAuthorization>?
    /// True if the person wants no notifications on this device.
    public var isPushOptedOut = false
    public var unknown: UnknownFields = [:]

    public init(
      id: String, platform: String? = nil, osVersion: String? = nil, model: String? = nil,
      locale: String? = nil,
      timeZone: String? = nil, appVersion: String? = nil, sdkVersion: String? = nil
    ) {
      self.id = id
      self.platform = platform
      self.osVersion = osVersion
      self.model = model
      self.locale = locale
      self.timeZone = timeZone
      self.appVersion = appVersion
      self.sdkVersion = sdkVersion
    }
  }
}
