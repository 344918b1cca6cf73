// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletTesting
import MartletWire
import TestSupport

/// A scenario made by chance: a few campaigns with every rule that there is, and a person, an app
/// and a server that do anything at any time.
///
/// It is written as a file is, so that one that finds a mistake can be kept and run by hand.
struct RandomScenario {
  typealias JSON = Wire.JSONValue

  /// Everything that waits comes to its end: somebody signs in who was never there, and what waits
  /// for them ends with the SDK switched off.
  static let closing: [JSON] = [
    ["enabled": true], ["window": true], ["network": true], ["foreground": true], ["user": "last"],
    ["flush": true], ["wait": "1h"], ["flush": true], ["wait": "1h"],
    ["enabled": false],
  ]

  private(set) var json: JSON
  private var random: SeededGenerator
  /// Chance of its own for rules that came later, so that the worlds of seeds stay what they were
  /// apart from these.
  private var later: SeededGenerator
  private let seed: UInt64
  private var isEnabled = true
  /// Who is offline tries again every few minutes, which is slow to follow through a month.
  private var isOnline = true

  /// - Parameter isCapped: many campaigns for the same few events and under the same few caps, so
  ///   that these bind, also for what waits.
  init(seed: UInt64, isCapped: Bool = false) {
    json = .null
    random = SeededGenerator(seed: seed)
    later = SeededGenerator(seed: seed ^ 0x9E7)
    self.seed = seed
    if isCapped { makeCapped(seed) } else { makeAny(seed) }
  }

  private mutating func makeAny(_ seed: UInt64) {
    let campaigns = (0..<random.int(2...5)).map { campaign("c\($0)", version: 1) }
    let caps: [JSON] = random.array(0...2) { Self.cap(&$0, tag: $0.element(of: [nil, "a", "b"])) }
    isOnline = !random.oneIn(8)
    let configuration: JSON = [
      "minimum_interval": .string(random.element(of: ["0s", "1s", "30s", "30s"])),
      "session_timeout": .string(random.element(of: ["0s", "10s", "5m"])),
      "drain_policy": .string(
        random.element(of: ["after_dismissal", "after_dismissal", "when_eligible", "manual"])),
      "asset_deadline": .string(random.element(of: ["0s", "10s"])),
      "display_timeout": .string(random.element(of: ["5s", "30s"])),
      "network": .bool(isOnline),
    ]
    var steps: [JSON] = [["launch": random.oneIn(8) ? "background" : true]]
    for _ in 0..<random.int(8...30) { steps.append(step(of: campaigns)) }
    steps += Self.closing
    json = [
      "version": 1, "name": .string("World \(seed)"), "configuration": configuration,
      "campaigns": .array(campaigns), "caps": .array(caps),
      "steps": .array(steps),
    ]
  }

  // MARK: - Worlds in which caps bind

  private mutating func makeCapped(_ seed: UInt64) {
    let campaigns: [JSON] = (0..<random.int(4...9)).map { number in
      var fields: [String: JSON] = [
        "id": .string("c\(number)"),
        "triggers": [["kind": "custom_event", "name": .string(random.element(of: ["tap", "open"]))]],
        "message": [
          "kind": .string(random.oneIn(8) ? "control" : "slideup"), "message": .string("Text of c\(number)"),
        ],
      ]
      if random.oneIn(4) {
        fields["tags"] = random.oneIn(2) ? ["b"] : ["a", "b"]
      } else {
        fields["tags"] = ["a"]
      }
      if random.oneIn(2) { fields["caps"] = [Self.tightCap(&random, tag: nil)] }
      if random.oneIn(6) { fields["delay_ms"] = 1_000 }
      if random.oneIn(6) { fields["render"] = "at_display" }
      return .object(inExperiment(fields, "c\(number)"))
    }
    let caps: [JSON] = random.array(1...3) { Self.tightCap(&$0, tag: $0.element(of: ["a", "a", "b", nil])) }
    var steps: [JSON] = [["launch": true]]
    for _ in 0..<random.int(8...16) { steps += cappedSteps() }
    json = [
      "version": 1, "name": .string("World \(seed) of caps"),
      "configuration": [
        "minimum_interval": .string(random.element(of: ["0s", "0s", "5s"])),
        "session_timeout": .string(random.element(of: ["5s", "1h"])),
        "drain_policy": .string(random.element(of: ["after_dismissal", "when_eligible"])),
      ],
      "campaigns": .array(campaigns), "caps": .array(caps), "steps": .array(steps + Self.closing),
    ]
  }

