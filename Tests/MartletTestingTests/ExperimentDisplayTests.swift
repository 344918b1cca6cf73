// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

/// Experiments through the real client and the default presenter: what is recorded, and what is
/// drawn.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExperimentDisplayTests {
  private static let picture = "https://cdn.test/tulips.png"
  private static let treated = Wire.ExperimentArm(experimentID: "x-1", name: "a")
  private static let withheld = Wire.ExperimentArm(experimentID: "x-1", name: "control", isWithheld: true)

  /// On the event `e`, before other campaigns. As the server sends it: without a message for those
  /// who get none.
  private func tested(
    _ arm: Wire.ExperimentArm, message: Wire.Message? = nil, isRendered: Bool = false, order: Int = 1
  ) -> Wire.Campaign {
    let silent = Wire.Message(kind: .known(.control))
    var campaign = Wire.Campaign.on(
      "e", id: "x", order: order, message: arm.isWithheld ? silent : message, isRendered: isRendered)
    campaign.arm = arm
    return campaign
  }

  /// What the server has of messages, in the order of the journal.
  private func stored(_ bench: DisplayBench) async -> [String] {
    _ = await bench.outcomes()
    return bench.server.storedEvents.compactMap { event in
      switch event.body {
      case .exposure(let presentation, let experiment, let arm):
        "\(presentation.campaignID): exposure \(experiment) \(arm)"
      case .impression(let presentation): "\(presentation.campaignID): shown"
      case .outcome(let presentation, let outcome, let reason):
        "\(presentation.campaignID): " + [outcome.rawValue, reason].compactMap { $0 }.joined(separator: " ")
      default: nil
      }
    }
  }

  @Test(arguments: [false, true])
  func
    `the exposure has the experiment, the arm, the person and the session, and comes before the impression`(
      isWithheld: Bool
    ) async throws
  {
    let bench = await DisplayBench([tested(isWithheld ? Self.withheld : Self.treated)]).started()
    bench.martlet.changeUser(userId: "ada")
    await bench.settle { bench.delegate.decisions.last?.userID == "ada" }
    await bench.log("e")
    await bench.settle { !bench.told.isEmpty }
    #expect(
      await stored(bench)
        == (isWithheld ? ["x: exposure x-1 control", "x: withheld"] : ["x: exposure x-1 a", "x: shown"]))
    let events = bench.server.storedEvents
    let exposure = try #require(events.first { $0.body.kind == "exposure" })
    let session = events.last { $0.body == .sessionStart }
    #expect(exposure.userID == "ada" && exposure.sessionID == session?.sessionID && exposure.sessionID != nil)
    guard case .exposure(let presentation, _, _) = exposure.body else { return }
    #expect(
      presentation.id == bench.delegate.decisions.first { $0.chosen == "x" }?.id
        && presentation.campaignVersion == 1)
  }

  @Test func `a withheld message is never drawn, and nobody is told that it was shown`() async {
    let bench = await DisplayBench([tested(Self.withheld)]).started()
    await bench.log("e")
    await bench.settle { bench.told == ["x: withheld"] }
    #expect(bench.host.calls.isEmpty && bench.ui?.messageView == nil && bench.ui?.stack.isEmpty == true)
    #expect(bench.delegate.outcomes.map(\.outcome) == [.withheld])
    #expect(await stored(bench) == ["x: exposure x-1 control", "x: withheld"])
  }

  @Test(arguments: [true, false])
  func `the next campaign is shown in its place, and neither of them waits for the other`(isTested: Bool)
    async
  {
    var second = Wire.Campaign.on("e", id: "b")
    if isTested { second.arm = .init(experimentID: "x-2", name: "b") }
    let bench = await DisplayBench([tested(Self.withheld), second], interval: 30).started()
    await bench.log("e")
    await bench.settle { bench.visible == "I am b" }
    #expect(bench.told == ["x: withheld", "b: shown"])
    let first = ["b: suppressed priority", "x: exposure x-1 control", "x: withheld"]
    #expect(await stored(bench) == first + (isTested ? ["b: exposure x-2 b", "b: shown"] : ["b: shown"]))
  }

  @Test func `in the background and behind another message nothing is compared; when its turn comes, it is`()
    async
  {
    for arm in [Self.treated, Self.withheld] {
      let bench = await DisplayBench([tested(arm), .on("f", id: "other")]).started()
      await bench.log("f")
      await bench.settle { bench.visible == "I am other" }
      await bench.log("e")
      bench.martlet.applicationDidEnterBackground()
      await bench.log("e")
      #expect(await stored(bench).filter { $0.contains("exposure") } == [])
      bench.martlet.applicationDidBecomeActive()
      await bench.quiet()
      #expect(await stored(bench).filter { $0.contains("exposure") } == [])
      bench.ui?.dismiss()
      await bench.settle { bench.told.contains { $0 == "x: withheld" || $0 == "x: shown" } }
      #expect(await stored(bench).filter { $0.contains("exposure") }.count == 1)
    }
  }

  @Test func `a message that its delegate shows later is compared once, at its first turn`() async {
    final class Later: InAppMessageUIDelegate {
      var choice = InAppMessageUI.DisplayChoice.reenqueue
      func inAppMessage(
        _ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage
      ) -> InAppMessageUI.DisplayChoice { choice }
    }
    let delegate = Later()
    let bench = await DisplayBench([tested(Self.treated)]).started()
    bench.ui?.delegate = delegate
    await bench.log("e")
    await bench.settle { bench.told == ["x: queued reenqueued_by_delegate"] }
    delegate.choice = .now
    bench.ui?.presentNext()
    await bench.settle { bench.visible == "I am x" }
    #expect(await stored(bench) == ["x: exposure x-1 a", "x: queued reenqueued_by_delegate", "x: shown"])
  }

  @Test
  func
    `what fails in a treated arm has been compared before: an asset, the orientation, a kind that this version does not know`()
    async
  {
    let upright = Wire.Message(kind: .known(.slideup), message: "Upright", orientation: .known(.landscape))
    for (message, reason) in [
      (.slideup("Tulips", image: Self.picture), "asset_failed"), (upright, "orientation"),
      (.init(kind: .unknown("hologram")), "unsupported_kind"),
      (.init(kind: .known(.modalImage)), "invalid_content"),
    ] {
      let bench = await DisplayBench(
        [tested(Self.treated, message: message), .on("e", id: "b")], interval: 30
      ).started()
      await bench.log("e")
      await bench.settle("\(reason)") { bench.visible == "I am b" }
      #expect(
        await stored(bench) == [
          "b: suppressed priority", "x: exposure x-1 a", "x: discarded \(reason)", "b: shown",
        ])
    }
  }

  @Test
  func `a message of an unknown kind waits for its turn as any other, so that it is not compared too early`()
    async
  {
    let bench = await DisplayBench([
      tested(Self.treated, message: .init(kind: .unknown("hologram"))), .on("f", id: "other"),
    ]).started()
    await bench.log("f")
    await bench.log("e")
    await bench.quiet()
    #expect(await stored(bench) == ["other: shown", "x: queued other_message_visible"])
    bench.ui?.dismiss()
    await bench.settle { bench.told.last == "x: discarded unsupported_kind" }
    #expect(await stored(bench).suffix(2) == ["x: exposure x-1 a", "x: discarded unsupported_kind"])
  }

  @Test func `a personal message is compared before the server is asked to render it`() async {
    let bench = await DisplayBench([tested(Self.treated, isRendered: true)]) {
      $0.url.path == "/sdk/v1/render"
    }.started()
    await bench.log("e")
    let request = await bench.held.waitForRequest()
    #expect(await stored(bench) == ["x: exposure x-1 a"])
    request.answer(.init(status: 200, body: Wire.encode(Wire.RenderResponse(message: .slideup("Hello Ada")))))
    await bench.settle { bench.visible == "Hello Ada" }
    #expect(await stored(bench) == ["x: exposure x-1 a", "x: shown"])
  }

  @Test func `the server is never asked to render a message that is withheld`() async {
    let bench = await DisplayBench([tested(Self.withheld, isRendered: true)]).started()
    await bench.log("e")
    await bench.settle { bench.told == ["x: withheld"] }
    await bench.quiet()
    #expect(bench.requests("/render") == 0)
  }
}
