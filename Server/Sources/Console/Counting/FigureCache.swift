// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import Store

/// Figures that take longer to count than somebody should wait for a page.
///
/// The first page that asks begins to count and says so, and gets the figure when it is loaded
/// again. Equal questions share one count. Counts run one after another, so that devices need not
/// wait for them. Figures are only in memory.
public actor FigureCache {
  enum Look<Figure: Sendable>: Sendable {
    /// There is no figure yet.
    case counting(since: Instant)
    /// As it was when somebody asked. `isCountedAgain`: it is no longer fresh, so a newer one is on
    /// its way.
    case counted(Figure, at: Instant, isCountedAgain: Bool)
    case refused(Refusal)
  }

  enum Refusal: Hashable, Sendable {
    /// Too many counts wait.
    case busy
    /// The events could not be read.
    case failed
  }

  /// How long a figure is shown without being counted again, from the moment it was counted.
  static let freshFor = Duration.seconds(10 * 60)
  /// How long a figure is shown while it is counted again.
  static let shownFor = Duration.seconds(24 * 3_600)
  /// How long a count that failed is not begun again.
  static let failedFor = Duration.seconds(30)
  /// The most figures that are kept.
  static let kept = 200
  /// The most counts that are under way.
  static let mostOpen = 16

  private struct Entry {
    var figure: (value: any Sendable, at: Instant, endedAt: Instant)?
    var count: (task: Task<Void, Never>, since: Instant)?
    var failedAt: Instant?
  }

  private let now: @Sendable () -> Instant
  private let onFailure: @Sendable (StoreError) -> Void
  private var entries: [String: Entry] = [:]
  private var open = 0
  private var latest: Task<Void, Never>?

  /// - Parameter onFailure: Called when a count has failed, for the log. The page only says that
  ///   there is no figure.
  public init(_ environment: Environment, onFailure: @escaping @Sendable (StoreError) -> Void = { _ in }) {
    (now, self.onFailure) = (environment.now, onFailure)
  }

  /// What is there without a new count: a figure that is fresh or is counted again, a count under
  /// way, or one that just failed. nil: nothing of these.
  ///
  /// - Parameter question: What is counted, the same text for the same figure. A question always
  ///   has figures of one type.
  func known<Figure: Sendable>(_ question: String) -> Look<Figure>? {
    guard let entry = entries[question] else { return nil }
    let now = now()
    let isOpen = entry.count != nil
    let hasFailed = entry.failedAt.map { $0 + Self.failedFor > now } ?? false
    if let figure = entry.figure, let value = figure.value as? Figure, figure.endedAt + Self.shownFor >= now,
      isOpen || hasFailed || figure.endedAt + Self.freshFor >= now
    {
      return .counted(value, at: figure.at, isCountedAgain: isOpen)
    }
    if let count = entry.count { return .counting(since: count.since) }
    return hasFailed ? .refused(.failed) : nil
  }

  /// Begins to count unless `known` finds something, and returns what it then finds.
  func counted<Figure: Sendable>(
    _ question: String, count: @escaping @Sendable () async throws(StoreError) -> Figure
  ) -> Look<Figure> {
    if let look: Look<Figure> = known(question) { return look }
    guard open < Self.mostOpen else { return .refused(.busy) }
    begin(question, count)
    return known(question) ?? .refused(.failed)
  }

  /// Waits for the end of the count that is under way.
  func wait(_ question: String) async { await entries[question]?.count?.task.value }

  private func begin(
    _ question: String, _ count: @escaping @Sendable () async throws(StoreError) -> some Sendable
  ) {
    open += 1
    let since = now()
    let task = Task { [previous = latest] in
      await previous?.value
      do throws(StoreError) {
        let figure = try await count()
        end(question) { ($0.figure, $0.failedAt) = ((figure, since, now()), nil) }
      } catch {
        end(question) { $0.failedAt = now() }
        onFailure(error)
      }
    }
    latest = task
    entries[question, default: Entry()].count = (task, since)
  }

  private func end(_ question: String, _ change: (inout Entry) -> Void) {
    open -= 1
    entries[question]?.count = nil
    change(&entries[question, default: Entry()])
    guard entries.count > Self.kept else { return }
    let old = entries.filter { $0.value.count == nil && $0.key != question }
      .min { ($0.value.figure?.endedAt.milliseconds ?? 0) < ($1.value.figure?.endedAt.milliseconds ?? 0) }
    if let old { entries[old.key] = nil }
  }
}

extension FigureCache.Look {
  /// nil while there is none.
  var figure: Figure? {
    if case .counted(let figure, _, _) = self { figure } else { nil }
  }

  /// When the figure was counted; nil while there is none.
  var countedAt: Instant? {
    if case .counted(_, let at, _) = self { at } else { nil }
  }

  /// The same with another figure. nil if there is no other.
  func compactMap<Other: Sendable>(_ other: (Figure) -> Other?) -> FigureCache.Look<Other>? {
    switch self {
    case .counting(let since): .counting(since: since)
    case .refused(let refusal): .refused(refusal)
    case .counted(let figure, let at, let isCountedAgain):
      other(figure).map { .counted($0, at: at, isCountedAgain: isCountedAgain) }
    }
  }
}