  private mutating func cappedSteps() -> [JSON] {
    func event() -> JSON { ["event": .string(random.element(of: ["tap", "open"]))] }
    var steps: [JSON]
    switch random.int(0...9) {
    case 0...2: steps = [event()]
    case 3...5:
      // Several wait, and the first of them may use up what the others need.
      let pairs: [(first: JSON, last: JSON)] = [
        (["background": true], ["foreground": true]), (["window": false], ["window": true]),
        (["answers": ["display": "reenqueue"]], ["answers": ["display": "now"]]),
      ]
      let (first, last) = random.element(of: pairs)
      steps = [first] + (0..<random.int(2...4)).map { _ in event() } + [last, ["present_next": true]]
      for _ in 0..<random.int(0...2) { steps.append(["advance": "6s", "tap": "swipe"]) }
    case 6, 7: steps = [["advance": .string(random.element(of: ["1s", "10s"])), "tap": "swipe"]]
    case 8: steps = [["relaunch": true]]
    default: steps = [["user": .string(random.element(of: ["ada", "bob"]))]]
    }
    if random.oneIn(3) { steps.append(["wait": .string(random.element(of: ["1s", "10s", "6h", "25h"]))]) }
    return steps
  }

  private static func tightCap(_ random: inout SeededGenerator, tag: String?) -> JSON {
    var cap: [String: JSON] = [
      "limit": .int(Int64(random.int(1...2))),
      "within": .string(random.element(of: ["session", "session", "day", "lifetime"])),
    ]
    if let tag { cap["tag"] = .string(tag) }
    return .object(cap)
  }

  // MARK: - Campaigns

  private mutating func campaign(_ id: String, version: Int64) -> JSON {
    var fields: [String: JSON] = [
      "id": .string(id), "version": .int(version),
      "priority": [
        "bucket": .string(random.element(of: ["low", "medium", "high"])),
        "order": .int(Int64(random.int(0...1))),
      ],
      "triggers": .array((0..<random.int(1...2)).map { _ in trigger(depth: 2) }),
      "message": message(id),
    ]
    if random.oneIn(4) { fields["delay_ms"] = .int(random.element(of: [1_000, 5_000, 60_000])) }
    // Exceptions take back what a delay holds: without one they are a mistake.
    if random.oneIn(5), fields["delay_ms"] != nil { fields["exceptions"] = [plainTrigger()] }
    if random.oneIn(3) { fields["tags"] = .array([.string(random.element(of: ["a", "b"]))]) }
    if random.oneIn(3) {
      fields["caps"] = .array((0..<random.int(1...2)).map { _ in Self.cap(&random, tag: nil) })
    }
    if random.oneIn(4) {
      fields["re_eligibility"] =
        random.oneIn(2)
        ? ["type": "once"]
        : ["type": "after", "after_ms": .int(random.element(of: [1_000, 60_000, 86_400_000]))]
    }
    if random.oneIn(6) { fields["display_within_ms"] = .int(random.element(of: [1_000, 20_000, 90_000])) }
    if random.oneIn(8) { fields["expires_after_ms"] = .int(random.element(of: [60_000, 3_600_000])) }
    if random.oneIn(8) {
      fields["ends_at"] = .int(1_767_225_600_000 + random.element(of: [10_000, 120_000]))
    }
    if random.oneIn(8) {
      fields["starts_at"] = .int(1_767_225_600_000 + random.element(of: [-10_000, 30_000]))
    }
    if random.oneIn(8) {
      fields["ends_at_local"] = .string(random.element(of: ["2026-01-01T00:01:00", "2026-01-02T00:00:00"]))
    }
    if random.oneIn(5) { fields["render"] = "at_display" }
    if later.oneIn(5) {
      // Around the midnight at which the worlds begin.
      var hours: [String: JSON] = [
        "from": .string(later.element(of: ["23:59", "00:00", "00:01"])),
        "to": .string(later.element(of: ["00:00", "00:02", "00:10", "06:00"])),
      ]
      if later.oneIn(3) { hours["weekdays"] = ["thu", "sat"] }
      fields["quiet_hours"] = [.object(hours)]
    }
    return .object(inExperiment(fields, id))
  }

