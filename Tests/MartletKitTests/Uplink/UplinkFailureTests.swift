// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import Testing

@testable import MartletKit

/// What the line does when the server, or the way to it, says no.
@Suite("The line to the server: failures and refusals")
struct UplinkFailureTests {
  private func failing(_ answer: Command.Answer) -> UplinkRig {
    var rig = UplinkRig()
    rig.log("a")
    rig.handle(.flush)
    rig.answer(rig.take("events"), answer)
    return rig
  }

  private func status(_ status: Int, _ headers: [String: String] = [:]) -> Command.Answer {
    .response(TransportResponse(status: status, headers: headers))
  }

  @Test(arguments: [0, 408, 429, 500, 503])
  func `what failed waits and is tried again when its time has come, not before`(code: Int) {
    var rig = failing(code == 0 ? .none("URLError -1009") : status(code))
    #expect(rig.underWay.isEmpty && rig.uplink.records.map(\.id) == ["a"])
    rig.pass(.milliseconds(999))
    #expect(rig.underWay.isEmpty)
    rig.pass(.milliseconds(1))
    #expect(rig.underWay.map(\.ids) == [["a"]])
  }

  @Test(arguments: [true, false])
  func `failures in a row wait longer; a success, another user or the app's return begins anew`(
    isSuccess: Bool
  ) {
    var rig = UplinkRig()
    rig.roll(1)
    func failOnce() -> Duration {
      rig.log("x")
      rig.handle(.flush)
      rig.answer(rig.take("events"), .none("URLError"))
      return (rig.timers.earliest ?? rig.now) - rig.now
    }
    #expect([failOnce(), failOnce(), failOnce()] == [.seconds(2), .seconds(4), .seconds(8)])
    if isSuccess {
      rig.handle(.flush)
      rig.store(rig.take("events"))
    } else {
      rig.handle(.resumed)
    }
    #expect(failOnce() == .seconds(2))
  }

  @Test(arguments: [true, false])
  func `the app's own request cuts our own waiting short, and not a time that the server named`(
    isServersWord: Bool
  ) {
    var rig = failing(status(503, isServersWord ? ["retry-after": "120"] : [:]))
    rig.handle(.flush)
    #expect(rig.underWay.isEmpty == isServersWord)
    rig.handle(.sessionStarted)
    #expect(rig.underWay.isEmpty == isServersWord)
    rig.pass(.seconds(120))
    #expect(!rig.underWay.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a network that comes back ends our own waiting within a second; one that was never away does not`(
    wasAway: Bool
  ) {
    var rig = UplinkRig()
    rig.roll(1)
    rig.log("a")
    for _ in 0..<5 {
      rig.handle(.flush)
      rig.answer(rig.take("events"), .none("URLError"))
    }
    if wasAway { rig.handle(.pathChanged(isReachable: false)) }
    rig.handle(.pathChanged(isReachable: true))
    rig.pass(.seconds(1))
    #expect(rig.underWay.isEmpty == !wasAway)
  }

  @Test(arguments: [401, 403, 404])
  func `what a new session can change stops the line until then`(code: Int) {
    var rig = failing(status(code))
    rig.pass(.seconds(3_600))
    rig.handle(.flush)
    #expect(rig.underWay.isEmpty)
    rig.handle(.sessionStarted)
    #expect(rig.underWay.map(\.ids) == [["a"]])
  }

  @Test(arguments: ["<html>", "{\"results\": []}"])
  func `an answer that cannot be read, or that settles nothing, is tried again after a pause`(body: String) {
    var rig = failing(.response(TransportResponse(status: 200, body: Array(body.utf8))))
    #expect(rig.underWay.isEmpty)
    rig.pass(.seconds(1))
    #expect(rig.underWay.map(\.ids) == [["a"]])
  }

  @Test
  func
    `a question that is refused with events goes again without them; refused alone, events go on without it`()
  {
    var rig = UplinkRig()
    rig.log("a")
    rig.handle(.sessionStarted)
    rig.refuse(rig.take("sync"), 400, code: "invalid")
    #expect(rig.underWay.map(\.route) == ["sync", "events"] && rig.underWay.map(\.ids) == [[], ["a"]])
    rig.refuse(rig.take("sync"), 400, code: "invalid")
    rig.store(rig.take("events"))
    #expect(rig.underWay.isEmpty && rig.uplink.records.isEmpty && !rig.isExpecting)
  }

