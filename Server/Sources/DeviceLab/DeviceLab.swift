// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HTTPSupport
public import MartletCore
public import MartletKit
public import MartletWire
public import SceneHTML

/// The phones on the table: devices that everybody who is signed in sees and uses, each with the real SDK in it.
///
/// At most eight at a time. One that nobody looked at or touched for 30 minutes is taken away, with its files.
@MainActor
public final class DeviceLab {
  public nonisolated static let maximumDevices = 8
  /// So many campaigns the page offers, those first that run.
  static let listedCampaigns = 2_000
  static let idleLimit = Duration.seconds(30 * 60)
  static let heartbeatInterval = Duration.seconds(15)

  public struct Configuration: Sendable {
    /// Where devices find the server, and with which SDK key, by which the server knows them for devices of the lab. Asked for each device,
    /// when it is made.
    public var connection: @Sendable () async throws -> Connection
    /// Devices keep their files here, each in a folder of its own. What earlier runs left is removed.
    public var directory: URL
    public var environment: Environment
    /// Sends the devices' requests.
    public var transport: any Transport
    /// All campaigns: their names for the timeline, and the triggers of those that run for suggestions.
    public var campaigns: @Sendable () async -> [LabCampaign]
    /// Where browsers find the pages of messages.
    public var pages: PageShelf
    /// Drafts on their way here from the editor.
    public var drafts: DraftShelf
    /// A draft's message as it is for the person who asks: what the server would answer for a campaign.
    public var render: @Sendable (Wire.Message, Wire.RenderRequest) async -> Wire.RenderResponse

    public init(
      directory: URL, environment: Environment, transport: any Transport, connection: @escaping @Sendable () async throws -> Connection,
      campaigns: @escaping @Sendable () async -> [LabCampaign], pages: PageShelf = PageShelf { Secret.make().text },
      drafts: DraftShelf? = nil,
      render: @escaping @Sendable (Wire.Message, Wire.RenderRequest) async -> Wire.RenderResponse = { message, _ in
        Wire.RenderResponse(message: message)
      }
    ) {
      self.drafts = drafts ?? DraftShelf(environment: environment)
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
  /// On which device a browser's session tries its drafts.
  private var devicesOfDrafts: [String: String] = [:]
  private var isStopped = false
  /// The latest clean-up; each waits for the one before.
  private var cleanUp: Task<Void, Never>?

  public nonisolated init(configuration: Configuration) {
    self.configuration = configuration
    names = CampaignNames(read: configuration.campaigns)
  }

  // MARK: - Life

  /// Keeps house until the task is cancelled, then ends all devices. Without it nothing is reaped and streams have no heartbeat.
  ///
  /// Streams end with it: let it end before the server waits for its connections.
  public func run() async {
    sweep()
    while !Task.isCancelled {
      do { try await configuration.environment.sleep(Self.heartbeatInterval) } catch { break }
      tick()
    }
    stop()
    await swept()
  }

  /// Ends all devices and their streams. Legal at any moment; nothing can be made afterwards.
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
    // A client that was ending may have written once more after its folder had gone.
    if !isAnyGone { sweep() }
  }

  /// Removes the folders of devices that are not there (any more), away from the main actor: files may be many.
  ///
  /// A device is listed before it makes its folder, and no id comes twice: a folder that was found and that no device listed afterwards owns is
  /// nobody's.
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

  /// Returns when nothing is being cleaned up.
  func swept() async { await cleanUp?.value }

  private nonisolated static func folders(in directory: URL) async -> [URL] {
    (try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
  }

  private nonisolated static func remove(_ folders: [URL]) async {
    for folder in folders { try? FileManager.default.removeItem(at: folder) }
  }

  // MARK: - Devices

  /// A new device; for a draft the one on which this session has tried one before, as long as it is there.
  func make(_ order: DeviceOrder, session: String) async throws -> LabDevice {
    guard case .message(.draft(let word)) = order.opening else { return try await make(order) }
    guard let draft = configuration.drafts.draft(word, session: session) else { throw LabDevice.draftGone }
    if let device = devices.first(where: { $0.id == devicesOfDrafts[session] }) {
      device.take(draft, order)
      return device
    }
    var empty = order
    empty.opening = nil
    let device = try await make(empty)
    devicesOfDrafts[session] = device.id
    device.take(draft, order)
    return device
  }

  func make(_ order: DeviceOrder) async throws -> LabDevice {
    try checkRoom()
    let connection = try await configuration.connection()
    await names.refresh()
    // Others may have been faster meanwhile.
    try checkRoom()
    // Before anything is made for it.
    if case .message(.campaign(let id)) = order.opening { _ = try names.message(of: id) }
    let label = (1...).lazy.map { "Device \($0)" }.first { label in !self.devices.contains { $0.label == label } } ?? "Device"
    let id = configuration.environment.makeID()
    let device = LabDevice(
      id: id, label: label, order: order,
      setup: LabDevice.Setup(
        endpoint: connection.endpoint, apiKey: connection.deviceKey, directory: directory(of: id), environment: configuration.environment,
        transport: configuration.transport, pages: configuration.pages, render: configuration.render), names: names)
    devices.append(device)
    return device
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

  /// Everything that a page needs to begin.
  func state() async -> Wire.JSONValue {
    await names.refresh()
    return [
      "devices": .array(devices.map(\.json)), "limit": .int(Int64(Self.maximumDevices)),
      "suggestions": .array(names.suggestions.prefix(Self.listedCampaigns).map(\.json)),
      "campaigns": .array(
        names.showable.prefix(Self.listedCampaigns).map {
          ["id": .string($0.id), "name": .string($0.name), "is_running": .bool($0.isRunning)]
        }),
    ]
  }

  private func checkRoom() throws {
    guard !isStopped else {
      throw Wire.Problem(status: 503, code: "shutting_down", title: "The server is stopping.", remedy: "Try again in a few seconds.")
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
