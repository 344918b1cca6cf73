// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// The presentations that are being brought to the screen, or have assets for it.
struct Displays: Sendable {
  struct Display: Sendable {
    /// The presenter's question that is not answered yet; nil: none is.
    var attempt: Int?
    /// What it shows, once that is known.
    var message: Wire.Message?
    /// It is being rendered; when that has taken long enough, in monotonic time.
    var renderingUntil: Duration?
  }

  private var entries: [String: Display] = [:]

  subscript(id: String) -> Display? {
    get { entries[id] }
    set { entries[id] = newValue }
  }

  var ids: [String] { entries.keys.sorted() }

  /// When the first request to render has taken long enough.
  var earliest: Duration? { entries.values.compactMap(\.renderingUntil).min() }

  /// Those whose request to render has taken long enough.
  func overdue(at now: Duration) -> [String] {
    ids.filter { id in entries[id]?.renderingUntil.map { $0 <= now } ?? false }
  }
}
