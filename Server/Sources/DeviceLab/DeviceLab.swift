// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
public import Foundation
public import HTTPSupport
public import MartletCore
public import MartletKit
public import MartletWire
public import SceneHTML

/// The devices of the lab, each with the real SDK in it. All signed-in users see and use the same
/// devices.
///
/// At most eight at a time. A device that nobody has viewed or used for 30 minutes is removed with
/// its files.
@MainActor
public final class DeviceLab {
  public nonisolated static let maximumDevices = 8
  /// The most campaigns that the page offers, running ones first.
  static let listedCampaigns = 2_000
  static let idleLimit = Duration.seconds(30 * 60)
  static let heartbeatInterval = Duration.seconds(15)

  public struct Configuration: Sendable {
    /// Returns the server's address and the SDK key by which the server recognises devices of the
    /// lab. Called for each device when it is made.
    public var connection: @Sendable () async throws -> Connection
    /// The folder for the devices' files, with a subfolder for each device. Files left by earlier
    /// runs are removed.
    public var directory: URL
    public var environment: Environment
    /// Sends the devices' requests.
    public var transport: any Transport
    /// Returns all campaigns: their names for the timeline, and the triggers of the running ones
    /// for suggestions.
    public var campaigns: @Sendable () async -> [LabCampaign]
    /// Where browsers find the pages of HTML messages.
    public var pages: ServedPages
    /// Drafts on their way from the editor to the lab.
    public var drafts: HandedDrafts?
    /// The APNs of the devices.
    public var pushes: LabPushService
    /// Renders a draft for the person who asks, as the server does for a campaign.
    public var render: @Sendable (Wire.Campaign, Wire.RenderRequest) async -> Wire.RenderResponse

    public init(
      directory: URL, environment: Environment, transport: any Transport,
      connection: @escaping @Sendable () async throws -> Connection,
      campaigns: @escaping @Sendable () async -> [LabCampaign],
      pages: ServedPages = ServedPages { Secret.make().text },
      drafts: HandedDrafts? = nil, pushes: LabPushService? = nil,
      render: @escaping @Sendable (Wire.Campaign, Wire.RenderRequest) async -> Wire.RenderResponse = {
        campaign, _ in
        Wire.RenderResponse(unrendered: campaign)
      }
    ) {
      self.drafts = drafts
      self.pushes = pushes ?? LabPushService(environment: environment)
      self.render = render
      self.connection = connection
      self.pages = pages
      self.directory = directory
      self.environment = environment
      self.transport = transport
      self.campaigns = campaigns
    }
  }

  public struct Connection: Hashable, Sendable {
    /// `http://127.0.0.1:8080`
    public var endpoint: String
    public var deviceKey: String

    public init(endpoint: String, deviceKey: String) {
      self.endpoint = endpoint
      self.deviceKey = deviceKey
    }
  }

  private let configuration: Configuration
  private let names: CampaignNames
  private var devices: [LabDevice] = []
  /// The device on which each browser session tries its drafts, by session.
  private var devicesOfDrafts: [String: String] = [:]
  private var isStopped = false
  /// The latest clean-up; each one waits for the previous one.
  private var cleanUp: Task<Void, Never>?

  public nonisolated init(configuration: Configuration) {
    self.configuration = configuration
    names = CampaignNames(read: configuration.campaigns)
  }

  // MARK: - Life

  /// Removes idle devices and sends heartbeats until the task is cancelled, then ends all devices.
  /// Without it, devices stay and streams have no heartbeat.
  ///
  /// All streams end with it, so let it end before the server waits for its connections.
  public func run() async {
    sweep()
    let receiving = Task { [arrivals = configuration.pushes.arrivals] in
      for await arrival in arrivals { await receive(arrival) }
    }
    while !Task.isCancelled {
      do { try await configuration.environment.sleep(Self.heartbeatInterval) } catch { break }
      tick()
    }
    stop()
    configuration.pushes.stop()
    await receiving.value
    await swept()
  }

  /// Ends all devices and their streams. May be called at any time; no device can be made
  /// afterwards.
  public func stop() {
    isStopped = true
    for device in devices { remove(device) }
  }

  func tick() {
    let now = configuration.environment.now()
    var isAnyGone = false
    for device in devices {
      device.sendHeartbeat()
      if !device.isWatched, now.duration(since: device.lastUse) >= Self.idleLimit {
        remove(device)
        isAnyGone = true
      }
    }
    // A client that was ending may have written to its folder again after the folder was removed.
    if !isAnyGone { sweep() }
  }

