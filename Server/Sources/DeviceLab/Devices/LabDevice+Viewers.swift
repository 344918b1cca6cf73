// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import SceneHTML

extension LabDevice {
  // MARK: - Viewers

  var isWatched: Bool { !viewers.isEmpty }
  var viewerCount: Int { viewers.count }

  /// Adds a browser that views the device: it gets the present state, then the entries that it
  /// lacks.
  ///
  /// Throws 429 when too many are connected: each costs a connection and memory.
  func addViewer(lastEntry: Int?) throws -> Viewer {
    try checkRoomForViewer()
    lastUse = setup.environment.now()
    lastViewer += 1
    let viewer = Viewer(number: lastViewer)
    viewers[viewer.number] = viewer
    let (entries, isWhole) = feed.entries(after: lastEntry)
    let state: Wire.JSONValue = [
      "device": describe(), "scene": host.present ?? .null, "is_whole": .bool(isWhole),
      "entries": .array(entries.map(\.json)),
    ]
    // The event has the number of the last entry, so that a browser that reconnects asks only for
    // later entries.
    _ = viewer.send(
      ServerSentEvent.retry + ServerSentEvent(.state, id: feed.entries.last?.number, state).bytes)
    host.hasViewer = true
    beginIfNew()
    return viewer
  }

  func replace(draft: LabDraft, state: LabState) {
    self.draft = draft
    drafts += 1
    self.state = state
    turned = nil
    network.isOnline = !state.device.isOffline
    updateInterface()
  }

  func beginWhenWatched(_ opening: DeviceOrder.Opening) {
    self.opening = opening
    lastUse = setup.environment.now()
    if isWatched { beginIfNew() }
    sendState()
  }

  /// Carries out what the link asks of the app, now that there is a screen.
  func beginIfNew() {
    guard let opening else { return }
    self.opening = nil
    switch opening {
    case .app: open()
    case .message(.draft): if let draft { begin(draft) }
    case .message(let message):
      do { try show(message) } catch {
        log(.note((error as? Wire.Problem)?.title ?? "The message cannot be shown.", tone: .warn))
      }
    }
    sendState()
  }

  func checkRoomForViewer() throws {
    guard viewers.count < Self.maximumViewers else {
      throw Wire.Problem(
        status: 429, code: "too_many_viewers",
        title: "This device is already open in \(Self.maximumViewers) windows.",
        remedy: "Close one of them.")
    }
  }

  func removeViewer(_ viewer: Viewer) {
    viewers[viewer.number] = nil
    viewer.close()
    lastUse = setup.environment.now()
    host.hasViewer = !viewers.isEmpty
  }

  func sendState() { broadcast(ServerSentEvent(.device, describe())) }

  func broadcast(_ event: ServerSentEvent) {
    guard !viewers.isEmpty else { return }
    send(event.bytes)
  }

  func sendHeartbeat() { send(ServerSentEvent.heartbeat) }

  func send(_ bytes: [UInt8]) {
    for viewer in viewers.values where !viewer.send(bytes) { viewers[viewer.number] = nil }
    if viewers.isEmpty, host.hasViewer { host.hasViewer = false }
  }
}
