// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletWire

/// The network of a scenario. It keeps each request until it is told to answer, one at a time, in
/// an order that does not depend on threads.
final class ScenarioNetwork: Transport {
  /// There is no response.
  struct Unreachable: Error {}

  private struct Parked {
    var id: Int
    var request: TransportRequest
    var label: String
    var continuation: CheckedContinuation<TransportResponse, any Error>
    var isNoted = false
    var hangs = false
  }

  private enum Answer {
    case result(Result<TransportResponse, any Error>)
    case server
  }

  private struct State {
    var reach: Scenario.Network
    var parked: [Parked] = []
    var next = 0
    var log: [String] = []
    var assets: [String: [Scenario.AssetResult]] = [:]
    var renders: [(campaign: String?, answer: Scenario.RenderAnswer)] = []

    /// Refuses a request as the system does, without sending it.
    func refuses(_ request: TransportRequest) -> Bool { reach == .cellular && !request.allowsCellular }

    /// nil: the request hangs.
    mutating func answer(to parked: Parked) -> Answer? {
      if reach == .none { return .result(.failure(Unreachable())) }
      if refuses(parked.request) { return .result(.failure(URLError(.dataNotAllowed))) }
      if parked.request.method == "GET" {
        switch takeResult(of: parked.request.url.absoluteString) {
        case .found: return .result(.success(ScenarioAssets.response(for: parked.request.url)))
        case .broken: return .result(.success(TransportResponse(status: 200, body: Array("no asset".utf8))))
        case .missing: return .result(.success(TransportResponse(status: 404)))
        case .unreachable: return .result(.failure(Unreachable()))
        case .hangs: return nil
        }
      }
      guard parked.label.hasPrefix("render "),
        let position = renders.firstIndex(where: {
          $0.campaign.map { "render \($0)" == parked.label } ?? true
        })
      else { return .server }
      switch renders.remove(at: position).answer {
      case .content(let content): return .result(.success(TransportResponse(content)))
      case .status(let status): return .result(.success(TransportResponse(status: status)))
      case .unreachable: return .result(.failure(Unreachable()))
      case .hangs: return nil
      }
    }

    private mutating func takeResult(of url: String) -> Scenario.AssetResult {
      guard let result = assets[url]?.first else { return .found }
      assets[url]?.removeFirst()
      return result
    }
  }

  private let server: ScriptedServer
  private let state: Locked<State>

  init(_ server: ScriptedServer, reach: Scenario.Network) {
    self.server = server
    state = Locked(State(reach: reach))
  }

  var parkedCount: Int { state.withLock { $0.parked.count } }

  /// The requests that were sent since the last call.
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

  /// Without a network, open requests fail one after the other, each in its turn, including those
  /// that hang.
  func setReach(_ reach: Scenario.Network) {
    state.withLock { state in
      state.reach = reach
      guard reach == .none else { return }
      for index in state.parked.indices { state.parked[index].hangs = false }
    }
  }

  /// Ends all open requests at the end of the run.
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
    return try await waiting(in: state) { state, continuation in
      state.parked.append(
        Parked(id: id, request: request, label: Self.label(of: request), continuation: continuation))
    } leave: { state in
      state.parked.firstIndex { $0.id == id }.map { state.parked.remove(at: $0).continuation }
    }
  }

  /// Answers the first request that can be answered. Returns false if there is none.
  func answerNext() async -> Bool {
    let taken = state.withLock { state -> (Parked, Answer)? in
      state.parked.sort { ($0.label, $0.id) < ($1.label, $1.id) }
      for index in state.parked.indices where !state.parked[index].isNoted {
        state.parked[index].isNoted = true
        if !state.refuses(state.parked[index].request) { state.log.append(state.parked[index].label) }
      }
      for index in state.parked.indices where !state.parked[index].hangs {
        if let answer = state.answer(to: state.parked[index]) {
          return (state.parked.remove(at: index), answer)
        }
        state.parked[index].hangs = true
      }
      return nil
    }
    guard let (parked, answer) = taken else { return false }
    switch answer {
    case .result(let result): parked.continuation.resume(with: result)
    case .server:
      do { parked.continuation.resume(returning: try await server.send(parked.request)) } catch {
        parked.continuation.resume(throwing: error)
      }
    }
    return true
  }

  private static func label(of request: TransportRequest) -> String {
    if request.method == "GET" { return "asset \(request.url.absoluteString)" }
    if request.url.path.hasSuffix("/sdk/v1/render") {
      let campaign = (try? Wire.decode(Wire.RenderRequest.self, from: request.plainBody))?.presentation
        .campaignID
      return "render \(campaign ?? "")"
    }
    return request.url.lastPathComponent
  }
}

/// The assets of a scenario's server: the smallest valid file of the type that the end of the path
/// names.
enum ScenarioAssets {
  static func response(for url: URL) -> TransportResponse {
    switch url.pathExtension.lowercased() {
    case "zip": response("application/zip", archive)
    case "ttf", "otf", "ttc", "woff", "woff2": response("font/woff2", font)
    case "html", "htm", "xhtml": response("text/html", Array("<!doctype html><p>A page</p>".utf8))
    case "css", "js", "mjs", "json": response("text/plain", Array("{}".utf8))
    default: response("image/png", picture)
    }
  }

  private static func response(_ type: String, _ body: [UInt8]) -> TransportResponse {
    TransportResponse(status: 200, headers: ["content-type": type], body: body)
  }

  private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

  /// A PNG of one pixel, 70 bytes.
  private static let picture = bytes(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
  /// A ZIP archive of `index.html`, 146 bytes.
  private static let archive = bytes(
    "UEsDBBQAAAAAAAAAIVzTcGYXHAAAABwAAAAKAAAAaW5kZXguaHRtbDwhZG9jdHlwZSBodG1sPjxwPkEgcGFnZTwvcD5QSwECFAMUAAAAAAAAACFc03BmFxwAAAAcAAAACgAA"
      + "AAAAAAAAAAAApIEAAAAAaW5kZXguaHRtbFBLBQYAAAAAAQABADgAAABEAAAAAAA=")
  /// The head of a WOFF 2 font without tables, 48 bytes.
  private static let font = Array("wOF2".utf8) + [UInt8](repeating: 0, count: 44)
}