  /// Some campaigns have an experiment, in all of their versions. The person's arm gets the
  /// message, or a silent one in its place.
  private func inExperiment(_ fields: [String: JSON], _ id: String) -> [String: JSON] {
    var random = SeededGenerator(seed: seed ^ 0xA12 ^ UInt64(id.utf8.last ?? 0) << 32)
    guard random.oneIn(3) else { return fields }
    var fields = fields
    let isWithheld = random.oneIn(2)
    fields["arm"] = [
      "experiment_id": .string("x-\(id)"), "name": isWithheld ? "control" : "a",
      "withheld": .bool(isWithheld),
      "keeps_turn": .bool(random.oneIn(3)),
    ]
    if isWithheld { fields["message"] = ["kind": "control"] }
    return fields
  }

  private static func cap(_ random: inout SeededGenerator, tag: String?) -> JSON {
    var cap: [String: JSON] = [
      "limit": .int(Int64(random.int(1...3))),
      "within": .string(random.element(of: ["session", "day", "day", "week", "month", "year", "lifetime"])),
    ]
    if let tag { cap["tag"] = .string(tag) }
    return .object(cap)
  }

  private mutating func trigger(depth: Int) -> JSON {
    guard depth > 0, random.oneIn(4) else { return plainTrigger() }
    let kind = random.element(of: ["any", "all", "count"])
    let count = kind == "count" ? 1 : random.int(1...2)
    var fields: [String: JSON] = [
      "kind": .string(kind), "triggers": .array((0..<count).map { _ in trigger(depth: depth - 1) }),
    ]
    if kind != "any" {
      fields["within"] = random.oneIn(2) ? ["type": "session"] : ["type": "last", "ms": 86_400_000]
    }
    if kind == "count" {
      fields["times"] = .int(Int64(random.int(1...3)))
      fields["match"] = .string(random.element(of: ["at_least", "exactly", "every"]))
    }
    return .object(fields)
  }

  private mutating func plainTrigger() -> JSON {
    switch random.int(0...9) {
    case 0: return ["kind": "session_start"]
    case 1: return random.oneIn(2) ? ["kind": "push_click"] : ["kind": "push_click", "name": "c0"]
    case 2: return ["kind": "any_purchase"]
    case 3:
      return random.oneIn(2) ? ["kind": "purchase", "name": "p"] : ["kind": "screen_view", "name": "Cart"]
    default:
      var trigger: [String: JSON] = [
        "kind": "custom_event", "name": .string(random.element(of: ["tap", "tap", "open"])),
      ]
      if random.oneIn(4) {
        trigger["filter"] = ["path": ["x"], "op": "equals", "value": .int(Int64(random.int(0...1)))]
      }
      return .object(trigger)
    }
  }

  private static let pictures = [
    "https://cdn.example.com/1.png", "https://cdn.example.com/2.png?cache=false",
  ]

  private mutating func message(_ id: String) -> JSON {
    let kind = random.element(of: [
      "slideup", "slideup", "slideup", "modal", "modal", "full", "html", "modal_image", "control",
    ])
    if kind == "control" { return ["kind": "control"] }
    var fields: [String: JSON] = ["kind": .string(kind), "message": .string("Text of \(id)")]
    if kind == "html" { fields["message"] = "<p>Text</p>" }
    if kind == "modal_image" || kind == "full" || random.oneIn(3), kind != "html" {
      fields["image_url"] = .string(random.element(of: Self.pictures))
      fields["image_alt"] = "A picture"
    }
    if kind == "modal" || kind == "full" {
      fields["buttons"] = [
        ["id": 0, "text": "Yes", "click_action": ["type": "url", "url": "https://example.com/yes"]],
        ["id": 1, "text": "No"],
      ]
    }
    if random.oneIn(4) {
      fields["close"] = ["type": "auto", "after_seconds": .int(random.element(of: [1, 40]))]
    }
    if random.oneIn(8) { fields["orientation"] = .string(random.element(of: ["portrait", "landscape"])) }
    return .object(fields)
  }

  // MARK: - Steps

