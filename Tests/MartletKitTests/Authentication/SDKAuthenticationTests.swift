// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// What an app's backend says of who uses the device goes along, and what happens when the server
/// does not believe it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SDKAuthenticationTests {
  let transport = HeldTransport()
  private let failures = FailureBook()

  func bench(
    _ policy: Martlet.Configuration.RequestPolicy = .automatic, directory: URL? = nil, isOn: Bool = true
  ) -> Bench {
    let bench = Bench(transport: transport, directory: directory) {
      $0.api.requestPolicy = policy
      $0.api.sdkAuthentication = isOn
    }
    bench.martlet.delegate = failures
    return bench
  }

  func refusal(_ reason: Wire.UserSignature.Refusal) -> Wire.Problem {
    Wire.Problem(status: 401, code: reason.code, title: "Not this user.")
  }

  /// As a server that does not believe who logged what names a user.
  func refuse(_ request: HeldRequest, _ reason: Wire.UserSignature.Refusal) {
    let results = request.events.map { event in
      event.userID == nil
        ? Wire.EventResult(id: event.id, status: .known(.stored))
        : Wire.EventResult(id: event.id, status: .known(.retry), code: reason.code, message: "No.")
    }
    request.answer(Wire.EventsResponse(results: results))
  }

  func signature(of request: HeldRequest) -> String? {
    request.request.headers[Wire.UserSignature.header]
  }

  /// The next request that carries events; questions on the way are answered.
  func nextEvents() async -> HeldRequest {
    while true {
      let request = await transport.waitForRequest()
      if request.sync == nil { return request }
      request.answerStored()
    }
  }

  // MARK: - Sending

  @Test
  func
    `every request about a user carries their signature, also after a relaunch; one about nobody carries none`()
    async
  {
    var bench = bench()
    bench.martlet.applicationDidBecomeActive()
    let anonymous = await transport.waitForRequest()
    #expect(signature(of: anonymous) == nil)
    anonymous.answerStored()
    await bench.settle(until: { transport.openCount == 0 })
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    bench.martlet.requestImmediateDataFlush()
    var labels: [String] = []
    while !labels.contains("user_changed"), !Task.isCancelled {
      let request = await transport.waitForRequest()
      let isHers = request.sync?.userID == "ada" || request.events.contains { $0.userID == "ada" }
      #expect(signature(of: request) == (isHers ? "ada-1" : nil))
      labels += request.events.map(\.label)
      request.answerStored()
    }
    await bench.settle(until: { transport.openCount == 0 })
    await bench.martlet.settled()
    let copy = bench.copyOfDirectory()
    bench.release()

    bench = self.bench(directory: copy)
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    #expect(sync.sync?.userID == "ada" && signature(of: sync) == "ada-1")
    #expect(!bench.log.contains("ada-1"))
  }

  @Test func `a batch speaks for one user, in the order of logging, with the signature of each`() async {
    let bench = bench(.manual)
    bench.martlet.logCustomEvent(name: "nobody's")
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    bench.martlet.logCustomEvent(name: "ada's")
    bench.martlet.changeUser(userId: "ben", sdkAuthSignature: "ben-1")
    bench.martlet.logCustomEvent(name: "ben's")
    bench.martlet.changeUser(userId: "ada")
    bench.martlet.requestImmediateDataFlush()
    for (user, signature) in [(nil, nil), ("ada", "ada-1"), ("ben", "ben-1"), ("ada", "ada-1")] {
      let request = await nextEvents()
      #expect(Set(request.events.map(\.userID)) == [user])
      #expect(self.signature(of: request) == signature)
      request.answerStored()
    }
  }

  @Test func `while it is off no signature is sent or kept, and the log says so once`() async throws {
    let bench = bench(isOn: false)
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    bench.martlet.setSDKAuthenticationSignature("ada-2")
    bench.martlet.requestImmediateDataFlush()
    #expect(signature(of: await transport.waitForRequest()) == nil)
    #expect(bench.log.all.filter { $0.contains("Set api.sdkAuthentication = true") }.count == 1)
    #expect(!bench.storedText.contains("ada-1") && !bench.storedText.contains("ada-2"))
  }

  @Test
  func
    `the same user with another signature stays the same user: no new session; what no header can carry changes nothing`()
    async
  {
    let bench = bench(.manual)
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-2")
    bench.martlet.setSDKAuthenticationSignature("not a token")
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "")
    bench.martlet.changeUser(userId: "ada")
    bench.martlet.requestImmediateDataFlush()
    var labels: [String] = []
    var carried: Set<String?> = []
    while !labels.contains("user_changed"), !Task.isCancelled {
      let request = await nextEvents()
      labels += request.events.map(\.label)
      if request.events.contains(where: { $0.userID == "ada" }) { carried.insert(signature(of: request)) }
      request.answerStored()
    }
    #expect(
      labels.filter { $0 == "session_start" }.count <= 2 && labels.filter { $0 == "user_changed" }.count == 1)
    #expect(carried == ["ada-2"])
    #expect(
      bench.log.all.filter { $0.contains("The signature is not kept: it must be a JSON Web Token") }.count
        == 1)
  }

  @Test func `for nobody there is no signature`() async {
    let bench = bench()
    bench.martlet.setSDKAuthenticationSignature("s")
    await bench.martlet.settled()
    #expect(bench.log.contains("nobody is signed in"))
    #expect(!bench.storedText.contains(#""signature""#))
  }

  // MARK: - Refusals

  @Test
  func
    `a user who is not believed waits, others go on; a new signature sends what waited at once, and nothing is lost`()
    async
  {
    let bench = bench(.manual)
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    for name in ["a", "b"] { bench.martlet.logCustomEvent(name: name) }
    bench.martlet.changeUser(userId: "ben", sdkAuthSignature: "ben-1")
    bench.martlet.logCustomEvent(name: "c")
    async let flushed = bench.martlet.flush()
    refuse(await nextEvents(), .expired)
    let bens = await nextEvents()
    #expect(bens.events.map(\.label) == ["user_changed", "custom c"] && signature(of: bens) == "ben-1")
    bens.answerStored()
    let result = await flushed
    #expect(result.reason == .notAuthenticated && result.sent == 2 && result.waiting == 3)
    await bench.martlet.settled()
    #expect(failures.errors == [.init("expired", 6, "ada", "ada-1")])
    #expect(bench.log.contains("the signature has expired") && !bench.log.contains("ada-1"))

    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-2")
    let again = await nextEvents()
    #expect(
      again.events.map(\.label) == ["user_changed", "custom a", "custom b", "user_changed"]
        && signature(of: again) == "ada-2")
    again.answerStored()
    bench.martlet.logCustomEvent(name: "d")
    bench.martlet.requestImmediateDataFlush()
    #expect(signature(of: await nextEvents()) == "ada-2")
  }

  @Test
  func `a question for definitions that is refused closes no line, and is asked again with a new signature`()
    async
  {
    let bench = bench()
    bench.martlet.logCustomEvent(name: "nobody's")
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    // Whatever came first of those about nobody.
    var request = await transport.waitForRequest()
    while request.sync?.userID != "ada", !Task.isCancelled {
      request.answerStored()
      request = await transport.waitForRequest()
    }
    let before = await bench.martlet.deviceId
    request.answer(refusal(.wrongSignature), status: 401)
    await bench.settle(until: { !failures.errors.isEmpty })
    #expect(failures.errors == [.init("wrong_signature", 4, "ada", "ada-1")])
    #expect(!bench.log.contains("SDK key") && !bench.log.contains("new device"))
    #expect(await bench.martlet.deviceId == before)

    bench.martlet.setSDKAuthenticationSignature("ada-2")
    bench.martlet.requestImmediateDataFlush()
    var labels: [String] = []
    var hasAsked = false
    while !hasAsked || !labels.contains("user_changed"), !Task.isCancelled {
      let next = await transport.waitForRequest()
      let isHers = next.sync?.userID == "ada" || next.events.contains { $0.userID == "ada" }
      #expect(signature(of: next) == (isHers ? "ada-2" : nil))
      hasAsked = hasAsked || next.sync != nil
      labels += next.events.map(\.label)
      next.answerStored()
    }
  }

  @Test
  func
    `it is tried again at growing intervals, told each time, and after fifty times only in the next session`()
    async
  {
    let server = SignatureServer()
    let bench = Bench(transport: server) {
      $0.api.requestPolicy = .manual
      $0.api.sdkAuthentication = true
    }
    bench.martlet.delegate = failures
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "expired.ada.1")
    bench.martlet.logCustomEvent(name: "a")
    await bench.quiet()
    #expect(failures.errors.count == 1)
    await bench.advance(by: .milliseconds(900))
    #expect(failures.errors.count == 1)
    await bench.advance(by: .milliseconds(1_200))
    #expect(failures.errors.count == 2)
    // The app's own request cuts the first pauses short, and not those that follow.
    for _ in 0..<5 {
      #expect(await bench.martlet.flush().reason == .notAuthenticated)
      await bench.quiet()
    }
    #expect(failures.errors.count == 4)
    await bench.advance(by: .seconds(46 * 300))
    #expect(failures.errors.count == 50)
    let asked = server.now.requests
    await bench.advance(by: .seconds(10_000))
    #expect(await bench.martlet.flush().reason == .notAuthenticated)
    await bench.quiet()
    #expect(server.now.requests == asked && failures.errors.count == 50)
    bench.martlet.applicationDidBecomeActive()
    await bench.quiet()
    #expect(server.now.requests > asked && failures.errors.count == 50 + 1)
    bench.martlet.setSDKAuthenticationSignature("good.ada.2")
    #expect(await bench.martlet.flush().isComplete)
  }

  @Test func `what the server tolerates is sent, and told once for each signature`() async {
    let bench = bench(.manual)
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    for (number, name) in ["a", "b", "c"].enumerated() {
      bench.martlet.logCustomEvent(name: name)
      if number == 2 { bench.martlet.setSDKAuthenticationSignature("ada-2") }
      bench.martlet.requestImmediateDataFlush()
      let request = await nextEvents()
      request.answer(
        Wire.EventsResponse(
          results: request.events.map { .init(id: $0.id, status: .known(.stored)) },
          signatureRefusal: .init(userID: "ada", reason: .known(.notYetValid), isOptional: true)))
      await bench.settle(until: { transport.openCount == 0 })
      await bench.martlet.settled()
    }
    #expect(
      failures.errors == ["ada-1", "ada-2"].map { .init("not_yet_valid", 7, "ada", $0, isOptional: true) })
    #expect(await bench.martlet.flush().isComplete)
  }

  @Test
  func
    `a server that wants signatures of an app that sends none: what names users waits, the log has the remedy`()
    async
  {
    let bench = bench(.manual, isOn: false)
    bench.martlet.logCustomEvent(name: "nobody's")
    bench.martlet.changeUser(userId: "ada")
    bench.martlet.logCustomEvent(name: "a")
    async let flushed = bench.martlet.flush()
    refuse(await nextEvents(), .missing)
    let result = await flushed
    #expect(result.reason == .notAuthenticated && result.sent == 1 && result.waiting == 2)
    await bench.martlet.settled()
    #expect(failures.errors == [.init("missing", 1, "ada", nil)])
    #expect(bench.log.contains("Set api.sdkAuthentication = true, and pass signatures"))
  }

  @Test
  func `a refusal for a signature that was replaced meanwhile is no news: it is sent again with the new one`()
    async
  {
    let bench = bench(.manual)
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    bench.martlet.requestImmediateDataFlush()
    let old = await nextEvents()
    bench.martlet.setSDKAuthenticationSignature("ada-2")
    await bench.martlet.settled()
    refuse(old, .expired)
    let again = await nextEvents()
    #expect(signature(of: again) == "ada-2" && again.events.map(\.id) == old.events.map(\.id))
    again.answerStored()
    await bench.martlet.settled()
    #expect(failures.errors.isEmpty)
  }
}

extension Wire.Campaign {
  static func renderedOnEvent(_ name: String) -> Wire.Campaign {
    var campaign = Wire.Campaign.onEvent(name)
    campaign.rules.render = .known(.atDisplay)
    return campaign
  }
}

extension ScriptedServer {
  var renderRequests: [TransportRequest] {
    requests.filter { $0.url.path.hasSuffix("/sdk/v1/render") }
  }
}