  @Test(
    arguments: [true, false])
  func
    `batches that are refused are halved down to the culprit, which goes only when the server itself explained it`(
      isExplained: Bool
    )
  {
    var rig = UplinkRig()
    rig.log("a", "b", "bad", "c")
    rig.handle(.flush)
    while let request = rig.take("events") {
      if request.ids.contains("bad") {
        rig.refuse(request, isExplained ? 422 : 413, code: isExplained ? "invalid" : nil)
      } else {
        rig.store(request)
      }
    }
    #expect(rig.uplink.records.map(\.id) == (isExplained ? ["c"] : ["bad", "c"]))
    rig.pass(.seconds(3_600))
    #expect(rig.underWay.flatMap(\.ids) == (isExplained ? ["c"] : []))
  }

  @Test
  func `a device that is refused becomes another one when nothing is under way any more, once a session`() {
    var rig = UplinkRig()
    rig.log("a")
    rig.handle(.sessionStarted)
    rig.handle(.render(Uplink.Rendered(.sample), sessionID: nil))
    rig.refuse(rig.take("sync"), 401, code: "device_revoked")
    #expect(
      rig.uplink.state.deviceID == "id-1" && rig.underWay.map(\.route) == ["render"],
      "another request may have stored something")
    rig.answer(rig.take("render"), .none("URLError"))
    #expect(rig.uplink.state.deviceID == "id-2" && rig.underWay.map(\.ids) == [["a"]])
    rig.refuse(rig.take("sync"), 401, code: "device_revoked")
    rig.pass(.seconds(3_600))
    #expect(rig.uplink.state.deviceID == "id-2" && rig.underWay.isEmpty)
    rig.handle(.sessionStarted)
    rig.refuse(rig.take("sync"), 401, code: "device_revoked")
    #expect(rig.uplink.state.deviceID == "id-3")
  }

  @Test(arguments: [true, false])
  func `a secret that could not be stored is not used where there was one before`(hadOne: Bool) {
    var rig = UplinkRig()
    if hadOne {
      rig.handle(.sessionStarted)
      rig.store(rig.take("sync"), credential: "first")
    }
    rig.savesCredentials = false
    rig.handle(.sessionStarted)
    rig.store(rig.take("sync"), credential: "second")
    #expect(rig.uplink.state.deviceCredential == (hadOne ? "first" : "second"))
  }

  @Test
  func `after a sign-out what waits goes as the device that logged it, before and apart from what comes`() {
    var rig = UplinkRig()
    rig.handle(.signedIn(userID: "ada"))
    rig.log("a")
    rig.handle(.signedOut, .resumed, .wanted)
    rig.log("b")
    #expect(rig.underWay.map(\.route) == ["sync", "events"])
    #expect(rig.underWay.map(\.deviceID) == ["id-2", "id-1"] && rig.underWay.map(\.ids) == [[], ["a"]])
    rig.log("late", userID: "ada")
    rig.store(rig.take("events"))
    rig.store(rig.take("sync"))
    rig.handle(.flush)
    #expect(rig.underWay.map(\.deviceID) == ["id-2"] && rig.underWay.map(\.ids) == [["b"]])
    rig.store(rig.take("events"))
    #expect(rig.underWay.map(\.deviceID) == ["id-1"] && rig.underWay.map(\.ids) == [["late"]])
  }

  @Test
  func `the events of a user whom the server does not believe wait for another signature; nobody else waits`()
  {
    var rig = UplinkRig { $0.api.sdkAuthentication = true }
    rig.handle(.signedInWith(signature: "bad", userID: "ada"), .signedIn(userID: "ada"))
    rig.log("a")
    rig.log("b", userID: "ben")
    rig.handle(.flush)
    rig.refuse(rig.take("events"), 401, code: "sdk_authentication_expired")
    #expect(rig.underWay.map(\.ids) == [["b"]])
    rig.store(rig.take("events"))
    #expect(rig.underWay.isEmpty)
    rig.handle(.signature("good", userID: nil, isAwaited: { _ in false }))
    #expect(rig.underWay.map(\.ids) == [["a"]])
    #expect(rig.underWay.first?.request.headers[Wire.UserSignature.header] == "good")
  }

  // MARK: - Flushes that somebody waits for

  @Test(
    arguments: [
      (0, nil, Martlet.FlushResult.Reason.unreachable), (503, nil, .serverBusy), (429, nil, .serverBusy),
      (401, nil, .refused),
      (404, nil, .refused), (401, "device_revoked", .refused),
      (401, "sdk_authentication_missing", .notAuthenticated),
    ])
  func `a flush ends with the reason why something waits`(
    status: Int, code: String?, reason: Martlet.FlushResult.Reason
  ) async {
    var rig = UplinkRig()
    rig.handle(.signedIn(userID: "ada"))
    rig.log("a")
    let turn = FlushTurn()
    rig.handle(.flushAwaited(turn))
    while !turn.hasEnded, let request = rig.take("events") ?? rig.take("sync") {
      if status == 0 {
        rig.answer(request, .none("URLError"))
      } else {
        rig.refuse(request, status, code: code)
      }
    }
    #expect(await turn.wait(cancelled: .init()) == Martlet.FlushResult(waiting: 1, reason: reason))
  }

  @Test func `a server that answers and settles nothing is busy, not unreachable`() async {
    var rig = UplinkRig()
    rig.log("a")
    let turn = FlushTurn()
    rig.handle(.flushAwaited(turn))
    rig.answer(
      rig.take("events"), .response(TransportResponse(status: 200, body: Array(#"{"results": []}"#.utf8))))
    #expect(await turn.wait(cancelled: .init()).reason == .serverBusy)
  }

  @Test func `a flush counts what was stored, dropped and waits, and nothing that was logged after it`() async
  {
    var rig = UplinkRig()
    rig.log("a", "b")
    let turn = FlushTurn()
    rig.handle(.flushAwaited(turn))
    rig.log("later")
    guard let request = rig.take("events") else { return #expect(Bool(false), "nothing was sent") }
    let results = [
      Wire.EventResult(id: "a", status: .known(.stored)),
      Wire.EventResult(id: "b", status: .known(.rejected)),
    ]
    rig.answer(
      request,
      .response(TransportResponse(status: 200, body: Wire.encode(Wire.EventsResponse(results: results)))))
    #expect(await turn.wait(cancelled: .init()) == Martlet.FlushResult(sent: 1, dropped: 1))
  }

  @Test(arguments: [true, false])
  func `a server that says nothing ends it after thirty seconds; a client that ends, at once`(isSilent: Bool)
    async
  {
    var rig = UplinkRig()
    rig.log("a")
    let turn = FlushTurn()
    rig.handle(.flushAwaited(turn))
    rig.pass(.milliseconds(29_999))
    #expect(!turn.hasEnded)
    if isSilent { rig.pass(.milliseconds(1)) } else { rig.handle(.ended) }
    #expect(await turn.wait(cancelled: .init()).reason == (isSilent ? .timedOut : .ended))
  }

  @Test(arguments: [nil, true, false])
  func `a device that reaches no server says so once, unless it has no network`(isReachable: Bool?) {
    var rig = UplinkRig()
    if let isReachable { rig.handle(.pathChanged(isReachable: isReachable)) }
    rig.handle(.sessionStarted)
    rig.pass(.seconds(60))
    #expect(
      rig.log.all.count { $0.contains("No server responded at example.test") }
        == (isReachable == false ? 0 : 1))
  }
}

extension Presentation {
  fileprivate static let sample = Presentation(
    id: "p", campaign: "c", version: 1,
    event: Event(id: "e", at: Instant(milliseconds: 0), kind: .sessionStart),
    triggeredAt: Instant(milliseconds: 0), userID: nil, endsAt: nil, isRenderedAtDisplay: true)
}