  private mutating func step(of campaigns: [JSON]) -> JSON {
    var step = action(of: campaigns)
    if case .bool(let isOn)? = step["network"] { isOnline = isOn }
    switch random.int(0...7) {
    case 0...3: break
    case 4, 5: step["advance"] = .string(random.element(of: ["500ms", "2s", "5s"]))
    case 6: step["advance"] = .string(random.element(of: ["10s", "31s", "2m"]))
    default:
      if random.oneIn(2) {
        step["advance"] = .string(random.element(of: isOnline ? ["1h", "25h", "8d", "31d"] : ["1h", "25h"]))
      }
    }
    return .object(step)
  }

  private mutating func action(of campaigns: [JSON]) -> [String: JSON] {
    let id = JSON.string("c\(random.int(0...(campaigns.count - 1)))")
    switch random.int(0...47) {
    case 0...13: return event()
    case 14, 15: return ["purchase": .string(random.element(of: ["p", "q"]))]
    case 16: return ["screen": .string(random.element(of: ["Cart", "Home"]))]
    case 17: return ["push_click": random.oneIn(2) ? true : "c0"]
    case 18...22:
      return ["tap": random.element(of: ["close", "swipe", "body", "escape", ["button": 0]] as [JSON])]
    case 23, 24: return ["dismiss": true]
    case 25, 26: return ["background": true]
    case 27, 28: return ["foreground": true]
    case 29, 30: return ["user": .string(random.element(of: ["ada", "ada", "bob"]))]
    case 31: return ["relaunch": random.oneIn(3) ? "background" : true]
    case 32: return random.oneIn(2) ? ["rotate": true] : ["dark": .bool(random.oneIn(2))]
    case 33: return ["window": .bool(!random.oneIn(2))]
    case 34, 35: return ["network": .bool(!random.oneIn(2))]
    case 36, 37: return answers(id)
    case 38, 39:
      return [
        "asset": [
          "url": .string(random.element(of: Self.pictures)),
          "result": .string(random.element(of: ["missing", "unreachable", "broken", "hangs"])),
        ]
      ]
    case 40: return ["render": rendering(id)]
    case 41: return ["recall": id]
    case 42:
      guard case .object(var edited)? = campaigns.first(where: { $0["id"] == id }) else {
        return ["flush": true]
      }
      if random.oneIn(2) { edited["version"] = .int(Int64(random.int(2...9))) }
      return ["publish": ["campaigns": [.object(edited)]]]
    case 43:
      guard isEnabled else { return ["wait": "1s"] }
      return [
        "wall_clock": .int(
          1_767_225_600_000 + 1_000 * random.element(of: [-86_400, -30, 0, 60, 3_600, 172_800]))
      ]
    case 44: return ["present_next": true]
    case 45:
      return random.oneIn(2) ? ["flush": true] : ["wait": .string(random.element(of: ["1s", "15s", "1m"]))]
    case 46:
      return [
        "present": [
          "id": .string("own\(random.int(0...9_999))"),
          "message": ["kind": "slideup", "message": "The app's own"],
        ]
      ]
    default:
      // Off for a while, or all is gone.
      let wipes = isEnabled && random.oneIn(2)
      isEnabled = !isEnabled
      return wipes ? ["wipe": true] : ["enabled": .bool(isEnabled)]
    }
  }

  private mutating func event() -> [String: JSON] {
    let name = JSON.string(random.element(of: ["tap", "tap", "tap", "open", "nobody"]))
    return random.oneIn(3)
      ? ["event": name] : ["event": ["name": name, "properties": ["x": .int(Int64(random.int(0...1)))]]]
  }

  private mutating func answers(_ id: JSON) -> [String: JSON] {
    let answer = JSON.string(random.element(of: ["now", "now", "reenqueue", "discard"]))
    guard let id = id.text, random.oneIn(2) else { return ["answers": ["display": answer]] }
    return ["answers": ["campaigns": .object([id: answer])]]
  }

  private mutating func rendering(_ id: JSON) -> JSON {
    switch random.int(0...4) {
    case 0, 1: ["campaign": id, "message": message("rendered")]
    case 2: ["campaign": id, "withdrawn": "not_eligible"]
    case 3: ["campaign": id, "status": 503]
    default: ["campaign": id, "hangs": true]
    }
  }
}

extension Wire.JSONValue {
  subscript(key: String) -> Wire.JSONValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var elements: [Wire.JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
