// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Store

extension Console {
  /// A figure that is counted while the page waits if there is little to count. If there is much,
  /// it comes from the cache once somebody asked for it.
  ///
  /// - Parameters:
  ///   - question: See `FigureCache.known`.
  ///   - isAsked: Whether somebody asked for the figure, however long it takes.
  ///   - waits: Whether somebody waits until it is counted, as for a file.
  ///   - count: Counts it. Returns nil without having read much if it takes long and `isAsked` is
  ///     false.
  /// - Returns: nil if it takes long and nobody asked.
  func figure<Figure: Sendable>(
    _ question: String, isAsked: Bool, waits: Bool = false, at now: Instant,
    _ count: @escaping @Sendable (_ isAsked: Bool) async throws(StoreError) -> Figure?
  ) async throws(StoreError) -> FigureCache.Look<Figure>? {
    var look: FigureCache.Look<Figure?>? = isAsked ? await figures.known(question) : nil
    if look == nil {
      if let figure = try await count(false) { return .counted(figure, at: now, isCountedAgain: false) }
      guard isAsked else { return nil }
      look = await figures.counted(question) { () throws(StoreError) in try await count(true) }
    }
    if waits {
      await figures.wait(question)
      look = await figures.known(question) ?? look
    }
    return look?.compactMap { $0 }
  }
}
