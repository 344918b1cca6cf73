// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
public import Store

extension CampaignStore {
  /// Stores a campaign of nobody, where it does not matter whose it is.
  public func insert(_ campaign: Campaign) async throws(StoreError) {
    try await insert(campaign, by: .system)
  }

  /// Stores an edit of nobody.
  public func update(_ campaign: Campaign, expectedRevision: Int) async throws(StoreError) {
    try await update(campaign, expectedRevision: expectedRevision, as: .edited, by: .system)
  }
}

/// Values for tests; what matters in a test is given, the rest is plausible.
public enum Sample {
  /// 2025-06-15T13:20:00Z
  public static let now = Instant(milliseconds: 1_750_000_000_000 - 1_750_000_000_000 % 3_600_000 + 1_200_000)

  public static func app(_ id: AppID = "shop") -> App {
    App(id: id, name: "The \(id.rawValue)", createdAt: now)
  }

  public static func campaign(_ id: CampaignID, app: AppID = "shop", createdAt: Instant = now) -> Campaign {
    let message = Wire.Message(
      kind: .known(.modal), header: "Hello", message: "Free shipping this week.",
      buttons: [
        Wire.Button(
          id: 0, text: "Shop now",
          clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/shop"))
      ],
      extras: ["theme": .string("spring")])
    return Campaign(
      id: id, appID: app, name: "Campaign \(id)",
      content: CampaignContent(
        triggers: [Wire.Trigger(kind: .known(.customEvent), name: "cart_viewed")], message: message,
        priority: Wire.Priority(bucket: .known(.high), order: 3), startsAt: now,
        endsAt: now + .seconds(86_400)),
      createdAt: createdAt, updatedAt: createdAt)
  }

  public static func batch(
    _ events: [Wire.EventRecord], app: AppID = "shop", device: String = "device-1",
    receivedAt: Instant = now + .seconds(60),
    role: DeviceRole = .own
  ) -> IngestBatch {
    IngestBatch(
      appID: app, device: Wire.Device(id: device, platform: "ios", osVersion: "18.0", appVersion: "1.0"),
      receivedAt: receivedAt,
      events: events, role: role)
  }

  /// A device that says where its pushes go.
  public static func device(
    _ id: String, token: String?, environment: Wire.PushEnvironment = .production,
    authorization: Wire.PushAuthorization = .authorized
  ) -> Wire.Device {
    var device = Wire.Device(id: id, platform: "ios", osVersion: "18.0", appVersion: "1.0")
    device.pushToken = token
    device.pushEnvironment = token == nil ? nil : .known(environment)
    device.pushAuthorization = .known(authorization)
    return device
  }

  public static func event(
    _ id: String, at: Instant = now, user: String? = "ana", session: String? = "session-1",
    _ body: Wire.EventRecord.Body
  ) -> Wire.EventRecord {
    Wire.EventRecord(id: id, at: at, sessionID: session, userID: user, body: body)
  }

  public static func presentation(_ campaign: CampaignID, id: String = "presentation-1")
    -> Wire.EventRecord.Presentation
  {
    Wire.EventRecord.Presentation(id: id, campaignID: campaign.rawValue, campaignVersion: 1)
  }

  public static func decision(_ id: String, candidates: [CampaignID]) -> Wire.DecisionRecord {
    Wire.DecisionRecord(
      decisionID: id, eventID: "event-of-\(id)", eventKind: "custom", eventName: "cart_viewed",
      candidates: candidates.map {
        Wire.DecisionRecord.Candidate(
          campaignID: $0.rawValue, campaignVersion: 1, verdict: "interval",
          detail: ["remaining_ms": .int(1_200)])
      })
  }
}

extension EventStore {
  /// For somebody who may make any number of people.
  public func markOffered(
    app: AppID, personID: String, eligible: [CampaignID], delivered: [CampaignID], at: Instant,
    isTest: Bool = false
  ) async throws(StoreError) {
    try await markOffered(
      app: app, personID: personID, eligible: eligible, delivered: delivered, at: at, sender: .program,
      isTest: isTest)
  }
}

extension DeviceStore {
  /// Who uses a device.
  public func personID(of userID: String?, on deviceID: String, app: AppID) async throws(StoreError) -> String
  {
    try await standing(DeviceQuestion(deviceID: deviceID, userID: userID, app: app, at: Sample.now)).personID
  }
}
