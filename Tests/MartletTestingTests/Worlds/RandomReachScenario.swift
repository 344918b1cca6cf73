// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletTesting
import MartletWire
import TestSupport

/// A scenario of banners, content, data, pushes and messages made by chance.
struct RandomReachScenario {
  typealias JSON = Wire.JSONValue

  private(set) var json: JSON = .null
  private var random: SeededGenerator
  private static let picture = "https://example.com/a.png"
  private static let page = "https://example.com/a.css"

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let campaigns = (0..<random.int(2...6)).map { campaign("c\($0)", version: 1) }
    var steps: [JSON] = [["launch": random.oneIn(8) ? "background" : true]]
    for _ in 0..<random.int(10...40) { steps.append(step()) }
    json = [
      "version": 1, "name": .string("World \(seed)"),
      "configuration": [
        "minimum_interval": "0s", "waiting_items": .int(random.oneIn(3) ? Int64(random.int(0...4)) : 1_000),
        "surveys": random.oneIn(2) ? "page" : "steps", "clears_badge": .bool(random.oneIn(2)),
      ],
      "campaigns": .array(campaigns), "steps": .array(steps + RandomScenario.closing),
    ]
  }

  // MARK: - Campaigns

  private mutating func campaign(_ id: String, version: Int64) -> JSON {
    var fields: [String: JSON] = ["id": .string(id), "version": .int(version)]
    fields["triggers"] = [["kind": "custom_event", "name": .string(event())]]
    let banner: JSON = random.oneIn(4) ? ["image_url": .string(Self.picture)] : ["title": "Hello"]
    switch random.int(0...7) {
    case 0:
      fields["message"] = ["kind": .string(random.element(of: ["slideup", "modal"])), "message": "Hello"]
    case 1:
      fields["data"] = random.oneIn(2) ? ["type": "text", "body": "hi"] : ["type": "base64", "body": "AAEC"]
    case 2: fields["banner"] = banner
    case 3: fields["content"] = content()
    default: (fields["banner"], fields["content"]) = (banner, content())
    }
    guard fields["message"] == nil else { return .object(fields) }
    if random.oneIn(4) {
      fields["screens"] = .array(random.array(1...2) { .string($0.element(of: ["A", "B"])) })
    }
    if random.oneIn(5) { fields["delivery"] = .string(random.element(of: ["in_app", "out_of_app"])) }
    if random.oneIn(5) { fields["expires_after_ms"] = .int(Int64(random.int(1...600_000))) }
    if random.oneIn(8) { fields["ends_at"] = .int(1_767_225_600_000 + Int64(random.int(1...600_000))) }
    if random.oneIn(8) { fields["delay_ms"] = .int(Int64(random.int(1...20_000))) }
    return .object(fields)
  }

  private mutating func content() -> JSON {
    switch random.int(0...2) {
    case 0: return ["kind": "text", "body": "It is here.", "action_label": "More", "exit_label": "Close"]
    case 1:
      return [
        "kind": "html", "body": "<p>Hello</p>", "asset_urls": [.string(Self.page)], "exit_label": "Close",
      ]
    default:
      let choices: JSON = [["id": "yes", "title": "Yes"], ["id": "no", "title": "No"]]
      return [
        "kind": "survey", "questions": [["id": "q", "kind": "single", "title": "?", "choices": choices]],
      ]
    }
  }

  // MARK: - Steps

  private mutating func event() -> String { random.element(of: ["tap", "open"]) }
  private mutating func campaignID() -> JSON { .string("c\(random.int(0...1))") }

  private mutating func step() -> JSON {
    guard case .object(var fields) = action() else { return .null }
    if random.oneIn(3) {
      fields["advance"] = .string(random.element(of: ["1ms", "1s", "4s", "5s", "30s", "2m"]))
    }
    return .object(fields)
  }

  private mutating func action() -> JSON {
    switch random.int(0...26) {
    case 0...3: ["event": .string(event())]
    case 4...9:
      [
        "tap": .string(
          random.element(of: ["body", "body", "close", "swipe", "escape", "action", "exit", "next", "submit"])
        )
      ]
    case 10: ["survey": ["question": "q", "choice": .string(random.element(of: ["yes", "no"]))]]
    case 11, 12: ["screen": .string(random.element(of: ["A", "B", "C"]))]
    case 13:
      [
        "push_tap": [
          "campaign": campaignID(), "delivery": .string("d\(random.int(0...3))"),
          "test": .bool(random.oneIn(5)),
        ]
      ]
    case 14:
      [
        "notification": [
          "payload": ["aps": ["content-available": 1], "martlet": ["sync": true, "badge": 2]]
        ]
      ]
    case 15: ["relaunch": random.oneIn(4) ? "background" : true]
    case 16: [random.oneIn(2) ? "foreground" : "background": true]
    case 17: random.oneIn(2) ? ["vanish": true] : ["window": .bool(random.oneIn(2))]
    case 18: ["user": .string(random.element(of: ["anna", "berta"]))]
    case 19: ["answers": ["display": .string(random.element(of: ["now", "now", "reenqueue", "discard"]))]]
    case 20: ["answers": ["views": .string(random.element(of: ["appear", "appear", "silent", "fail"]))]]
    case 21: ["answers": ["data": .string(random.element(of: ["accept", "refuse", "nobody"]))]]
    case 22: ["areas": random.oneIn(2) ? ["top"] : []]
    case 23:
      random.oneIn(2)
        ? ["wall_clock": .int(1_767_225_600_000 + Int64(random.int(-600_000...600_000)))]
        : ["time_zone": .string(random.element(of: ["Europe/Berlin", "America/New_York", "UTC"]))]
    case 24:
      [
        "asset": [
          "url": .string(random.element(of: [Self.picture, Self.page])),
          "result": .string(random.element(of: ["missing", "unreachable", "broken", "hangs"])),
        ]
      ]
    case 25: random.oneIn(2) ? ["network": .bool(random.oneIn(2))] : ["recall": campaignID()]
    default:
      [
        "report": [
          "campaign": campaignID(),
          "call": .string(
            random.element(of: [
              "banner_appeared", "tap_banner", "close_banner", "content_appeared", "act", "exit", "drop",
            ])),
        ]
      ]
    }
  }
}
