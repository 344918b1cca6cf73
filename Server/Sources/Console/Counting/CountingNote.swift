// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Pages

/// What a part of a page says about a figure that takes a while to count.
struct CountingNote {
  /// Whether there is no figure.
  let isMissing: Bool
  /// Whether it is being counted for the first time.
  let isCounting: Bool
  /// Whether the figure will change by itself.
  let isOpen: Bool
  /// Read aloud when it changes.
  let state: String
  /// When counting began, or when the figure was counted.
  let words: String
  /// Where the figure is seen.
  let path: String

  /// nil if the figure was counted while the page was made, so nothing has to be said.
  init?(_ look: FigureCache.Look<some Sendable>, path: String, askedAt now: Instant) {
    self.path = path
    switch look {
    case .counting(let since):
      (isMissing, isCounting, isOpen, state) = (true, true, true, "Counting.")
      words =
        "Asked for at \(UTCTime(since).words). There is a lot to count, which takes a moment. Counting continues if you leave this page."
    case .counted(_, now, _): return nil
    case .counted(_, let at, let isCountedAgain):
      (isMissing, isCounting, isOpen, state) = (
        false, false, isCountedAgain, isCountedAgain ? "Counting again." : "Counted."
      )
      words = "As of \(UTCTime(at).words)." + (isCountedAgain ? " It is being counted again." : "")
    case .refused(let refusal):
      (isMissing, isCounting, isOpen) = (true, false, false)
      words =
        switch refusal {
        case .busy: "Too many figures are being counted."
        case .failed: "The events could not be read."
        }
      state = words
    }
  }
}
