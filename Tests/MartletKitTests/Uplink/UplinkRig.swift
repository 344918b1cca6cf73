// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

@testable import MartletKit

/// The line to the server alone: no actor, no network and no disk. Time passes when the test says
/// so.
struct UplinkRig {
  /// A request that was started, and how far its answer has come.
  struct Request {
    var id: Int
    var request: TransportRequest

    var route: String { request.url.lastPathComponent }

    private var json: [UInt8] {
      guard request.headers["Content-Encoding"] == "gzip" else { return request.body }
      return (try? Wire.Gzip.decompress(request.body, limit: 10_000_000)) ?? []
    }

    var events: [Wire.EventRecord] {
      switch route {
      case "sync": (try? Wire.decode(Wire.SyncRequest.self, from: json))?.events ?? []
      default: (try? Wire.decode(Wire.EventsRequest.self, from: json))?.events ?? []
      }
    }

    var ids: [String] { events.map(\.id) }

    var deviceID: String? {
      switch route {
      case "sync": (try? Wire.decode(Wire.SyncRequest.self, from: json))?.device.id
      default: (try? Wire.decode(Wire.EventsRequest.self, from: json))?.device.id
      }
    }
  }

  private(set) var uplink: Uplink
  let log = LogBook()
  /// All effects, oldest first.
  private(set) var effects: [Uplink.Effect] = []
  private(set) var underWay: [Request] = []
  private(set) var timers = Timers()
  /// What the disk does.
  var savesCredentials = true
  /// Users of whom a presenter may still say something.
  var awaited: Set<String> = []
  private let time = Locked(Duration.zero)
  private let chance = Locked(0.0)
  private let lastID = Locked(0)

  init(_ change: (Martlet.Configuration) -> Void = { _ in }) {
    let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test/base/")
    configuration.environment = Environment(
      now: { [time] in Instant(milliseconds: 1_767_225_600_000) + time.withLock { $0 } },
      monotonicNow: { [time] in time.withLock { $0 } },
      makeID: { [lastID] in
        lastID.withLock { id in
          id += 1
          return "id-\(id)"
        }
      },
      random: { [chance] in chance.withLock { $0 } },
      sleep: { _ in })
    configuration.logger.level = .debug
    configuration.logger.print = { [log] text, level in
      log.add("\(level): \(text)")
      return false
    }
    change(configuration)
    uplink = Uplink(Settings(configuration))
    handle(.restored(StoredState()))
  }

  var now: Duration { time.withLock { $0 } }
  var isExpecting: Bool {
    effects.reduce(false) { isExpecting, effect in
      switch effect {
      case .expect(let isExpected): isExpected
      case .received: false
      default: isExpecting
      }
    }
  }

  /// As a client does: what follows is carried out, and after it what may be sent is.
  mutating func handle(_ inputs: Uplink.Input...) {
    for input in inputs { carryOut(uplink.handle(input)) }
    carryOut(uplink.handle(.send(sessionID: "session")))
    carryOut(uplink.handle(.tidy(isAwaited: { [awaited] in awaited.contains($0) })))
  }

  mutating func log(
    _ ids: String..., userID: String? = nil,
    _ body: Wire.EventRecord.Body = .custom(name: "e", properties: [:])
  ) {
    for id in ids {
      var record = Wire.EventRecord(
        id: id, at: Instant(milliseconds: 0), sessionID: nil, userID: userID ?? uplink.state.userID,
        body: body)
      record.formerDeviceID = uplink.formerDeviceID(of: Owner(userID: record.userID))
      handle(.logged(record, bytes: 100))
    }
  }

  /// Time passes; what becomes due on the way does.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let due = timers.earliest, due <= end {
      time.withLock { $0 = max($0, due) }
      if let kind = timers.takeDue(at: now) { handle(.timePassed(kind)) }
    }
    time.withLock { $0 = end }
    handle()
  }

  /// Chance gives this number from now on.
  func roll(_ number: Double) { chance.withLock { $0 = number } }

  // MARK: - Answers

  mutating func take(_ route: String) -> Request? {
    underWay.firstIndex { $0.route == route }.map { underWay.remove(at: $0) }
  }

  mutating func answer(_ request: Request?, _ answer: Command.Answer) {
    if let request { handle(.answered(request.id, answer)) }
  }

  /// Everything that the request carries is stored.
  mutating func store(
    _ request: Request?, _ definitions: Wire.Definitions? = nil, credential: String? = nil, tag: String? = nil
  ) {
    guard let request else { return }
    let results = request.ids.map { Wire.EventResult(id: $0, status: .known(.stored)) }
    let body =
      request.route == "sync"
      ? Wire.encode(
        Wire.SyncResponse(definitions: definitions, results: results, deviceCredential: credential))
      : Wire.encode(Wire.EventsResponse(results: results, definitionsTag: tag))
    answer(request, .response(TransportResponse(status: 200, body: body)))
  }

  mutating func refuse(_ request: Request?, _ status: Int, code: String? = nil, retryAfter: String? = nil) {
    let problem = code.map { Wire.encode(Wire.Problem(status: status, code: $0, title: "No.")) }
    let headers = retryAfter.map { ["retry-after": $0] } ?? [:]
    answer(request, .response(TransportResponse(status: status, headers: headers, body: problem ?? [])))
  }

  private mutating func carryOut(_ effects: [Uplink.Effect]) {
    self.effects += effects
    for effect in effects {
      switch effect {
      case .start(let id, let request): underWay.append(Request(id: id, request: request))
      case .cancel(let id): underWay.removeAll { $0.id == id }
      case .cancelAll: (underWay, timers) = ([], Timers())
      case .set(let kind, let deadline): timers.set(kind, at: deadline)
      case .bringForward(let kind, let deadline): timers.bringForward(kind, to: deadline)
      case .saveCredential(let previous?) where !savesCredentials:
        carryOut(uplink.handle(.credentialNotSaved(previous: previous)))
      case .received(let stored, _): carryOut(uplink.handle(.holds(definitions: stored.definitions.tag)))
      case .end(let turn, let result): turn.end(result)
      default: break
      }
    }
  }
}
