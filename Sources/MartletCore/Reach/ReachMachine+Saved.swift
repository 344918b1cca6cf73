// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension ReachMachine {
  /// Everything that makes up the machine, for the recording.
  package struct Snapshot: Hashable, Sendable {
    /// In the order of arrival.
    package var entries: [Entry] = []
    package var current: Current?
    package var attempts = 0
    package var ended: [String] = []
    package var screen: String?
    package var isActive = false
    package var isReady = false
    package var hasWindow = true
    package var isMessageDue = false

    package init() {}
  }

  package var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.entries = entries.values.inOrder { $0.place < $1.place }
    (snapshot.current, snapshot.attempts, snapshot.ended, snapshot.screen) = (
      current, attempts, ended, screen
    )
    (snapshot.isActive, snapshot.isReady, snapshot.hasWindow, snapshot.isMessageDue) = (
      isActive, isReady, hasWindow, isMessageDue
    )
    return snapshot
  }

  /// Continues from the snapshot of another machine. What no machine can have saved is ignored.
  package init(policy: Policy = Policy(), _ snapshot: Snapshot) {
    self.init(policy: policy)
    for (place, saved) in snapshot.entries.enumerated() where entries[saved.item.id] == nil {
      add(saved.item, at: place)
      change(saved.item.id) {
        ($0.steps, $0.isOpened, $0.loadings) = (saved.steps, saved.isOpened, max(saved.loadings, 0))
        $0.stage = saved.stage == .current && snapshot.current?.id != saved.item.id ? .waiting : saved.stage
      }
    }
    current = snapshot.current.flatMap { isLive($0.id) ? $0 : nil }
    if let current { change(current.id) { $0.stage = .current } }
    attempts = max(snapshot.attempts, snapshot.current?.attempt ?? 0, 0)
    for id in snapshot.ended.suffix(Self.endedLimit) { remember(id) }
    (screen, isActive, isReady) = (snapshot.screen, snapshot.isActive, snapshot.isReady)
    (hasWindow, isMessageDue) = (snapshot.hasWindow, snapshot.isMessageDue)
  }
}
