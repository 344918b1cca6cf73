// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire

/// Where pushes go.
public protocol PushStore: Sendable {
  /// Remembers what a device says about pushes with a request. Writes nothing that is known. A
  /// token belongs to the device that reported it last: who takes the token of another device loses
  /// it as soon as that one sends a request.
  ///
  /// - Parameters:
  ///   - sentAt: When the device sent the request, by its clock. Requests may arrive in another
  ///     order; a later one that says less changes nothing.
  ///   - personID: Who uses the device (`PersonID`). nil if the request does not say; then only a
  ///     known device changes. For somebody who has never been seen, nothing is stored.
  ///   - trust: How far the request is believed about that. What an earlier request of the same
  ///     person on the device proved stays.
  func reportPush(
    _ device: Wire.Device, sentAt: Instant, personID: String?, trust: DeviceTrust, isLab: Bool, app: AppID,
    at: Instant
  ) async throws(StoreError)
  /// nil for a device whose app does not use pushes.
  func pushDevice(_ deviceID: String, app: AppID) async throws(StoreError) -> PushDevice?
  /// What runs have for a person's device, the newest first, each campaign once. Trials are left
  /// out.
  func runDeliveries(to personID: String, on deviceID: String, app: AppID) async throws(StoreError)
    -> [RunDelivery]
  /// Those of these devices whose app uses pushes, without those of the Device Lab: the ones to
  /// which a run can send.
  func pushDevices(among deviceIDs: Set<String>, app: AppID) async throws(StoreError) -> Set<String>
}

/// The keys with which pushes are sent.
public protocol PushKeyStore: Sendable {
  /// Newest first.
  func pushKeys(app: AppID) async throws(StoreError) -> [PushKey]
  /// Stores a key. It replaces those with the same key id, topic and environment. Throws
  /// `.conflict` beyond `PushKey.maximum`.
  func insert(_ key: PushKey, app: AppID) async throws(StoreError)
  /// Returns whether there was such a key.
  func deletePushKey(_ id: String, app: AppID) async throws(StoreError) -> Bool
  /// Something encrypted, by which a server sees whether the others have the same key for that.
  /// Stores this if there is none, and returns what is stored.
  func encryptedMark(_ mark: [UInt8]) async throws(StoreError) -> [UInt8]
}

/// Runs and their ledger: one row for each device of the audience.
///
/// Every change is one transaction. Whoever is killed at any point leaves nothing half done: what
/// was claimed is taken over when the claim ends.
public protocol PushRunStore: DutyStore {
  /// Throws `.alreadyExists` if there is a run with this id.
  func insert(_ run: PushRun) async throws(StoreError)
  /// With the user or device ids of its audience, which the other functions leave out.
  func pushRun(_ id: String, app: AppID) async throws(StoreError) -> PushRun?
  /// Newest first. `after` is the `next` of the previous page.
  func pushRuns(campaign: CampaignID?, app: AppID, after: String?, limit: Int) async throws(StoreError)
    -> ListPage<PushRun>
  /// What was sent to try it out on a device from this instant on: the newest run of each campaign.
  func trials(on deviceID: String, app: AppID, since: Instant) async throws(StoreError) -> [Wire.Campaign]
  func pushCounts(run id: String, app: AppID) async throws(StoreError) -> PushCounts
  /// All runs of a campaign together, without those for trying it out.
  func pushCounts(campaign: CampaignID, app: AppID) async throws(StoreError) -> PushCounts
  /// The rows of a run by device id; with an outcome, only those that ended so. `after` is the
  /// `next` of the previous page.
  func pushDeliveries(
    run id: String, app: AppID, outcome: PushOutcome?, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<PushDelivery>
  /// The pushes to a person's devices, those of the newest run first. The person is known by any of
  /// their names.
  func pushes(to personID: String, app: AppID, limit: Int) async throws(StoreError) -> [PersonPush]
  /// Runs that have something to do: those that are due, list their audience or send, and cancelled
  /// ones with open rows. Runs by events that send only while a row is due, or at their end, which
  /// is also that of their campaign.
  func pushRunsToDo(at now: Instant) async throws(StoreError) -> [PushRun]
  /// Changes a run if `change` returns true, and returns it as it is then. nil if there is no such
  /// run.
  func changePushRun(
    _ id: String, app: AppID, _ change: @escaping @Sendable (inout PushRun) -> Bool
  ) async throws(StoreError) -> PushRun?
  /// Writes the rows of the next devices of the audience, with the place where the next step
  /// begins. The rows of a run by events are written with the events, in the same transaction, so
  /// that each event has them once.
  ///
  /// - Parameter limit: The most devices of this step.
  func preparePushRun(_ id: String, app: AppID, at now: Instant, limit: Int) async throws(StoreError)
    -> PushRun.State?
  /// Claims rows that are due, oldest first. When all rows have ended, the run is finished; one by
  /// events only after its expiry. Ends the open rows of a cancelled run.
  ///
  /// - Parameters:
  ///   - until: When the claims end.
  ///   - describing: Whether to read what the devices say about themselves.
  func claimPushes(
    run id: String, app: AppID, at now: Instant, until: Instant, limit: Int, describing: Bool
  ) async throws(StoreError) -> PushClaim
  /// Whether what was claimed of a run may still be sent: it sends, and its campaign runs.
  func maySendPushes(run id: String, app: AppID) async throws(StoreError) -> Bool
  /// Records what became of claimed rows. A report of a claim that has ended since changes nothing.
  /// Returns how many were recorded.
  func recordPushes(_ reports: [PushReport], run id: String, app: AppID, at now: Instant)
    async throws(StoreError) -> Int
}
