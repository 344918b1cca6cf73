// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension ReachMachine {
  /// What was recorded of an item.
  package struct Steps: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The item's turn came, and its campaign has an experiment.
    static let exposed = Steps(rawValue: 1 << 16)

    /// Whether the person has seen something of it inside the app.
    var isSeen: Bool { contains(Steps(.banner, .displayed)) || contains(Steps(.content, .displayed)) }

    /// The bit of a step: three for each surface, after that of the delivery.
    init(_ surface: Surface?, _ step: ReachStatistic.Step) {
      guard let surface, let number = Surface.numbered.firstIndex(of: surface) else {
        self.init(rawValue: 1)
        return
      }
      let bit =
        switch step {
        case .delivered, .displayed: 0
        case .clicked: 1
        case .dismissed: 2
        }
      self.init(rawValue: 1 << (1 + number * 3 + bit))
    }
  }
}

extension Surface {
  /// Their order in stored states. Never change it; add new ones at the end.
  fileprivate static let numbered: [Surface] = [.message, .banner, .content, .data, .push]
}
