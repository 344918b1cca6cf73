// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire

/// The network of a scenario: keeps each request until it is asked to answer, one at a time and in an order that does not depend on threads.
final class ScenarioNetwork: Transport {
  /// Nothing comes back.
  struct Unreachable: Error {}

  private struct Parked {
    var id: Int
    var request: TransportRequest
    var label: String
    var continuation: CheckedContinuation<TransportResponse, any Error>
    var isNoted = false
    var hangs = false
  }

  private struct State {
    var reach: Scenario.Network
    var parked: [Parked] = []
    var next = 0
    var cancelled: Set<Int> = []
    var log: [String] = []
    var assets: [String: [Scenario.AssetResult]] = [:]
    var renders: [(campaign: String?, answer: Scenario.RenderAnswer)] = []

    /// As the system does, without sending anything.
    func refuses(_ request: TransportRequest) -> Bool { reach == .cellular && !request.allowsCellular }
  }

  private let server: ScriptedServer
  private let state: Locked<State>

  init(_ server: ScriptedServer, reach: Scenario.Network) {
    self.server = server
    state = Locked(State(reach: reach))
  }

  var parkedCount: Int { state.withLock { $0.parked.count } }

  /// What went out since the last call.
  func takeLog() -> [String] {
    state.withLock { state in
      defer { state.log = [] }
      return state.log
    }
  }

  func expectFetch(of url: String, _ result: Scenario.AssetResult) {
    state.withLock { $0.assets[url, default: []].append(result) }
  }

  func expectRender(of campaign: String?, _ answer: Scenario.RenderAnswer) {
    state.withLock { $0.renders.append((campaign, answer)) }
  }

  /// Off: what is under way ends without an answer, one after the other when its turn comes, also what would have hung.
  func setReach(_ reach: Scenario.Network) {
    state.withLock { state in
      state.reach = reach
      guard reach == .none else { return }
      for index in state.parked.indices { state.parked[index].hangs = false }
    }
  }

  /// The end of the run: nobody waits any more.
  func hangUp() {
    let ended = state.withLock { state in
      defer { state.parked = [] }
      return state.parked
    }
    for parked in ended { parked.continuation.resume(throwing: Unreachable()) }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<TransportResponse, any Error>) in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.parked.append(Parked(id: id, request: request, label: Self.label(of: request), continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let parked = state.withLock { state -> Parked? in
        guard let position = state.parked.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.parked.remove(at: position)
      }
      parked?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Answers the first request that can be answered. False: there is none.
  func answerNext() async -> Bool {
    enum Answer { case server(TransportRequest), response(TransportResponse), refused, none }
    let taken = state.withLock { state -> (Parked, Answer)? in
      state.parked.sort { ($0.label, $0.id) < ($1.label, $1.id) }
      for index in state.parked.indices where !state.parked[index].isNoted {
        state.parked[index].isNoted = true
        if !state.refuses(state.parked[index].request) { state.log.append(state.parked[index].label) }
      }
      for index in state.parked.indices where !state.parked[index].hangs {
        let parked = state.parked[index]
        let answer: Answer
        if state.reach == .none {
          answer = .none
        } else if state.refuses(parked.request) {
          answer = .refused
        } else if parked.request.method == "GET" {
          let url = parked.request.url.absoluteString
          let result = state.assets[url].flatMap(\.first) ?? .found
          if state.assets[url]?.isEmpty == false { state.assets[url]?.removeFirst() }
          switch result {
          case .found: answer = .response(ScenarioAssets.response(for: parked.request.url))
          case .broken: answer = .response(TransportResponse(status: 200, body: Array("no asset".utf8)))
          case .missing: answer = .response(TransportResponse(status: 404))
          case .unreachable: answer = .none
          case .hangs:
            state.parked[index].hangs = true
            continue
          }
        } else if parked.label.hasPrefix("render ") {
          let campaign = String(parked.label.dropFirst("render ".count))
          guard let position = state.renders.firstIndex(where: { $0.campaign == nil || $0.campaign == campaign }) else {
            state.parked.remove(at: index)
            return (parked, .server(parked.request))
          }
          switch state.renders.remove(at: position).answer {
          case .message(let message): answer = .response(Self.response(Wire.RenderResponse(message: message)))
          case .withdrawn(let withdrawal): answer = .response(Self.response(Wire.RenderResponse(message: nil, withdrawn: withdrawal)))
          case .status(let status): answer = .response(TransportResponse(status: status))
          case .unreachable: answer = .none
          case .hangs:
            state.parked[index].hangs = true
            continue
          }
        } else {
          answer = .server(parked.request)
        }
        state.parked.remove(at: index)
        return (parked, answer)
      }
      return nil
    }
    guard let (parked, answer) = taken else { return false }
    switch answer {
    case .refused: parked.continuation.resume(throwing: URLError(.dataNotAllowed))
    case .none: parked.continuation.resume(throwing: Unreachable())
    case .response(let response): parked.continuation.resume(returning: response)
    case .server(let request):
      do { parked.continuation.resume(returning: try await server.send(request)) } catch { parked.continuation.resume(throwing: error) }
    }
    return true
  }

  private static func response(_ form: some Wire.Form) -> TransportResponse {
    TransportResponse(status: 200, headers: ["content-type": "application/json"], body: Wire.encode(form))
  }

  private static func label(of request: TransportRequest) -> String {
    if request.method == "GET" { return "asset \(request.url.absoluteString)" }
    if request.url.path.hasSuffix("/sdk/v1/render") {
      let campaign = (try? Wire.decode(Wire.RenderRequest.self, from: request.plainBody))?.presentation.campaignID
      return "render \(campaign ?? "")"
    }
    return request.url.lastPathComponent
  }
}
