// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import MartletNotificationService

@Suite("When a notification is delivered")
struct DeliveryStateTests {
  private static let file = URL(fileURLWithPath: "/tmp/a.png")

  private static func inputs() throws -> [DeliveryState.Input] {
    let picture = try #require(
      try NotificationPicture.read(["martlet": ["image_url": "https://shop.example/a.png"]]))
    return [
      .received(picture), .received(nil), .refused(.address("")), .loaded(file), .failed(.tooLarge),
      .timeIsUp,
    ]
  }

  @Test
  func
    `every order of inputs after the arrival delivers at most once, and the end of the time always delivers`()
    throws
  {
    let inputs = try Self.inputs()
    var tried = 0
    for first in inputs.prefix(3) {
      for second in inputs {
        for third in inputs {
          var state = DeliveryState()
          let effects = [first, second, third, .timeIsUp].flatMap { state.handle($0) }
          let delivered = effects.count { if case .deliver = $0 { true } else { false } }
          #expect(delivered == 1, "\(first), \(second), \(third)")
          tried += 1
        }
      }
    }
    #expect(tried == 108)
  }

  @Test func `nothing is delivered before the notification has arrived`() throws {
    var state = DeliveryState()
    for input in try Self.inputs().dropFirst(3) { #expect(state.handle(input).isEmpty) }
  }

  @Test func `at the end of the time, the download is cancelled, and a file that arrives later is not used`()
    throws
  {
    var state = DeliveryState()
    _ = state.handle(try #require(try Self.inputs().first))
    #expect(state.handle(.timeIsUp) == [.report(.timeIsUp), .cancelDownload, .deliver(nil)])
    #expect(state.handle(.loaded(Self.file)) == [])
    #expect(state.handle(.timeIsUp) == [])
  }
}

@Suite("What reaches the system")
struct PictureDeliveryTests {
  private static var payload: [AnyHashable: Any] { ["martlet": ["image_url": "https://shop.example/a.png"]] }

  /// A delivery whose content is a text, and what became of it.
  private final class Rig: Sendable {
    let loader = ManualLoader()
    let delivered = Mutex<[String]>([])
    let problems = Mutex<[NotificationPictureProblem]>([])

    func delivery(accepts: Bool = true) -> PictureDelivery<String> {
      PictureDelivery(
        "Hello", loader: loader, attach: { accepts ? "\($0) with \($1.lastPathComponent)" : nil },
        report: { problem in self.problems.withLock { $0.append(problem) } },
        deliver: { content in self.delivered.withLock { $0.append(content) } })
    }
  }

  @Test func `the picture is loaded and attached`() {
    let rig = Rig()
    let delivery = rig.delivery()
    delivery.start(Self.payload)
    #expect(rig.delivered.withLock { $0 } == [])
    rig.loader.answer(.success(URL(fileURLWithPath: "/tmp/a.png")))
    #expect(rig.delivered.withLock { $0 } == ["Hello with a.png"])
    delivery.timeIsUp()
    #expect(rig.delivered.withLock(\.count) == 1)
    #expect(rig.loader.cancellations == 0)
  }

  @Test func `a notification of another sender is delivered at once and untouched, and nothing is loaded`() {
    let rig = Rig()
    rig.delivery().start(["aps": ["alert": "Parcel"], "image_url": "https://other.example/a.png"])
    #expect(rig.delivered.withLock { $0 } == ["Hello"])
    #expect(rig.loader.started == 0)
    #expect(rig.problems.withLock { $0 } == [])
  }

  @Test
  func
    `a file that the system does not accept, and a download that fails, leave the notification as it came`()
  {
    let refused = Rig()
    refused.delivery(accepts: false).start(Self.payload)
    refused.loader.answer(.success(URL(fileURLWithPath: "/tmp/a.png")))
    #expect(refused.delivered.withLock { $0 } == ["Hello"])
    #expect(refused.problems.withLock { $0 } == [.refused])

    let failed = Rig()
    failed.delivery().start(Self.payload)
    failed.loader.answer(.failure(.network(code: -1_009)))
    #expect(failed.delivered.withLock { $0 } == ["Hello"])
    #expect(failed.problems.withLock { $0 } == [.network(code: -1_009)])
  }

  @Test func `an address that is refused is reported, and the notification is delivered`() {
    let rig = Rig()
    rig.delivery().start(["martlet": ["image_url": "http://shop.example/a.png"]])
    #expect(rig.delivered.withLock { $0 } == ["Hello"])
    #expect(rig.problems.withLock(\.count) == 1)
  }

  @Test func `a loader that answers before it returns is heard`() {
    let rig = Rig()
    rig.loader.answerAtOnce(.success(URL(fileURLWithPath: "/tmp/a.png")))
    rig.delivery().start(Self.payload)
    #expect(rig.delivered.withLock { $0 } == ["Hello with a.png"])
  }

  @Test
  func
    `if the end of the time and the end of the download come at the same moment, on two threads, one of them delivers`()
    async
  {
    for _ in 0..<500 {
      let rig = Rig()
      let delivery = rig.delivery()
      delivery.start(Self.payload)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { delivery.timeIsUp() }
        group.addTask { rig.loader.answer(.success(URL(fileURLWithPath: "/tmp/a.png"))) }
      }
      #expect(rig.delivered.withLock(\.count) == 1)
    }
  }
}

/// A loader whose answers the test gives.
private final class ManualLoader: PictureLoading {
  typealias Answer = Result<URL, NotificationPictureProblem>
  private struct State {
    var waiting: [@Sendable (Answer) -> Void] = []
    var immediate: Answer?
    var started = 0
    var cancellations = 0
  }

  private let state = Mutex(State())

  var started: Int { state.withLock(\.started) }
  var cancellations: Int { state.withLock(\.cancellations) }

  func load(_ picture: NotificationPicture, _ done: @escaping @Sendable (Answer) -> Void)
    -> @Sendable () -> Void
  {
    let immediate = state.withLock { state in
      state.started += 1
      if state.immediate == nil { state.waiting.append(done) }
      return state.immediate
    }
    if let immediate { done(immediate) }
    return { self.state.withLock { $0.cancellations += 1 } }
  }

  func answerAtOnce(_ answer: Answer) {
    state.withLock { $0.immediate = answer }
  }

  func answer(_ answer: Answer) {
    for done in state.withLock(\.waiting) { done(answer) }
  }
}
