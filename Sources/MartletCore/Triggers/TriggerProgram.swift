// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The groups and counts of one campaign, compiled to a list in which parts come before the nodes
/// that combine them.
///
/// Immutable. `TriggerProgress` has the state.
struct TriggerProgram: Sendable {
  enum Node: Sendable {
    /// Fires if the bit with this number is set.
    case leaf(Int)
    case any(ContiguousArray<Int>)
    case all(ContiguousArray<Int>, HistoryWindow, firstMark: Int)
    case count(Int, Repetition, tally: Int)
  }

  /// One bit for each leaf.
  typealias Leaves = UInt32
  static let maximumLeaves = 32

  var nodes: ContiguousArray<Node>
  /// Any of these fires the campaign.
  var roots: ContiguousArray<Int>
  var tallies: Int
  var marks: Int
  /// Equal for equal triggers, in every run.
  var fingerprint: UInt64

  /// Adds the leaves that an event fired. Returns whether the campaign fires, or else the progress
  /// of the first group or count concerned.
  func advance(_ fired: Leaves, _ progress: inout TriggerProgress, at now: Instant, session: Int) -> (
    fires: Bool, progress: Progress?
  ) {
    var isFired = ContiguousArray(repeating: false, count: nodes.count)
    var reached = ContiguousArray<Progress?>(repeating: nil, count: nodes.count)
    for (position, node) in nodes.enumerated() {
      switch node {
      case .leaf(let number): isFired[position] = fired & (1 << Leaves(number)) != 0
      case .any(let children):
        isFired[position] = children.contains { isFired[$0] }
        reached[position] = children.lazy.compactMap { reached[$0] }.first
      case .all(let children, let window, let firstMark):
        guard children.contains(where: { isFired[$0] || reached[$0] != nil }) else { continue }
        for (index, child) in children.enumerated() where isFired[child] {
          progress.marks[firstMark + index] = TriggerProgress.Mark(at: now, session: session)
        }
        let marks = progress.marks[firstMark..<(firstMark + children.count)]
        let have = marks.count { $0?.stands(in: window, at: now, session: session) ?? false }
        if have == children.count {
          isFired[position] = true
          for index in children.indices { progress.marks[firstMark + index] = nil }
        } else {
          reached[position] = .group(have: have, need: children.count, window: window)
        }
      case .count(let child, let repetition, let tally):
        guard isFired[child] else {
          reached[position] = reached[child]
          continue
        }
        progress.tallies[tally].add(now, session: session)
        let have = progress.tallies[tally].count(in: repetition.window, at: now, session: session)
        switch repetition.match {
        case .atLeast: isFired[position] = have >= repetition.times
        case .exactly: isFired[position] = have == repetition.times
        case .every:
          isFired[position] = have >= repetition.times
          if isFired[position] { progress.tallies[tally] = Tally() }
        }
        if !isFired[position] { reached[position] = .count(have: have, repetition) }
      }
    }
    if roots.contains(where: { isFired[$0] }) { return (true, nil) }
    return (false, roots.lazy.compactMap { reached[$0] }.first)
  }
}

/// The progress of a campaign's groups and counts.
package struct TriggerProgress: Equatable, Sendable {
  /// When a part of a group last fired.
  package struct Mark: Equatable, Sendable {
    package var at: Instant
    package var session: Int

    package init(at: Instant, session: Int) {
      self.at = at
      self.session = session
    }

    func stands(in window: HistoryWindow, at now: Instant, session: Int) -> Bool {
      switch window {
      case .session: self.session == session
      case .last(let length): now.duration(since: at) < length
      }
    }
  }

  /// The fingerprint of the program that this progress belongs to.
  package var fingerprint: UInt64
  package var tallies: ContiguousArray<Tally>
  package var marks: ContiguousArray<Mark?>
  /// The number of the last event that was counted. It is current only while the campaign is
  /// absent.
  package var seen = 0

  init(for program: TriggerProgram) {
    fingerprint = program.fingerprint
    tallies = ContiguousArray(repeating: Tally(), count: program.tallies)
    marks = ContiguousArray(repeating: nil, count: program.marks)
  }

  package init(fingerprint: UInt64, tallies: ContiguousArray<Tally>, marks: ContiguousArray<Mark?>, seen: Int)
  {
    self.seen = seen
    self.fingerprint = fingerprint
    self.tallies = tallies
    self.marks = marks
  }

  func fits(_ program: TriggerProgram) -> Bool {
    fingerprint == program.fingerprint && tallies.count == program.tallies && marks.count == program.marks
  }

  /// What was counted before a clock was set back. Parts of groups start again if they fired since.
  mutating func restoreTimes(of before: TriggerProgress) {
    guard tallies.count == before.tallies.count else { return }
    for index in tallies.indices { tallies[index].restoreTimes(of: before.tallies[index]) }
  }

  /// Adjusts to a clock that jumped back to `now`: no time may be later than that.
  mutating func clamp(to now: Instant) {
    for index in tallies.indices { tallies[index].clamp(to: now) }
    for index in marks.indices {
      if let mark = marks[index], mark.at > now { marks[index]?.at = now }
    }
  }
}
