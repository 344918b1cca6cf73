// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension Backtest {
  /// How far the replay without the campaign makes the decisions that a person's test devices
  /// recorded.
  ///
  /// Other tasks get a turn after each device. If the task is cancelled, the devices that are left
  /// are not compared.
  func check(_ person: BacktestPerson, _ records: TestDeviceRecords) async -> DecisionCheck {
    var check = DecisionCheck()
    // If there are too many events, the older ones are not read. Nothing can be said about
    // decisions of that time.
    guard let begin = person.events.first?.at else { return check }
    // The two worlds never part, because only one is compared. A device records a decision a little
    // later than the replay makes it.
    let since = period.lowerBound - CheckedDevice.patience
    let devices = devices(of: person, begin: Instant(milliseconds: .max), keepsDecisionsSince: since) {
      records.devices.contains($0.deviceID)
    }
    let tested = Dictionary(
      grouping: person.events.lazy.filter { $0.isTest && self.period.contains($0.at) }, by: \.deviceID)
    for (id, entries) in Dictionary(grouping: records.entries, by: \.deviceID).sorted(by: { $0.key < $1.key })
    {
      if Task.isCancelled { return check }
      var device = CheckedDevice(id, of: person.id, devices[id]?.without.decisions ?? [], entries)
      for entry in entries {
        switch entry.record.body {
        case .outcome(let presentation, let kind, let reason):
          guard let outcome = kind.known.flatMap({ Outcome(kind: $0, reason: reason) }) else { continue }
          device.record(outcome, of: presentation, entry, isReplayed: isReplayed)
        case .decision(let recorded) where period.contains(entry.at) && entry.at >= begin:
          device.compare(recorded, entry, isReplayed: isReplayed)
        default: break
        }
      }
      check.unrecorded += unrecorded(device, tested[id] ?? [], since: records.since)
      check.join(device.check)
      await Task.yield()
    }
    return check
  }

  /// How many decisions of the replay have no record.
  ///
  /// - Parameter tested: What was done on the device as a test device in the period, oldest first.
  private func unrecorded(_ device: CheckedDevice, _ tested: [BacktestPerson.Event], since: Instant) -> Int {
    guard let first = tested.first?.at else { return 0 }
    let ids = Set(tested.map(\.record.id))
    return device.left { decision in
      guard decision.at >= since, decision.candidates.contains(where: { isReplayed($0.campaign) }) else {
        return false
      }
      // The replay finds out by itself who enters and leaves audiences, so these events have no
      // known ids.
      return decision.event.kind.category.namesAudience
        ? decision.at >= first && period.contains(decision.at) : ids.contains(decision.event.id)
    }
  }
}
