// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire

/// What browsers are told of the device itself.
extension LabDevice {
  /// Messages on the stack.
  var waitingCount: Int { run?.ui.stack.count ?? 0 }

  var json: Wire.JSONValue {
    let traits = host.traits
    let interval = Duration.seconds(order.minimumInterval)
    let quiet = lastDisplay.map { max(.zero, interval - max(.zero, clock.now.duration(since: $0))) } ?? .zero
    return [
      "id": .string(id), "label": .string(label), "model": .string(model.rawValue), "phase": .string(phase.rawValue),
      "user": userID.map { .string($0) } ?? .null, "online": .bool(network.isOnline), "width": .double(traits.width),
      "height": .double(traits.height),
      "orientation": .string(traits.orientation.rawValue), "scheme": .string(traits.scheme.rawValue),
      "text_percent": .int(Int64((traits.textScale * 100).rounded())), "direction": .string(traits.direction.rawValue),
      "reduce_motion": .bool(traits.reduceMotion), "minimum_interval": .int(Int64(order.minimumInterval)),
      "quiet_ms": .int(quiet.wholeMilliseconds), "waiting": .int(Int64(waitingCount)),
      "now": .int(clock.now.milliseconds), "ahead_ms": .int(clock.offset.wholeMilliseconds),
      "enabled": .bool(run?.martlet.enabled ?? !isSwitchedOff), "answer": .string(answer.rawValue), "drain": .string(drainPolicy.rawValue),
      "waits": .array(messages.waiting.map { json(of: $0) }),
      "safe_area": [
        "top": .double(traits.safeArea.top), "bottom": .double(traits.safeArea.bottom), "leading": .double(traits.safeArea.leading),
        "trailing": .double(traits.safeArea.trailing),
      ],
    ]
  }

  private func json(of waiting: MessageLog.Waiting) -> Wire.JSONValue {
    [
      "name": .string(names.name(waiting.campaignID)), "reason": .string(waiting.reason),
      "until": waiting.until.map { .int($0.milliseconds) } ?? .null,
    ]
  }
}
