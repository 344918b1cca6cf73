// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Playing a device's recording, which a launch does with the newest one, against only reading it.
enum ReplayBenchmarks {
  /// 2,000 events of a device with 200 campaigns, and what followed from them.
  private static func recording() -> [UInt8] {
    let now = DecisionBenchmarks.now
    let campaigns = RulesBenchmarks.definitions(200).map {
      Wire.Campaign($0, message: Wire.Message(kind: .known(.control)))
    }
    var engine = DeliveryEngine(environment: .still)
    keep(engine.handle(.definitionsReceived(RulesBenchmarks.definitions(200)), at: now))
    let snapshot = Wire.Recording.Snapshot(
      sdkVersion: "0", at: now, policy: engine.policy, utcOffset: .zero, timeZone: nil, userID: nil)
    var bytes = Wire.Recording.head(
      snapshot, engine,
      definitions: Wire.Recording.definitionFrames(tag: "d-1", userID: nil, campaigns: campaigns, caps: []))
    for number in 0..<2_000 {
      let at = now + .seconds(Int64(number))
      let logged = Event(
        id: "e-\(number)", at: at,
        kind: .custom(name: "event_\(number % 200)", properties: DecisionBenchmarks.properties))
      let effects = engine.handle(.eventLogged(logged), at: at)
      guard let input = Wire.Recording.Input(.eventLogged(logged), at: at, utcOffset: .zero) else { continue }
      bytes += Wire.Recording.frames(of: input, effects: effects)
    }
    return bytes
  }

  static func run(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let bytes = recording()
    func play() -> Int {
      var steps = 0
      var player = Wire.Recording.Player()
      player.play(bytes, segment: 1) { _ in steps += 1 }
      return steps
    }
    func read() -> Int {
      var values = 0
      for record in JournalFrame.scan(bytes).records
      where (try? Wire.decode(Wire.JSONValue.self, from: record.payload)) != nil {
        values += 1
      }
      return values
    }
    precondition(play() >= 2_000 && read() > 2_000)
    let comparison = stopwatch.compare(
      "replay of a recording of 2,000 events", goal: .atMost(4), "read, play and compare", { keep(play()) },
      against: "read its frames and JSON", { keep(read()) })
    print("<!-- replay: \(Int(2_000 / (comparison.subject.median / 1e9))) events a second -->")
    return [comparison]
  }
}
