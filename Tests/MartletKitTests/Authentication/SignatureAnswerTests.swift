// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// What an app answers when a signature was refused: for whom it is, and how often it is tried.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SignatureAnswerTests {
  private let server = SignatureServer()
  private let failures = FailureBook()

  private func bench(transport: (any Transport)? = nil, delegate: (any MartletDelegate)? = nil) -> Bench {
    let bench = Bench(transport: transport ?? server) {
      $0.api.requestPolicy = .manual
      $0.api.sdkAuthentication = true
    }
    bench.martlet.delegate = delegate ?? failures
    return bench
  }

  @Test
  func
    `an app that answers each refusal at once with another bad signature makes no device ask without end; a good one ends it`()
    async
  {
    let app = AnsweringApp()
    let bench = bench(delegate: app)
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "bad.ada.0")
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    await bench.quiet()
    // The fourth refusal is the first that is followed by a pause.
    #expect(app.answers == 4)
    #expect(server.now.requests <= 10)
    await bench.advance(by: .seconds(600))
    // Six pauses that grow, then one a minute, some shorter by chance; a question and events each.
    #expect((12...30).contains(app.answers), "\(app.answers)")
    #expect(server.now.requests <= 10 + 2 * app.answers)
    app.signature = { "good.ada.\($0)" }
    await bench.advance(by: .seconds(120))
    #expect(server.now.stored.contains { $0.label == "custom a" })
    #expect(await bench.martlet.flush().isComplete)
    // Believed once, the first refusals are answered at once again.
    app.signature = { "bad.ada.\($0)" }
    let answers = app.answers
    bench.martlet.setSDKAuthenticationSignature("bad.ada.x", userId: "ada")
    bench.martlet.logCustomEvent(name: "b")
    bench.martlet.requestImmediateDataFlush()
    await bench.quiet()
    #expect(app.answers == answers + 4)
  }

  @Test
  func
    `a signature is of the user for whom it is given, whoever is signed in by then; what waits of one who left goes out with it`()
    async
  {
    let bench = bench()
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "expired.ada.1")
    bench.martlet.logCustomEvent(name: "a")
    #expect(await bench.martlet.flush().reason == .notAuthenticated)
    bench.martlet.changeUser(userId: "ben", sdkAuthSignature: "good.ben.1")
    bench.martlet.logCustomEvent(name: "b")
    // The backend's answer to the refusal comes only now.
    bench.martlet.setSDKAuthenticationSignature("good.ada.2", userId: "ada")
    #expect(await bench.martlet.flush().isComplete)
    let end = server.now
    #expect(end.faults.isEmpty && Set(end.vouched.values) == ["good.ada.2", "good.ben.1"])
    #expect(end.stored.map(\.label).contains("custom a") && end.stored.map(\.label).contains("custom b"))
    #expect(failures.errors.allSatisfy { $0.userID == "ada" })
  }

  @Test(arguments: [true, false])
  func `a signature for somebody of whom nothing waits is not kept, and the log says so once`(isEnabled: Bool)
    async
  {
    let transport = HeldTransport()
    let bench = bench(transport: transport)
    bench.martlet.changeUser(userId: "ben", sdkAuthSignature: "signature-of-ben")
    bench.martlet.isEnabled = isEnabled
    bench.martlet.setSDKAuthenticationSignature("signature-of-ada", userId: "ada")
    bench.martlet.setSDKAuthenticationSignature("not a token", userId: "ben")
    bench.martlet.isEnabled = true
    await bench.martlet.settled()
    #expect(bench.storedText.contains("signature-of-ben") && !bench.storedText.contains("signature-of-ada"))
    #expect(bench.log.all.filter { $0.contains("its user is not signed in") }.count == 1)
    #expect(!bench.log.contains("signature-of-ada") && !bench.log.contains("ada"))
  }

  @Test func `while the SDK is off a signature is kept for somebody who left and of whom something waits`()
    async
  {
    let transport = HeldTransport()
    let bench = bench(transport: transport)
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.isEnabled = false
    bench.martlet.changeUser(userId: "ben", sdkAuthSignature: "ben-1")
    bench.martlet.setSDKAuthenticationSignature("ada-2", userId: "ada")
    bench.martlet.isEnabled = true
    bench.martlet.requestImmediateDataFlush()
    let hers = await transport.nextEvents()
    #expect(hers.signature == "ada-2" && Set(hers.events.map(\.userID)) == ["ada"])
  }

  @Test
  func
    `the other normal form of an id is another user: events of each go with their own signature, in sessions of their own`()
    async
  {
    let transport = HeldTransport()
    let bench = bench(transport: transport)
    let (composed, decomposed) = ("an\u{E9}", "ane\u{301}")
    bench.martlet.changeUser(userId: composed, sdkAuthSignature: "composed")
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.changeUser(userId: decomposed, sdkAuthSignature: "decomposed")
    #expect(bench.martlet.user.id.isExactly(decomposed))
    bench.martlet.logCustomEvent(name: "b")
    bench.martlet.requestImmediateDataFlush()
    for (user, signature, event) in [
      (composed, "composed", "custom a"), (decomposed, "decomposed", "custom b"),
    ] {
      let request = await transport.nextEvents()
      #expect(request.signature == signature && request.events.map(\.label) == ["user_changed", event])
      #expect(request.events.allSatisfy { user.isExactly($0.userID) })
      request.answerStored()
    }
  }

  @Test
  func
    `where signatures are required, an event that nobody can store is not told as one that was taken all the same`()
    async
  {
    let transport = HeldTransport()
    let bench = bench(transport: transport)
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    bench.martlet.requestImmediateDataFlush()
    let request = await transport.nextEvents()
    request.answer(
      Wire.EventsResponse(
        results: request.events.map {
          .init(id: $0.id, status: .known(.rejected), code: "field_invalid", message: "No.")
        },
        signatureRefusal: .init(userID: "ada", reason: .known(.expired), isOptional: false)))
    await bench.settle(until: { !failures.errors.isEmpty })
    #expect(failures.errors == [.init("expired", 6, "ada", "ada-1")])
    #expect(!bench.log.contains("accepted the request without a valid user signature"))
    bench.martlet.setSDKAuthenticationSignature("ada-2", userId: "ada")
    bench.martlet.logCustomEvent(name: "b")
    bench.martlet.requestImmediateDataFlush()
    #expect(await transport.nextEvents().signature == "ada-2")
  }
}

extension HeldTransport {
  /// The next request that carries events; questions on the way are answered.
  fileprivate func nextEvents() async -> HeldRequest {
    while true {
      let request = await waitForRequest()
      if request.sync == nil { return request }
      request.answerStored()
    }
  }
}

extension HeldRequest {
  fileprivate var signature: String? { request.headers[Wire.UserSignature.header] }
}

/// Answers each refusal at once with another signature, and asks for it to be used.
@MainActor
private final class AnsweringApp: MartletDelegate {
  var signature: (Int) -> String = { "bad.ada.\($0)" }
  private(set) var answers = 0

  func martlet(_ martlet: Martlet, sdkAuthenticationFailedWith error: Martlet.SDKAuthenticationError) {
    // A device that asks without end must not keep the test from ending.
    guard answers < 1_000 else { return }
    answers += 1
    martlet.setSDKAuthenticationSignature(signature(answers), userId: error.userId)
    martlet.requestImmediateDataFlush()
  }
}
