// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore

extension Environment {
  /// The real clocks, random identifiers and chance. The only place of the SDK that reads them.
  ///
  /// Patterns are compiled by Foundation's engine, which backtracks: a hostile pattern could take very long on a long text. Campaigns come
  /// from the team's own server, and both lengths are bounded: the pattern's by `Filter.maximumPatternLength`, the searched text's by
  /// `Filter.maximumSearchedLength`.
  public static let live = Environment(
    now: { Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))) },
    monotonicNow: {
      let ticks = DispatchTime.now().uptimeNanoseconds
      return .nanoseconds(Int64(clamping: ticks))
    },
    makeID: { UUID().uuidString.lowercased() },
    random: { Double.random(in: 0..<1) },
    sleep: { duration in try await Task.sleep(for: duration) },
    compilePattern: { pattern, ignoringCase in
      guard pattern.utf8.count <= Filter.maximumPatternLength, let expression = LivePattern(pattern, ignoringCase: ignoringCase) else {
        return nil
      }
      return { text in expression.isFound(in: text) }
    }
  )
}

/// A compiled pattern that several threads may use at once.
private struct LivePattern: @unchecked Sendable {
  // Unchecked: Foundation documents NSRegularExpression as immutable and safe to use from several threads, on some platforms without
  // declaring it so.
  private let expression: NSRegularExpression

  init?(_ pattern: String, ignoringCase: Bool) {
    guard let expression = try? NSRegularExpression(pattern: pattern, options: ignoringCase ? [.caseInsensitive] : []) else { return nil }
    self.expression = expression
  }

  func isFound(in text: String) -> Bool {
    let limit = Filter.maximumSearchedLength
    let searched = text.utf8.count > limit ? String(text.prefix(limit)) : text
    return expression.firstMatch(in: searched, range: NSRange(searched.startIndex..., in: searched)) != nil
  }
}
