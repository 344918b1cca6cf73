// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import SceneHTML

/// The device's state for browsers.
extension LabDevice {
  /// The number of messages on the stack.
  var waitingCount: Int { run?.ui.stack.count ?? 0 }

  /// The state as it is now, with a number that each later state exceeds. An answer to a command
  /// and the stream can overtake each other, so a page keeps the state with the highest number.
  func describe() -> Wire.JSONValue {
    descriptions += 1
    let traits = host.traits
    let interval = Duration.seconds(order.minimumInterval)
    let quiet = lastDisplay.map { max(.zero, interval - max(.zero, clock.now.duration(since: $0))) } ?? .zero
    var facts: [String: Wire.JSONValue] = [
      "id": .string(id), "label": .string(label), "model": .string(state.device.model.rawValue),
      "phase": .string(phase.rawValue),
      "user": userID.map { .string($0) } ?? .null, "online": .bool(network.isOnline),
      "width": .double(traits.width),
      "height": .double(traits.height), "orientation": .string(traits.orientation.rawValue),
      "scheme": .string(traits.scheme.rawValue),
      "text_percent": .int(Int64(state.device.textPercent)), "direction": .string(traits.direction.rawValue),
      "keyboard_height": .double(traits.keyboardHeight), "lock": lockReason.map { .string($0) } ?? .null,
      "safe_area": [
        "top": .double(traits.safeArea.top), "bottom": .double(traits.safeArea.bottom),
        "leading": .double(traits.safeArea.leading),
        "trailing": .double(traits.safeArea.trailing),
      ],
    ]
    facts["settings"] = .object(
      Dictionary(uniqueKeysWithValues: LabSetting.allCases.map { ($0.rawValue, .string(state[$0])) }))
    facts["windows"] = .int(Int64(max(1, state.device.windows.count)))
    facts["minimum_interval"] = .int(Int64(order.minimumInterval))
    facts["quiet_ms"] = .int(quiet.wholeMilliseconds)
    facts["revision"] = .int(Int64(descriptions))
    facts["is_locked"] = .bool(isLocked)
    facts.merge(centre.json) { $1 }
    facts["screen"] = screen.map { .string($0) } ?? .null
    facts["waiting"] = .int(Int64(waitingCount))
    facts["waits"] = .array(messages.waiting.map { json(of: $0) })
    facts["now"] = .int(clock.now.milliseconds)
    facts["ahead_ms"] = .int(clock.offset.wholeMilliseconds)
    // A client that waits for its folder has not yet read that the SDK is off.
    facts["enabled"] = .bool(!isSwitchedOff && run?.martlet.isEnabled != false)
    facts["draft"] =
      draft.map {
        [
          "name": .string($0.name), "suggestions": .array(Suggestion.merged([$0.suggested]).map(\.json)),
          "experiments": .array($0.arms.isEmpty ? [] : [$0.suggested.armsJSON]),
        ]
      } ?? .null
    facts["link"] = .string(link.address)
    return .object(facts)
  }

  private func json(of waiting: MessageLog.Waiting) -> Wire.JSONValue {
    [
      "name": .string(name(waiting.campaignID)), "reason": .string(waiting.reason),
      "until": waiting.until.map { .int($0.milliseconds) } ?? .null,
    ]
  }
}
