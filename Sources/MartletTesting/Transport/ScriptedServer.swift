// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit
public import MartletWire

/// A small device server in memory. It delivers campaigns, counts each event id once, and fails
/// when a test tells it to.
///
///     let server = ScriptedServer(campaigns: [campaign])
///     configuration.transport = server
///     …
///     #expect(server.storedEvents.map(\.id) == […])
public final class ScriptedServer: Transport {
  private struct State {
    var key: String?
    var campaigns: [Wire.Campaign] { didSet { revision += 1 } }
    var caps: [Wire.Cap] = [] { didSet { revision += 1 } }
    var audiences: [String: Bool] = [:] { didSet { revision += 1 } }
    var deliveries: [Wire.Delivery] = []
    var revision = 1
    var stored: [Wire.EventRecord] = []
    var ids: Set<String> = []
    var duplicates = 0
    var refusals: [String: String] = [:]
    var assets: [String: TransportResponse] = [:]
    var renderings: [String: Wire.RenderResponse] = [:]
    var script: [TransportResponse] = []
    var requests: [TransportRequest] = []
  }

  private let state: Locked<State>

  /// Creates a server that accepts only this SDK key, or any if it is nil.
  public init(campaigns: [Wire.Campaign] = [], key: String? = nil) {
    state = Locked(State(key: key, campaigns: campaigns))
  }

  /// The campaigns in the response to the next sync.
  public var campaigns: [Wire.Campaign] {
    get { state.withLock { $0.campaigns } }
    set { state.withLock { $0.campaigns = newValue } }
  }

  /// The caps for several campaigns in the response to the next sync.
  public var caps: [Wire.Cap] {
    get { state.withLock { $0.caps } }
    set { state.withLock { $0.caps = newValue } }
  }

  /// For audiences that triggers name: whether the person is in them, in the response to the next
  /// sync.
  public var audiences: [String: Bool] {
    get { state.withLock { $0.audiences } }
    set { state.withLock { $0.audiences = newValue } }
  }

  /// What runs have for the device, in the response to each sync. Those of other campaigns than the
  /// present ones are left out.
  public var deliveries: [Wire.Delivery] {
    get { state.withLock { $0.deliveries } }
    set { state.withLock { $0.deliveries = newValue } }
  }

  /// The stored events, each once, in the order of arrival.
  public var storedEvents: [Wire.EventRecord] { state.withLock { $0.stored } }
  /// The number of events that had already been stored.
  public var duplicateCount: Int { state.withLock { $0.duplicates } }
  /// All requests, in order, including those answered with `answerNext(_:)`.
  public var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// Answers the next request with this response. Several responses are used in order.
  public func answerNext(_ response: TransportResponse) {
    state.withLock { $0.script.append(response) }
  }

  /// The responses to requests for assets, by full URL. Other assets are not found.
  public var assets: [String: TransportResponse] {
    get { state.withLock { $0.assets } }
    set { state.withLock { $0.assets = newValue } }
  }

  /// The responses to render requests, by campaign: messages, or why they are withdrawn. Other
  /// campaigns are not found.
  public var renderings: [String: Wire.RenderResponse] {
    get { state.withLock { $0.renderings } }
    set { state.withLock { $0.renderings = newValue } }
  }

  /// Permanently rejects custom events with this name.
  public func refuse(customEvent name: String, message: String = "This event is not welcome.") {
    state.withLock { $0.refusals[name] = message }
  }

  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    return state.withLock { state in
      state.requests.append(request)
      // Assets are not part of the protocol and can have any URL, so scripted responses are not
      // used for them.
      if request.method == "GET" {
        return state.assets[request.url.absoluteString] ?? TransportResponse(status: 404)
      }
      guard state.script.isEmpty else { return state.script.removeFirst() }
      if let key = state.key, request.headers["X-Martlet-Key"] != key {
        return TransportResponse(
          Wire.Problem(
            status: 401, code: "key_unknown", title: "The key is unknown or revoked.",
            remedy: "Check that you copied the whole key."),
          status: 401)
      }
      do throws(Wire.DecodingProblem) {
        if request.url.path.hasSuffix("/sdk/v1/sync") {
          let sync = try Wire.decode(Wire.SyncRequest.self, from: request.plainBody)
          let tag = "r\(state.revision)"
          let definitions =
            sync.definitionsTag == tag
            ? nil
            : Wire.Definitions(
              tag: tag, campaigns: state.campaigns, caps: state.caps, audiences: state.audiences)
          let present = Set(state.campaigns.map(\.id))
          return TransportResponse(
            Wire.SyncResponse(
              definitions: definitions, results: Self.store(sync.events, in: &state),
              deliveries: state.deliveries.filter { present.contains($0.campaignID) }))
        }
        if request.url.path.hasSuffix("/sdk/v1/events") {
          let events = try Wire.decode(Wire.EventsRequest.self, from: request.plainBody).events
          return TransportResponse(
            Wire.EventsResponse(results: Self.store(events, in: &state), definitionsTag: "r\(state.revision)")
          )
        }
        if request.url.path.hasSuffix("/sdk/v1/render") {
          let campaign = try Wire.decode(Wire.RenderRequest.self, from: request.plainBody).presentation
            .campaignID
          if let rendering = state.renderings[campaign] { return TransportResponse(rendering) }
        }
        return TransportResponse(
          Wire.Problem(status: 404, code: "not_found", title: "There is nothing here."), status: 404)
      } catch {
        return TransportResponse(
          Wire.Problem(status: 400, code: error.code.rawValue, title: error.message, field: error.field),
          status: 400)
      }
    }
  }

  private static func store(_ events: [Wire.EventRecord], in state: inout State) -> [Wire.EventResult] {
    events.map { event in
      if case .custom(let name, _) = event.body, let message = state.refusals[name] {
        return Wire.EventResult(
          id: event.id, status: .known(.rejected), code: "refused", field: "name", message: message)
      }
      guard state.ids.insert(event.id).inserted else {
        state.duplicates += 1
        return Wire.EventResult(id: event.id, status: .known(.duplicate))
      }
      state.stored.append(event)
      return Wire.EventResult(id: event.id, status: .known(.stored))
    }
  }
}

extension TransportResponse {
  /// A response with a document of the protocol.
  init(_ form: some Wire.Form, status: Int = 200) {
    self.init(status: status, headers: ["content-type": "application/json"], body: Wire.encode(form))
  }
}
