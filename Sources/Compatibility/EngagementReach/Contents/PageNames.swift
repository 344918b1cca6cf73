// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletReach

/// How the pages of apps that move in call their announcement.
enum PageNames {
  /// Each of them has `actionContent()` and `exitContent()`.
  static let all = ["engagementReachContent", "ReachContent", "capptainReachContent"]
  /// The message handler of the SDK's own controllers with a web view.
  static let handler = "engagementReach"

  /// Adds the names to a page of such a controller.
  static var script: String {
    """
    (() => { const send = (command) => webkit.messageHandlers.\(handler).postMessage(command); \
    const content = Object.freeze({ actionContent: () => send('action'), exitContent: () => send('exit') }); \
    for (const name of [\(all.map { "'\($0)'" }.joined(separator: ", "))]) window[name] = content; })()
    """
  }
}

extension Reach.Announcement {
  /// The announcement with these names beside its own, for Martlet's view.
  var withPageNames: Reach.Announcement {
    var announcement = self
    announcement.bridge = Bridge(
      capabilities: bridge.capabilities, names: PageNames.all + bridge.names, readyEvents: bridge.readyEvents)
    return announcement
  }
}
