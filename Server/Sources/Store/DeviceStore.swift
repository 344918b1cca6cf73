// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore

/// What requests of devices need to know, and the secrets by which devices are recognized.
public protocol DeviceStore: Sendable {
  /// All that a request of a device needs to know, as it was at one moment: in one question,
  /// because almost every request asks it. Of an id that nobody uses, nothing is known.
  func standing(_ question: DeviceQuestion) async throws(StoreError) -> DeviceStanding
  /// Stores the hash of a secret that is about to be given to the device. The oldest unused secrets
  /// are removed to make room (`DeviceCredentials.maximumUnused`). Does nothing for a revoked
  /// device.
  func issueDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant)
    async throws(StoreError)
  /// Records that the device has used a secret for the first time: from now on it is the only one.
  /// False when the device has no such unused secret.
  func useDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant)
    async throws(StoreError) -> Bool
  /// Forgets the device's secrets and its push token, and accepts nothing more under its id. A
  /// second call changes nothing.
  func revokeDevice(_ deviceID: String, app: AppID, at: Instant) async throws(StoreError)
}

/// What a request of a device needs to know.
public struct DeviceQuestion: Sendable {
  public var deviceID: String
  /// nil if nobody is signed in.
  public var userID: String?
  public var app: AppID
  /// What is to be known about the person.
  public var needs: AudienceNeeds
  /// Whether to read the person's standing in experiments.
  public var wantsExperiments: Bool
  /// The campaigns that the device may get.
  public var campaigns: [CampaignID]
  /// Whether it is a test device (`DeviceRole`), for which offers are counted separately.
  public var isTest: Bool
  public var at: Instant

  public init(
    deviceID: String, userID: String?, app: AppID, needs: AudienceNeeds = AudienceNeeds([]),
    wantsExperiments: Bool = false, campaigns: [CampaignID] = [], isTest: Bool = false, at: Instant
  ) {
    (self.deviceID, self.userID, self.app, self.at) = (deviceID, userID, app, at)
    (self.needs, self.wantsExperiments) = (needs, wantsExperiments)
    (self.campaigns, self.isTest) = (campaigns, isTest)
  }
}

/// What is stored about a device and about who uses it.
public struct DeviceStanding: Sendable {
  public var credentials = DeviceCredentials()
  /// Who uses the device, as `PersonID`: its anonymous person as long as nothing is known of the
  /// user and nobody has signed in there, because the event with which the user signs in makes that
  /// person the user. Else the user.
  public var personID: String
  public var facts = PersonFacts()
  /// nil for somebody who was never seen (`ExperimentStore.experimentStanding`), and if the
  /// question does not ask for it.
  public var experiments: ExperimentStanding?
  /// Those of the question's campaigns that were not offered to the person before: that somebody
  /// has to remember (`EventStore.markOffered`).
  public var notOffered: [CampaignID]
  public var push = StoredPushDevice()

  public init(personID: String, notOffered: [CampaignID] = []) {
    (self.personID, self.notOffered) = (personID, notOffered)
  }
}

extension DeviceStore {
  public func deviceCredentials(_ deviceID: String, app: AppID) async throws(StoreError) -> DeviceCredentials
  {
    try await standing(
      DeviceQuestion(deviceID: deviceID, userID: nil, app: app, at: Instant(milliseconds: 0))
    )
    .credentials
  }
}