  /// Removes the folders of devices that do not exist or no longer exist. Runs off the main actor
  /// because there may be many files.
  ///
  /// A device is listed before it makes its folder, and ids are never reused. So a folder that was
  /// found, and that no listed device owns afterwards, belongs to nobody.
  private func sweep() {
    let before = cleanUp
    let directory = configuration.directory
    cleanUp = Task { [weak self] in
      await before?.value
      let found = await Self.folders(in: directory)
      guard let self, !found.isEmpty else { return }
      let kept = Set(self.devices.map(\.id))
      await Self.remove(found.filter { !kept.contains($0.lastPathComponent) })
    }
  }

  /// Returns once no clean-up is running.
  func swept() async { await cleanUp?.value }

  private nonisolated static func folders(in directory: URL) async -> [URL] {
    (try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
  }

  private nonisolated static func remove(_ folders: [URL]) async {
    for folder in folders { try? FileManager.default.removeItem(at: folder) }
  }

  // MARK: - Devices

  /// Makes a device. A draft reuses the device on which this session tried a draft before, if that
  /// device still exists.
  func make(_ order: DeviceOrder, session: String) async throws -> LabDevice {
    guard case .message(.draft(let word)) = order.opening else { return try await make(order) }
    guard let draft = try await configuration.drafts?.draft(word, session: session) else {
      throw LabDevice.draftGone
    }
    if let arm = order.state.arm { _ = try draft.suggested.arm(arm) }
    if let device = devices.first(where: { $0.id == devicesOfDrafts[session] }) {
      device.open(draft, order)
      return device
    }
    var empty = order
    (empty.opening, empty.state.arm) = (nil, nil)
    let device = try await make(empty)
    devicesOfDrafts[session] = device.id
    device.open(draft, order)
    return device
  }

  func make(_ order: DeviceOrder) async throws -> LabDevice {
    try checkRoom()
    let connection = try await configuration.connection()
    await names.refresh()
    // Other requests may have taken the room in the meantime.
    try checkRoom()
    // Throws before anything is made for the device if the campaign or its arm does not exist.
    if case .message(.campaign(let id)) = order.opening { _ = try names.message(of: id) }
    if let arm = order.state.arm { _ = try names.arm(arm) }
    let label =
      (1...).lazy.map { "Device \($0)" }.first { label in !self.devices.contains { $0.label == label } }
      ?? "Device"
    let id = configuration.environment.makeID()
    let device = LabDevice(
      id: id, label: label, order: order,
      setup: LabDevice.Setup(
        server: connection.endpoint, apiKey: connection.deviceKey, directory: directory(of: id),
        environment: configuration.environment,
        transport: configuration.transport, pages: configuration.pages, pushes: configuration.pushes,
        render: configuration.render), names: names)
    devices.append(device)
    return device
  }

  private func receive(_ arrival: LabPushService.Arrival) async {
    await devices.first { $0.hasToken(arrival.push.deviceToken) }?.receive(arrival)
  }

  func device(_ id: String) throws -> LabDevice {
    guard let device = devices.first(where: { $0.id == id }) else {
      throw Wire.Problem(
        status: 404, code: "device_gone", title: "This device no longer exists.",
        remedy: "Devices are removed when nobody views them for 30 minutes. Add a new one.")
    }
    return device
  }

  func remove(_ device: LabDevice) {
    device.close()
    devices.removeAll { $0 === device }
    devicesOfDrafts = devicesOfDrafts.filter { $0.value != device.id }
    sweep()
  }

  /// Everything that the page needs when it loads.
  func state() async -> Wire.JSONValue {
    await names.refresh()
    return [
      "devices": .array(devices.map { $0.describe() }), "limit": .int(Int64(Self.maximumDevices)),
      "suggestions": .array(names.suggestions.prefix(Self.listedCampaigns).map(\.json)),
      "experiments": .array(names.experiments.prefix(Self.listedCampaigns).map(\.armsJSON)),
      "campaigns": .array(
        names.showable.prefix(Self.listedCampaigns).map {
          ["id": .string($0.id), "name": .string($0.name), "is_running": .bool($0.isRunning)]
        }),
    ]
  }

  private func checkRoom() throws {
    guard !isStopped else {
      throw Wire.Problem(
        status: 503, code: "shutting_down", title: "The server is stopping.",
        remedy: "Try again in a few seconds.")
    }
    guard devices.count < Self.maximumDevices else {
      throw Wire.Problem(
        status: 409, code: "too_many_devices", title: "There are already \(Self.maximumDevices) devices.",
        remedy: "Remove one that you no longer need.")
    }
  }

  private func directory(of id: String) -> URL {
    configuration.directory.appendingPathComponent(id, isDirectory: true)
  }
}
