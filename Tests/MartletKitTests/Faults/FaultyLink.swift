// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletTesting
import TestSupport

@testable import MartletKit
@testable import MartletWire

/// The way between one run of a client and the server, with everything that may happen on it. Time
/// on it is the client's manual clock, so that requests and answers overtake one another.
///
/// What befalls a request is drawn from the seed and the request's number, not from the order in
/// which tasks happen to run.
final class FaultyLink: Transport {
  /// What befalls one request.
  enum Fate: Int, CaseIterable, Hashable, Sendable {
    /// It arrives, and so does the answer.
    case good
    /// It never arrives.
    case dropped
    /// It arrives long after the sender gave it up.
    case arrivesLate
    /// It arrives, and once more later.
    case duplicated
    /// The server stored it; the answer is lost.
    case cutAfterCommit
    /// The server stored it; the answer is cut in its middle, and the network says so.
    case cutInAnswer
    /// The same, and nothing says so.
    case shortened
    /// The server answers, and stores nothing.
    case failed500, unavailable503, tooMany429
    /// What stands between says 502 after the server stored it.
    case badGateway
    /// Some of the events are to be sent again later.
    case busy
  }

  /// What a client might do wrong, done here in its place: so that the simulation is seen to
  /// notice.
  enum Defect: CaseIterable, Hashable, Sendable {
    /// Ids are made when events are sent, so that each attempt has others.
    case idsOfTheAttempt
    /// Events are forgotten when they are sent, not when the server has them.
    case forgetsAtSending
  }

  struct Lost: Error {}

  struct State: Sendable {
    var isQuiet = false
    var isCut = false
    var count = 0
    var fates: [Fate: Int] = [:]
  }

  /// Shared by all runs of a client: there is one server.
  final class Server: Sendable {
    private let locked: Locked<CountingServer>

    init(_ server: CountingServer) { locked = Locked(server) }

    func withLock<Result>(_ body: (inout CountingServer) throws -> Result) rethrows -> Result {
      try locked.withLock(body)
    }
    var now: CountingServer { locked.withLock { $0 } }
  }

  private let server: Server
  private let wait: @Sendable (Duration) async throws -> Void
  private let seed: UInt64
  private let fates: [Fate]
  private let defect: Defect?
  private let state = Locked(State())

  /// - Parameters:
  ///   - fates: those that may happen here; a good one happens half the time.
  ///   - sleep: the client's clock.
  init(
    _ server: Server, seed: UInt64, fates: [Fate], defect: Defect? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.server = server
    self.seed = seed
    self.fates = fates
    self.defect = defect
    wait = sleep
  }

  /// How often each thing happened.
  var happened: [Fate: Int] { state.withLock { $0.fates } }

  /// From now on nothing happens on the way.
  func calm() { state.withLock { $0.isQuiet = true } }

