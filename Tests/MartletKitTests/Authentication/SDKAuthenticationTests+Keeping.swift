// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

extension SDKAuthenticationTests {
  // MARK: - Keeping

  @Test
  func
    `somebody who left is vouched for while something of them waits, under the device that they used; then their signature goes`()
    async
  {
    let bench = bench(.manual)
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "signature-of-ada")
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.logOut()
    bench.martlet.logCustomEvent(name: "nobody's")
    await bench.martlet.settled()
    #expect(bench.storedText.contains("signature-of-ada"))
    bench.martlet.requestImmediateDataFlush()
    let hers = await nextEvents()
    #expect(signature(of: hers) == "signature-of-ada" && hers.events.map(\.userID) == ["ada", "ada"])
    hers.answerStored()
    let next = await nextEvents()
    #expect(signature(of: next) == nil && next.events.map(\.label) == ["custom nobody's"])
    next.answerStored()
    await bench.settle(until: { transport.openCount == 0 })
    await bench.martlet.settled()
    #expect(!bench.storedText.contains("signature-of-ada"))
  }

  @Test func `a wipe takes signatures with it; nothing but the state ever holds one`() async throws {
    let bench = bench(.manual)
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "signature-of-ada")
    bench.martlet.logCustomEvent(name: "a")
    await bench.martlet.settled()
    #expect(try files(of: bench, holding: "signature-of-ada") == ["state"])
    bench.martlet.wipeData()
    await bench.martlet.settled()
    #expect(try files(of: bench, holding: "signature-of-ada") == [])
    #expect(!bench.log.contains("signature-of-ada"))
  }

  func files(of bench: Bench, holding text: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: bench.directory.path).filter { path in
      (try? Data(contentsOf: bench.directory.appendingPathComponent(path)))?.range(of: Data(text.utf8)) != nil
    }
  }

  @Test func `what is given while the SDK is off counts when it is on again`() async {
    let bench = bench(.manual)
    bench.martlet.isEnabled = false
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    bench.martlet.changeUser(userId: "ben", sdkAuthSignature: "ben-1")
    bench.martlet.setSDKAuthenticationSignature("ben-2")
    bench.martlet.isEnabled = true
    bench.martlet.requestImmediateDataFlush()
    let request = await nextEvents()
    #expect(signature(of: request) == "ben-2" && Set(request.events.map(\.userID)) == ["ben"])
    #expect(!bench.storedText.contains("ada-1"))
  }

  @Test
  func
    `a message that is rendered at display is asked for with the user's signature, and not while they are not believed`()
    async
  {
    let server = ScriptedServer(campaigns: [.renderedOnEvent("a")])
    let bench = Bench(transport: server) {
      $0.api.sdkAuthentication = true
      $0.triggerMinimumTimeInterval = 0
    }
    bench.martlet.changeUser(userId: "ada", sdkAuthSignature: "ada-1")
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    await bench.quiet()
    server.answerNext(CountingServer.response(refusal(.expired), status: 401))
    bench.martlet.logCustomEvent(name: "a")
    await bench.settle(until: { server.renderRequests.count == 1 })
    await bench.quiet()
    #expect(server.renderRequests.map { $0.headers[Wire.UserSignature.header] } == ["ada-1"])
    bench.martlet.logCustomEvent(name: "a")
    await bench.quiet()
    #expect(server.renderRequests.count == 1)
    #expect(!bench.log.contains("SDK key"))
  }
}
