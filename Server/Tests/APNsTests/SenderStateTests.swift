// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Testing

@testable import APNs

@Suite("Decisions of a sender")
struct SenderStateTests {
  private struct Script {
    var state: SenderState
    var now = SenderTime(wall: Instant(milliseconds: 0), monotonic: .zero)

    init(_ limits: SenderLimits = SenderLimits()) { state = SenderState(limits: limits) }

    mutating func callAsFunction(_ input: SenderState.Input) -> [SenderState.Effect] {
      state.handle(input, at: now, random: 0)
    }

    mutating func advance(_ duration: Duration) -> [SenderState.Effect] {
      now = SenderTime(wall: now.wall + duration, monotonic: now.monotonic + duration)
      return self(.wake)
    }

    /// With a connection and a token.
    static func ready(_ limits: SenderLimits = SenderLimits(), streams: Int = 100) -> Script {
      var script = Script(limits)
      _ = script(.submit(1))
      _ = script(.settings(1, streams: streams))
      _ = script(.tokenSigned(ProviderToken(text: "token", issuedAt: script.now.wall, signedAt: .zero)))
      return script
    }
  }

  private static let notSent = PushResult.later(Postponement(cause: .notSent, wait: .forConnection))
  private static func notSent(_ trouble: ConnectionTrouble) -> PushResult {
    .later(Postponement(cause: .notSent, wait: .forConnection, trouble: trouble))
  }
  private static let unanswered = PushResult.later(Postponement(cause: .unanswered, wait: .forAnswer))

  @Test func `the first push connects, then asks for a token, then goes out`() {
    var script = Script()
    #expect(script(.submit(1)) == [.connect(1)])
    #expect(script(.submit(2)) == [])
    #expect(script(.settings(1, streams: 1)) == [.signToken])
    let token = ProviderToken(text: "token", issuedAt: script.now.wall, signedAt: .zero)
    #expect(script(.tokenSigned(token)) == [.write(1, 1, 1, token: "token")])
    #expect(
      script(.answered(1, 1, APNsAnswer(status: 200))) == [
        .finish(1, .sent), .write(1, 3, 2, token: "token"),
      ])
  }

  @Test func `a connection that is not ready in time is given up, and the next ones come later and later`() {
    var script = Script()
    _ = script(.submit(1))
    #expect(script.state.nextWake == .seconds(10))
    #expect(script.advance(.seconds(10)) == [.close(1)])
    #expect(script.state.nextWake == .seconds(11))
    #expect(script.advance(.seconds(1)) == [.connect(2)])
    #expect(script(.closed(2)) == [])
    #expect(script.state.nextWake == .seconds(13))
    #expect(script.advance(.seconds(2)) == [.connect(3)])
    #expect(script.advance(.seconds(17)).contains(.finish(1, Self.notSent(.timeout))))
  }

  @Test func `a peer that ends each connection without an answer is not called again and again`() {
    var script = Script.ready()
    #expect(script(.goAway(1, last: 0)) == [.close(1)])
    #expect(script.advance(.milliseconds(999)) == [])
    #expect(script.advance(.milliseconds(1)) == [.connect(2)])
  }

  @Test
  func `when a connection ends, what was not processed goes to the next one, and the rest is still answered`()
  {
    var script = Script.ready()
    for id in 2...4 as ClosedRange<UInt64> { _ = script(.submit(id)) }
    #expect(script(.answered(1, 1, APNsAnswer(status: 200))) == [.finish(1, .sent)])
    #expect(script(.goAway(1, last: 3)) == [.connect(2)])
    #expect(
      script(.settings(2, streams: 100)) == [
        .write(2, 1, 3, token: "token"), .write(2, 3, 4, token: "token"),
      ])
    #expect(script(.answered(1, 3, APNsAnswer(status: 200))) == [.finish(2, .sent), .close(1)])
  }

  @Test func `an idle connection that ends is closed, and the next push opens another`() {
    var script = Script.ready()
    _ = script(.answered(1, 1, APNsAnswer(status: 200)))
    #expect(script(.goAway(1, last: .max)) == [.close(1)])
    #expect(script(.submit(2)) == [.connect(2)])
  }

  @Test func `when all numbers of streams are used, the next push opens another connection`() {
    var connection = ConnectionState(at: .zero, first: .max - 2)
    connection.settings(streams: 10)
    #expect(connection.open(1) == Int32.max - 2)
    #expect(connection.open(2) == Int32.max)
    #expect(!connection.hasRoom)
    #expect(connection.isLast && !connection.isDone)
    #expect(connection.close(.max) == 2)
  }

  @Test func `a push that waits for a stream until its deadline was not sent`() {
    var script = Script.ready(streams: 1)
    _ = script(.submit(2))
    _ = script.advance(.seconds(29))
    _ = script(.heard(1))
    #expect(
      script.advance(.seconds(1)) == [.finish(1, Self.unanswered), .cancel(1, 1), .finish(2, Self.notSent)])
    #expect(script.state.unfinished == 0)
    #expect(script.state.nextWake == nil)
  }

  @Test func `a peer that accepts no streams at all holds nobody longer than the deadline`() {
    var script = Script.ready(streams: 0)
    #expect(script.state.nextWake == .seconds(30))
    #expect(script.advance(.seconds(30)).contains(.finish(1, Self.notSent)))
  }

  @Test func `events of a connection that is gone change nothing`() {
    var script = Script.ready()
    _ = script(.closed(1))
    for input in [
      SenderState.Input.answered(1, 1, APNsAnswer(status: 200)), .settings(1, streams: 5),
      .goAway(1, last: 0), .closed(1), .heard(1),
    ] {
      #expect(script(input) == [])
    }
    #expect(script.state.unfinished == 1)
  }
}