  /// The process at this end is gone: what is under way may still arrive, but no answer does, and
  /// nothing new goes out.
  func cut() { state.withLock { $0.isCut = true } }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard let defect else { return try await carry(request) }
    let events = try Self.events(of: request)
    switch defect {
    case .idsOfTheAttempt:
      let attempt = state.withLock { $0.count + 1 }
      let names = Dictionary(uniqueKeysWithValues: events.map { ($0.id, "\($0.id)-\(seed)-\(attempt)") })
      let response = try await carry(try Self.replacing(names, in: request))
      return Self.replacing(
        Dictionary(uniqueKeysWithValues: names.map { ($1, $0) }), in: response, isSync: Self.isSync(request))
    case .forgetsAtSending:
      do {
        return try await carry(request)
      } catch is Lost where !events.isEmpty && !Self.isSync(request) {
        return CountingServer.response(
          Wire.EventsResponse(results: events.map { Wire.EventResult(id: $0.id, status: .known(.stored)) }))
      }
    }
  }

  private static func events(of request: TransportRequest) throws -> [Wire.EventRecord] {
    isSync(request)
      ? try Wire.decode(Wire.SyncRequest.self, from: request.plainBody).events
      : try Wire.decode(Wire.EventsRequest.self, from: request.plainBody).events
  }

  private static func isSync(_ request: TransportRequest) -> Bool {
    request.url.path.hasSuffix("/sdk/v1/sync")
  }

  private static func replacing(_ names: [String: String], in request: TransportRequest) throws
    -> TransportRequest
  {
    var changed = request
    changed.headers["Content-Encoding"] = nil
    if isSync(request) {
      var form = try Wire.decode(Wire.SyncRequest.self, from: request.plainBody)
      for index in form.events.indices {
        form.entries.read[index].id = names[form.events[index].id] ?? form.events[index].id
      }
      changed.body = Wire.encode(form)
    } else {
      var form = try Wire.decode(Wire.EventsRequest.self, from: request.plainBody)
      for index in form.events.indices {
        form.entries.read[index].id = names[form.events[index].id] ?? form.events[index].id
      }
      changed.body = Wire.encode(form)
    }
    return changed
  }

  /// An answer that cannot be read stays as it is.
  private static func replacing(_ names: [String: String], in response: TransportResponse, isSync: Bool)
    -> TransportResponse
  {
    var changed = response
    if isSync, var form = try? Wire.decode(Wire.SyncResponse.self, from: response.body) {
      for index in form.results.indices {
        form.results[index].id = names[form.results[index].id] ?? form.results[index].id
      }
      changed.body = Wire.encode(form)
    } else if !isSync, var form = try? Wire.decode(Wire.EventsResponse.self, from: response.body) {
      for index in form.results.indices {
        form.results[index].id = names[form.results[index].id] ?? form.results[index].id
      }
      changed.body = Wire.encode(form)
    }
    return changed
  }

  private func carry(_ request: TransportRequest) async throws -> TransportResponse {
    let (number, isQuiet, isCut) = state.withLock { state in
      state.count += 1
      return (state.count, state.isQuiet, state.isCut)
    }
    if isCut { throw Lost() }
    var chance = SeededGenerator(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    guard !isQuiet else { return deliver(request) }
    let fate = chance.oneIn(2) ? .good : chance.element(of: fates)
    let (there, back, late) = (
      Self.delay(&chance), Self.delay(&chance), Self.delay(&chance) + .seconds(chance.int(0...400))
    )
    state.withLock { $0.fates[fate, default: 0] += 1 }

    // On the way out a cancelled request may still arrive, as one does that has left the device.
    if fate != .arrivesLate { try await pass(there) }
    let response: TransportResponse
    switch fate {
    case .dropped: throw Lost()
    case .arrivesLate:
      arrive(request, after: late)
      try await pass(there)
      throw Lost()
    case .failed500: response = Self.problem(500)
    case .unavailable503: response = Self.problem(503, retryAfter: chance.int(1...90))
    case .tooMany429: response = Self.problem(429, retryAfter: chance.int(1...90))
    case .badGateway:
      _ = deliver(request)
      response = TransportResponse(status: 502, body: Array("<html>Bad gateway</html>".utf8))
    case .busy:
      let bits = chance.next()
      response = server.withLock {
        $0.answer(request) { bits >> (UInt64($0.id.utf8.count &+ Int($0.id.utf8.last ?? 0)) & 63) & 1 == 1 }
      }
    case .duplicated:
      response = deliver(request)
      arrive(request, after: late)
    case .good, .cutAfterCommit, .cutInAnswer, .shortened: response = deliver(request)
    }
    try await pass(back)
    if state.withLock({ $0.isCut }) { throw Lost() }
    switch fate {
    case .cutAfterCommit, .cutInAnswer: throw Lost()
    case .shortened:
      return TransportResponse(
        status: response.status, headers: response.headers,
        body: Array(response.body.prefix(chance.int(0...max(0, response.body.count - 1)))))
    default: return response
    }
  }

  private func deliver(_ request: TransportRequest) -> TransportResponse {
    server.withLock { $0.answer(request) { _ in false } }
  }

  /// Arrives by itself, whoever waits for it or does not.
  private func arrive(_ request: TransportRequest, after delay: Duration) {
    Task { [server, wait] in
      try await wait(delay)
      _ = server.withLock { $0.answer(request) { _ in false } }
    }
  }

  private func pass(_ delay: Duration) async throws {
    if delay > .zero { try await wait(delay) }
  }

  private static func delay(_ chance: inout SeededGenerator) -> Duration {
    switch chance.int(0...3) {
    case 0, 1: .zero
    case 2: .milliseconds(chance.int(1...900))
    default: .milliseconds(chance.int(1_000...30_000))
    }
  }

  private static func problem(_ status: Int, retryAfter: Int? = nil) -> TransportResponse {
    CountingServer.response(
      Wire.Problem(status: status, code: "busy", title: "Not now."), status: status,
      headers: retryAfter.map { ["retry-after": String($0)] } ?? [:])
  }
}
