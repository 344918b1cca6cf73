// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Decides which log lines are printed. A repeated message is printed once, then counted, and
/// summarised at most once a minute.
///
/// Memory is bounded: there are as many templates as places in the source that log, and each has a
/// limited number of kinds at a time.
struct LogRepeats: Sendable {
  typealias Level = Martlet.Configuration.Logger.Level

  struct Line: Equatable, Sendable {
    var level: Level
    var text: String
  }

  struct Answer: Equatable, Sendable {
    var lines: [Line] = []
    /// There is now something to summarise, and there was not before.
    var beginsCount = false
  }

  /// For this time after a line was printed, its repeats are only counted.
  static let period = Duration.seconds(60)
  /// The number of kinds that one template can have at a time. All others count as one kind.
  static let kindsPerTemplate = 10
  private static let keptLength = 1_000

  private struct Key: Hashable {
    var level: Level
    var template: String
    /// nil for the remaining kinds of the template.
    var kind: String?
  }

  private struct Count {
    var since: Duration
    var repeats = 0
    /// The most recent text.
    var text: String
  }

  private var counts: [Key: Count] = [:]
  private var kinds: [String: Int] = [:]

  var rememberedKinds: Int { counts.count }

  /// The time at which `sums(at:)` has its next result. nil if nothing was repeated.
  private(set) var nextSum: Duration?

  mutating func say(_ message: LogMessage, _ level: Level, at now: Duration) -> Answer {
    var answer = Answer(lines: sums(at: now))
    var key = Key(
      level: level, template: message.template,
      kind: String(message.kind.unicodeScalars.prefix(Self.keptLength)))
    if let count = counts[key], now < count.since + Self.period {
      answer.beginsCount = repeated(key, message.text)
      return answer
    }
    if counts[key] == nil, kinds[message.template, default: 0] >= Self.kindsPerTemplate {
      key.kind = nil
      if counts[key] == nil { remember(key, at: now, message.text) }
      answer.beginsCount = repeated(key, message.text)
      return answer
    }
    remember(key, at: now, message.text)
    answer.lines.append(Line(level: level, text: message.text))
    return answer
  }

  /// Returns summaries of the repeats of the last minute or longer. Lines without repeats are
  /// forgotten.
  mutating func sums(at now: Duration) -> [Line] {
    var lines: [(since: Duration, Line)] = []
    for (key, count) in counts where now >= count.since + Self.period {
      if count.repeats > 0 {
        lines.append((count.since, sum(of: count, key.level)))
        counts[key]?.since = now
        counts[key]?.repeats = 0
      } else {
        forget(key)
      }
    }
    if !lines.isEmpty {
      nextSum = counts.values.filter { $0.repeats > 0 }.map { $0.since + Self.period }.min()
    }
    return lines.inOrder { ($0.since, $0.1.text) < ($1.since, $1.1.text) }.map { $0.1 }
  }

  /// Returns summaries of everything counted so far, when the client ends.
  mutating func lastSums() -> [Line] {
    let counted = counts.filter { $0.value.repeats > 0 }.inOrder {
      ($0.value.since, $0.value.text) < ($1.value.since, $1.value.text)
    }
    self = LogRepeats()
    return counted.map { sum(of: $0.value, $0.key.level) }
  }

  private mutating func repeated(_ key: Key, _ text: String) -> Bool {
    counts[key]?.repeats += 1
    counts[key]?.text = Self.kept(text)
    guard counts[key]?.repeats == 1, let since = counts[key]?.since else { return false }
    nextSum = min(nextSum ?? since + Self.period, since + Self.period)
    return true
  }

  private mutating func remember(_ key: Key, at now: Duration, _ text: String) {
    if counts.updateValue(Count(since: now, text: Self.kept(text)), forKey: key) == nil {
      kinds[key.template, default: 0] += 1
    }
  }

  private mutating func forget(_ key: Key) {
    guard counts.removeValue(forKey: key) != nil else { return }
    let left = kinds[key.template, default: 1] - 1
    kinds[key.template] = left > 0 ? left : nil
  }

  private func sum(of count: Count, _ level: Level) -> Line {
    Line(
      level: level, text: "… \(Self.grouped(count.repeats)) more like this in the last minute: \(count.text)")
  }

  private static func kept(_ text: String) -> String { String(text.unicodeScalars.prefix(keptLength)) }

  /// Formats 90000 as 90,000.
  private static func grouped(_ number: Int) -> String {
    let digits = Array("\(number)")
    return digits.enumerated().map {
      (digits.count - $0.offset) % 3 == 0 && $0.offset > 0 ? ",\($0.element)" : "\($0.element)"
    }.joined()
  }
}
